//! Deadlines of tables and clocks, and what happens when they fall due.

use crate::service::Service;
use crate::service::api::fault::{Fault, ServiceError};
use crate::service::api::ids::{GameId, Timestamp};
use crate::service::game::commands;
use crate::service::repository::indices;
use crate::service::table::lifecycle;
use crate::store::{Batch, Expected, Keys, Table};

/// Number of deadlines handled at once.
const AT_ONCE: usize = 50;

impl Service {
    /// Closes tables whose time is over, and applies the consequence for players whose time is
    /// over, for a first batch of deadlines. Returns the tables and games that have changed; the
    /// remaining deadlines stay due.
    ///
    /// # Errors
    ///
    /// The store failed.
    pub fn expire(&self, now: Timestamp) -> Result<Vec<GameId>, Fault> {
        let mut changed = Vec::new();
        let due = indices::due(now).limit(AT_ONCE);
        for (key, _) in self.archive.store().scan(Table::Deadlines, &due)? {
            let Some(id) = indices::game_of(&key) else {
                continue;
            };
            match self.fall_due(id, now) {
                Ok(has_changed) => changed.extend(has_changed.then_some(id)),
                Err(ServiceError::Refused(refusal)) => {
                    tracing::debug!(game = %id, ?refusal, "nothing is due");
                    self.forget_deadline(key)?;
                }
                Err(ServiceError::Fault(fault)) if fault.is_of_one_game() => {
                    tracing::error!(game = %id, %fault, "its time is over");
                    self.forget_deadline(key)?;
                }
                Err(ServiceError::Fault(fault)) => return Err(fault),
            }
        }
        Ok(changed)
    }

    /// Handles a deadline; returns whether people can see a change.
    fn fall_due(&self, id: GameId, now: Timestamp) -> Result<bool, ServiceError> {
        self.catch_up(id)?;
        if self.stored(id)?.record.running().is_err() {
            self.change_table(id, now, |table| {
                lifecycle::expire(table, now);
                Ok(())
            })?;
            return Ok(true);
        }
        if self.waits_for_server(id, now)? || self.remind(id, now)? {
            return Ok(false);
        }
        self.change_game(id, now, |_, state| commands::run_out(state))?;
        Ok(true)
    }

    /// Deletes a deadline entry that leads to no game, so that it triggers no further wake-ups.
    fn forget_deadline(&self, key: Vec<u8>) -> Result<(), Fault> {
        let mut batch = Batch::new();
        batch.delete(Table::Deadlines, key, Expected::Any);
        Ok(self.archive.commit(batch)?)
    }

    /// Returns the next deadline of a table or a clock.
    ///
    /// # Errors
    ///
    /// The store failed.
    pub fn next_deadline(&self) -> Result<Option<Timestamp>, Fault> {
        let entries = self
            .archive
            .store()
            .scan(Table::Deadlines, &Keys::all().limit(1))?;
        Ok(entries.first().and_then(|(key, _)| indices::moment_of(key)))
    }
}
