//! Deadlines of tables and clocks, and what happens when they fall due.

use crate::service::Service;
use crate::service::api::fault::{Fault, ServiceError};
use crate::service::api::ids::{GameId, PersonId, Timestamp};
use crate::service::game::timeout;
use crate::service::model::Stored;
use crate::service::repository::indices;
use crate::service::table::lifecycle;
use crate::store::{Batch, Expected, Keys, Revision, Table};

/// Number of deadlines handled at once.
const AT_ONCE: usize = 50;

/// Deadline that has passed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Deadline {
    /// The table or game.
    pub game: GameId,
    /// Its people; what they have sent already is to be handled first.
    pub people: Vec<PersonId>,
    /// Key and revision of its entry.
    entry: (Vec<u8>, Revision),
}

impl Service {
    /// Returns a first number of deadlines that have passed.
    ///
    /// # Errors
    ///
    /// The store failed.
    pub fn due(&self, now: Timestamp) -> Result<Vec<Deadline>, Fault> {
        let due = indices::due(now).limit(AT_ONCE);
        let mut deadlines = Vec::new();
        for (key, held) in self.archive.store().scan(Table::Deadlines, &due)? {
            let Some(game) = indices::game_of(&key) else {
                continue;
            };
            let record = self.readable(game)?.map(|held| held.record);
            deadlines.push(Deadline {
                game,
                people: record.map_or_else(Vec::new, |record| people(&record)),
                entry: (key, held.revision),
            });
        }
        Ok(deadlines)
    }

    /// Closes a table whose time is over, or applies the consequence for a player whose time is
    /// over; returns whether people can see a change.
    ///
    /// # Errors
    ///
    /// The store failed; the deadline stays due.
    pub fn expire(&self, deadline: &Deadline, now: Timestamp) -> Result<bool, Fault> {
        let id = deadline.game;
        match self.fall_due(id, now) {
            Ok(has_changed) => return Ok(has_changed),
            Err(ServiceError::Refused(refusal)) => {
                tracing::debug!(game = %id, ?refusal, "nothing is due");
            }
            Err(ServiceError::Fault(fault)) if fault.is_of_one_game() => {
                tracing::error!(game = %id, %fault, "its time is over");
            }
            Err(ServiceError::Fault(fault)) => return Err(fault),
        }
        self.forget_deadline(deadline)?;
        Ok(false)
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
        self.change_game(id, now, |_, state| timeout::run_out(state))?;
        Ok(true)
    }

    /// Deletes the entry of a deadline that leads to no game, so that it triggers no further
    /// wake-ups, unless it has been written again meanwhile.
    fn forget_deadline(&self, deadline: &Deadline) -> Result<(), Fault> {
        let (key, revision) = &deadline.entry;
        let mut batch = Batch::new();
        batch.delete(Table::Deadlines, key.clone(), Expected::Revision(*revision));
        self.archive.commit_unless_changed(batch)?;
        Ok(())
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

/// Returns the people of a table or game.
fn people(stored: &Stored) -> Vec<PersonId> {
    match stored {
        Stored::Table(table) => table.people.iter().map(|seat| seat.person).collect(),
        Stored::Game(game) => {
            let people = game.people.iter();
            people.map(|player| player.seat.person).collect()
        }
    }
}
