//! Games in which time ran out before the time to claim it had an end, or in which an older process
//! has dropped that end.

use crate::service::Service;
use crate::service::api::fault::{Fault, of_one_game};
use crate::service::api::ids::{GameId, Timestamp};
use crate::service::api::refusal::Refusal;
use crate::service::game::player_actions::Actions;
use crate::service::game::running_clock::timeout;
use crate::service::model::TableOrGame;
use crate::service::model::common::ClockState;
use crate::service::repository::backfill::{CLAIMS, has_older};
use crate::service::repository::indices;
use crate::store::{Keys, Table};

/// Number of tables and games looked at in one step.
const AT_ONCE: usize = 50;

impl Service {
    /// Lets the time to claim begin now where it has no end, and queues past deadlines once more,
    /// in some games after the key `last` of [`Table::Channels`]. Returns the key of the last of
    /// them, or `None` once nothing is left to do.
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
            let Some(clock) = held.and_then(|held| clock_of_person(&held.record)) else {
                continue;
            };
            match clock.due {
                None => self.begin_claims_in(id, now)?,
                // An older process found nothing to do at the end of a time to claim.
                Some(due) if due <= now => self.queue_deadline(id)?,
                Some(_) => {}
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
        of_one_game(id, begun, "a game that cannot be read got no deadline").map(drop)
    }

    fn queue_deadline(&self, id: GameId) -> Result<(), Fault> {
        let key = indices::game_key(id);
        self.write(|batch| self.fill_in(batch, Table::Deadlines, &key))
    }
}

/// Returns the clocks of a game in which a person is to move.
fn clock_of_person(stored: &TableOrGame) -> Option<ClockState> {
    let game = stored.running().ok().filter(|game| !game.thinks)?;
    game.clock
}
