//! Games in which time ran out before the time to claim it had an end.

use crate::service::Service;
use crate::service::api::fault::{Fault, ServiceError};
use crate::service::api::ids::{GameId, Timestamp};
use crate::service::model::TableOrGame;
use crate::service::repository::indices;
use crate::store::{Keys, Table};

/// Key in [`Table::Meta`] that records that all games have got what retires or ends them.
const NOTE: &str = "claims";

impl Service {
    /// Completes what retires or ends tables and games in those that are older than that, once.
    pub(super) fn fill_older(&self, now: Timestamp) -> Result<(), Fault> {
        if self.is_complete(NOTE)? {
            return Ok(());
        }
        self.fill_retention(now)?;
        self.fill_claim_deadlines(now)?;
        self.note_complete(NOTE)
    }

    /// Begins the time to claim now in all games in which somebody's time is over and that have no
    /// deadline.
    fn fill_claim_deadlines(&self, now: Timestamp) -> Result<(), Fault> {
        // There is an entry for each open table and running game, and for no other.
        for page in self.archive.pages(Table::Channels, Keys::all()) {
            for (key, _) in page? {
                if let Some(id) = indices::game_of(&key) {
                    self.fill_claim_deadline(id, now)?;
                }
            }
        }
        Ok(())
    }

    fn fill_claim_deadline(&self, id: GameId, now: Timestamp) -> Result<(), Fault> {
        let held = self.readable(id)?;
        if !held.is_some_and(|held| lacks_deadline(&held.record)) {
            return Ok(());
        }
        // A pause since the last action moves the end of the time to claim, and sets the deadline.
        match self.stand_still(id, Timestamp(0), now) {
            Ok(()) | Err(ServiceError::Refused(_)) => Ok(()),
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
