//! Time in which nobody could move because the bot was away.
//!
//! When it is back, it is noted which time is owed, in one small commit; the games get it back
//! page by page after that, and one in which something is done meanwhile gets it first. A game
//! gets it once, however often it is its turn.

use crate::service::Service;
use crate::service::api::fault::{Fault, SessionError};
use crate::service::api::ids::{GameId, Timestamp};
use crate::service::game::commands;
use crate::service::game::transaction::Loaded;
use crate::service::repository::indices;
use crate::store::records::{AliveRecord, OwedRecord, StageRecord};
use crate::store::{Batch, Expected, Held, Key, Keys, Table};

/// Shorter absences are given back without a word in the channel.
const SHOWN_FROM_MILLIS: u64 = 60_000;
/// Games that get their time back in one commit.
const PAGE: usize = 50;

impl Service {
    /// Notes that people can move.
    ///
    /// # Errors
    ///
    /// The store failed.
    pub fn beat(&self, now: Timestamp) -> Result<(), Fault> {
        self.write(|batch| {
            let held = self.alive()?;
            let owed = held.and_then(|held| held.record.owed);
            put_alive(batch, held, AliveRecord { at: now.0, owed });
            Ok(())
        })
    }

    /// Notes that people can move again, and that the clocks that run are owed the time since the
    /// last [`Service::beat`]; [`Service::give_back`] gives it to them.
    ///
    /// # Errors
    ///
    /// The store failed.
    pub fn wake(&self, now: Timestamp) -> Result<(), Fault> {
        self.write(|batch| {
            let held = self.alive()?;
            let alive = held.map_or(now.0, |held| held.record.at);
            let owed = held.and_then(|held| held.record.owed);
            // What was not given back yet begins anew: the games that have got it get the rest.
            let from = owed.map_or(alive, |owed| owed.from);
            let owed = OwedRecord {
                from,
                until: now.0,
                down_to: None,
            };
            let record = AliveRecord {
                at: now.0,
                owed: (from < now.0).then_some(owed),
            };
            put_alive(batch, held, record);
            Ok(())
        })
    }

    /// Gives the time that is owed back to the next of the games, and says whether there may be
    /// others. How far it has come is in the same commit.
    ///
    /// # Errors
    ///
    /// The store failed. A game that cannot be read is left out.
    pub fn give_back(&self) -> Result<bool, Fault> {
        self.write(|batch| {
            let Some((held, owed)) = self.owed()? else {
                return Ok(false);
            };
            // A game that gets time back moves away from the page to come, to a later moment.
            let keys = match owed.down_to {
                Some((due, game)) => Keys::all().before(Key::new().u64(due).u32(game)),
                None => Keys::all(),
            };
            let keys = keys.reversed().limit(PAGE);
            let page = self.archive.store().scan(Table::Deadlines, &keys)?;
            for id in page.iter().filter_map(|(key, _)| indices::game_of(key)) {
                match self.load(id) {
                    Ok(loaded) => self.give_back_to(batch, &loaded, owed)?,
                    Err(SessionError::Refused(_)) => {}
                    Err(SessionError::Fault(fault)) if fault.is_of_one_game() => {
                        tracing::error!(game = %id, %fault, "its clock goes on");
                    }
                    Err(SessionError::Fault(fault)) => return Err(fault),
                }
            }
            let last = page.last();
            let last = last.and_then(|(key, _)| indices::moment_of(key).zip(indices::game_of(key)));
            let owed = last.map(|(due, game)| OwedRecord {
                down_to: Some((due.0, game.0)),
                ..owed
            });
            let at = held.record.at;
            put_alive(batch, Some(held), AliveRecord { at, owed });
            Ok(owed.is_some())
        })
    }

    /// Gives one game the time that is owed to it, before anything is done in it.
    pub(crate) fn catch_up(&self, id: GameId) -> Result<(), SessionError> {
        let Some((_, owed)) = self.owed()? else {
            return Ok(());
        };
        self.write(|batch| {
            let loaded = self.load(id)?;
            Ok(self.give_back_to(batch, &loaded, owed)?)
        })
    }

    fn alive(&self) -> Result<Option<Held<AliveRecord>>, Fault> {
        Ok(self.archive.find::<AliveRecord>(&alive_key())?)
    }

    fn owed(&self) -> Result<Option<(Held<AliveRecord>, OwedRecord)>, Fault> {
        let held = self.alive()?;
        Ok(held.and_then(|held| Some((held, held.record.owed?))))
    }

    /// Lets the clock of a game stand still for the time that is owed, unless it has already.
    pub(crate) fn give_back_to(
        &self,
        batch: &mut Batch,
        loaded: &Loaded,
        owed: OwedRecord,
    ) -> Result<(), Fault> {
        let (old, until) = (&loaded.held.record, Timestamp(owed.until));
        if old.stage != StageRecord::Playing || old.clock.is_none() {
            return Ok(());
        }
        let mut play = loaded.replay()?;
        if play
            .clocks
            .as_ref()
            .is_none_or(|clocks| clocks.since >= until)
        {
            return Ok(());
        }
        let last = loaded
            .history
            .actions
            .last()
            .map(|action| action.at)
            .or(old.started);
        play.now = owed.from.max(last.unwrap_or(0));
        let mut acts = vec![commands::stand(&mut play, until)];
        let mut record = old.clone();
        acts.extend(self.attend(batch, &mut record, &mut play)?);
        let actions = commands::written(Timestamp(play.now), acts);
        let is_long = owed.until - owed.from >= SHOWN_FROM_MILLIS;
        self.put_aside(batch, loaded, record, actions, is_long)
    }
}

fn put_alive(batch: &mut Batch, held: Option<Held<AliveRecord>>, record: AliveRecord) {
    let expected = Expected::as_read(held.map(|held| held.revision));
    batch.put_record(alive_key(), &record, expected);
}

fn alive_key() -> Key {
    Key::new().u8(0)
}
