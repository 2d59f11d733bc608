//! Deadlines of tables and clocks, and what happens when they fall due.

use std::time::Duration;

use crate::service::Service;
use crate::service::api::fault::{Fault, ServiceError};
use crate::service::api::ids::{GameId, GuildId, PersonId, Place, Timestamp};
use crate::service::api::view::page::Reached;
use crate::service::game::running_clock::timeout;
use crate::service::game::table::lifecycle;
use crate::service::model::TableOrGame;
use crate::service::repository::indices;
use crate::store::{Batch, Entries, Expected, Keys, Revision, Stored, Table};

/// Number of entries in a page; once this many are found, no further page is read.
const AT_ONCE: usize = 50;

/// Maximum number of pages that are looked through together; all may belong to other processes.
const PAGES: usize = 20;

/// Pause before a process looks again for its own deadlines behind many of other processes.
const LOOK_AGAIN: Duration = Duration::from_secs(1);

/// Interval at which a clock that would run out in an outage is paused and checked again.
const PAUSE: Duration = Duration::from_secs(60);

/// Interval at which a clock that would run out on a server that the bot has left is paused and
/// checked again. A shorter one adds more than a few entries a day to the log of the game; a longer
/// one gives more to a player whose server invites the bot again soon after.
const ABSENCE_PAUSE: Duration = Duration::from_secs(6 * 3_600);

/// Time after which clocks run again on a server that the bot has left, even if its data is still
/// there: otherwise games would go on for ever where data is never removed, and their logs would
/// grow. It is longer than the default retention period by a day, because the removal first asks
/// Discord if the bot is back.
const LONGEST_ABSENCE: Duration = Duration::from_secs(31 * 24 * 3_600);

/// Deadline that has passed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Deadline {
    /// The table or game.
    pub game: GameId,
    /// Players whose queued requests must run before the deadline.
    pub people: Vec<PersonId>,
    /// Its server, if the bot writes there as a member.
    pub server: Option<GuildId>,
    /// Key and revision of its entry.
    entry: (Vec<u8>, Revision),
}

impl Service {
    /// Returns some of the deadlines that have passed, of those that this process handles. The next
    /// call continues after those already checked; after the last, it starts over with the first.
    ///
    /// # Errors
    ///
    /// The store failed.
    pub fn due(&self, now: Timestamp) -> Result<Vec<Deadline>, Fault> {
        let reached = self.due_reached.lock().take();
        let keys = match reached {
            Some(reached) => indices::due(now).beyond(reached.into_key()),
            None => indices::due(now),
        };
        let (own, next) = self.look_through(Table::Deadlines, keys, |game, entry| {
            self.acts_for_queued(Table::Deadlines, game, entry)
        })?;
        let mut deadlines = Vec::new();
        for (key, held) in own {
            let Some(game) = indices::game_of(&key) else {
                continue;
            };
            let record = self.readable(game)?.map(|held| held.record);
            let place = record.as_ref().map(|record| record.common().place);
            deadlines.push(Deadline {
                game,
                server: place.and_then(Place::joined_server),
                people: record.map_or_else(Vec::new, |record| people(&record)),
                entry: (key, held.revision),
            });
        }
        *self.due_reached.lock() = next;
        Ok(deadlines)
    }

    /// Checks a limited number of the entries of a queue that `keys` selects, until enough are found
    /// that `admits`; returns those, and the key from which to continue, unless there are no more.
    pub(super) fn look_through(
        &self,
        queue: Table,
        keys: Keys,
        admits: impl Fn(GameId, &[u8]) -> Result<bool, Fault>,
    ) -> Result<(Entries<Stored>, Option<Reached>), Fault> {
        let mut keys = keys.limit(AT_ONCE);
        let (mut found, mut pages) = (Vec::new(), 0);
        loop {
            let page = self.archive.store().scan(queue, &keys)?;
            let last = page.last().filter(|_| page.len() == AT_ONCE);
            let next = last.map(|(key, _)| Reached::at(key));
            for (key, entry) in page {
                if let Some(game) = indices::game_of(&key)
                    && admits(game, &entry.bytes)?
                {
                    found.push((key, entry));
                }
            }
            pages += 1;
            match next {
                Some(next) if found.len() < AT_ONCE && pages < PAGES => {
                    keys = keys.beyond(next.into_key());
                }
                next => return Ok((found, next)),
            }
        }
    }

