//! Games in which time ran out before the time to claim it had an end.

use crate::service::Service;
use crate::service::api::fault::{Fault, ServiceError};
use crate::service::api::ids::{GameId, Timestamp};
use crate::service::api::refusal::Refusal;
use crate::service::game::player_actions::Actions;
use crate::service::game::running_clock::timeout;
use crate::service::model::TableOrGame;
use crate::service::repository::backfill::{CLAIMS, has_older};
use crate::service::repository::indices;
use crate::store::{Keys, Table};

/// Number of tables and games looked at in one step.
const AT_ONCE: usize = 50;

impl Service {
    /// Lets the time to claim begin now where it has no end, in some games after the key `last` of
    /// [`Table::Channels`]. Returns the key of the last of them, or `None` once nothing is left to
    /// do.
    pub(super) fn begin_claims(
        &self,
        last: Vec<u8>,
        now: Timestamp,
    ) -> Result<Option<Vec<u8>>, Fault> {
        if self.is_complete(CLAIMS)? {
            return Ok(None);
        }
        let store = self.archive.store();
        // An older process that acts in a game meanwhile would remove the end again.
        if has_older(&store.sessions()?) {
            return Ok(None);
        }
        // There is an entry for each open table and running game, and for no other.
        let keys = Keys::all().after(last).limit(AT_ONCE);
        let active = store.scan(Table::Channels, &keys)?;
        let Some((last, _)) = active.last() else {
            self.note_complete(CLAIMS)?;
            return Ok(None);
        };
        let ids = active.iter().filter_map(|(key, _)| indices::game_of(key));
        let ids: Vec<_> = ids.collect();
        let keys = ids.iter().map(|id| (Table::Games, indices::game_key(*id)));
        let values = store.get_many(&keys.collect::<Vec<_>>())?;
        for (id, value) in ids.into_iter().zip(values) {
            let held = match self.stored_in(id, value) {
                Err(fault) if fault.is_of_one_game() => continue,
                held => held?,
            };
            if held.is_some_and(|held| lacks_deadline(&held.record)) {
                self.begin_claims_in(id, now)?;
            }
        }
        Ok(Some(last.clone()))
    }

    fn begin_claims_in(&self, id: GameId, now: Timestamp) -> Result<(), Fault> {
        let begun = self.change_game(id, now, |game, state| {
            if !timeout::lacks_claim_end(game, state) {
                return Err(Refusal::Stale);
            }
            // Every change of such a game lets the time begin, so none of its own is needed.
            Ok(Actions::new())
        });
        match begun {
            Ok(_) | Err(ServiceError::Refused(_)) => Ok(()),
            Err(ServiceError::Fault(fault)) if fault.is_of_one_game() => {
                tracing::error!(game = %id, %fault, "a game that cannot be read got no deadline");
                Ok(())
            }
            Err(ServiceError::Fault(fault)) => Err(fault),
        }
    }
}

/// Returns whether a person is to move whose clock has no deadline.
fn lacks_deadline(stored: &TableOrGame) -> bool {
    let game = stored.running().ok().filter(|game| !game.thinks);
    let clock = game.and_then(|game| game.clock);
    clock.is_some_and(|clock| clock.due.is_none())
}