    /// Closes a table whose time is over, or applies the consequence for a player whose time is
    /// over; returns whether people can see a change.
    ///
    /// # Errors
    ///
    /// The store failed; the deadline stays due.
    pub fn expire(&self, deadline: &Deadline, now: Timestamp) -> Result<bool, Fault> {
        let id = deadline.game;
        if !self.acts_for(id)? {
            // Another process has taken over since.
            return Ok(false);
        }
        match self.fall_due(id, now) {
            Ok(has_changed) => return Ok(has_changed),
            Err(ServiceError::Refused(refusal)) => {
                tracing::debug!(game = %id, ?refusal, "a deadline refers to nothing that is due");
            }
            Err(ServiceError::Fault(fault)) if fault.is_of_one_game() => {
                tracing::error!(game = %id, %fault, "the deadline of a game that cannot be read is dropped");
            }
            Err(ServiceError::Fault(fault)) => return Err(fault),
        }
        self.forget_deadline(deadline)?;
        Ok(false)
    }

    /// Handles a deadline; returns whether people can see a change.
    fn fall_due(&self, id: GameId, now: Timestamp) -> Result<bool, ServiceError> {
        self.catch_up(id)?;
        let record = self.stored(id)?.record;
        if record.running().is_err() {
            self.change_table(id, now, |table| {
                lifecycle::expire(table, now);
                Ok(())
            })?;
            return Ok(true);
        }
        if self.waits_for_server(id, record.common().place, now)? || self.remind(id, now)? {
            return Ok(false);
        }
        self.change_game(id, now, |_, state| timeout::run_out(state))?;
        Ok(true)
    }

    /// Pauses the clock of a game for a while if nobody can move at its place, or lets it run from
    /// now on if the bot left the server long ago; returns whether it did either.
    fn waits_for_server(
        &self,
        id: GameId,
        place: Place,
        now: Timestamp,
    ) -> Result<bool, ServiceError> {
        let (out, left) = (self.outages.at(place), self.absent_since(place)?);
        let Some(from) = out.into_iter().chain(left).min() else {
            return Ok(false);
        };
        if left.is_some_and(|left| now.since(left) >= LONGEST_ABSENCE) {
            self.run_without_bot(id, now)?;
            return Ok(true);
        }
        let pause = if left.is_some() { ABSENCE_PAUSE } else { PAUSE };
        self.pause_clock(id, from, now.after(pause))?;
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

    /// Returns the next deadline of a table or a clock that this process handles, or an earlier
    /// time at which it must look again because there are many of other processes, but never at
    /// once.
    ///
    /// # Errors
    ///
    /// The store failed.
    pub fn next_deadline(&self, now: Timestamp) -> Result<Option<Timestamp>, Fault> {
        let held = self.held_shards();
        let count = match &held {
            None => 1,
            Some(held) if held.is_empty() => return Ok(None),
            Some(_) => AT_ONCE,
        };
        let keys = Keys::all().limit(count);
        let entries = self.archive.store().scan(Table::Deadlines, &keys)?;
        for (key, held) in &entries {
            let Some(game) = indices::game_of(key) else {
                continue;
            };
            if self.acts_for_queued(Table::Deadlines, game, &held.bytes)? {
                return Ok(indices::moment_of(key));
            }
        }
        let last = entries.last().filter(|_| entries.len() == count);
        let last = last.and_then(|(key, _)| indices::moment_of(key));
        // Those that have passed stay until their own process has handled them.
        Ok(last.map(|last| last.max(now.after(LOOK_AGAIN))))
    }
}

/// Returns the people of a table or game.
fn people(stored: &TableOrGame) -> Vec<PersonId> {
    match stored {
        TableOrGame::Table(table) => table.people.iter().map(|seat| seat.person).collect(),
        TableOrGame::Game(game) => {
            let people = game.people.iter();
            people.map(|player| player.seat.person).collect()
        }
    }
}
