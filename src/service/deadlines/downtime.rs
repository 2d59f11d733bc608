//! Compensation for time in which nobody could move because the bot was down.
//!
//! After a restart, the time owed is recorded in one small commit. The games get it back page by
//! page after that; a game in which something is done meanwhile gets it first. A game gets it only
//! once, even if its turn comes several times.

use std::time::Duration;

use crate::service::Service;
use crate::service::api::fault::{Fault, ServiceError};
use crate::service::api::ids::{GameId, Timestamp};
use crate::service::game::commands;
use crate::service::game::match_state::MatchState;
use crate::service::game::transaction::LoadedGame;
use crate::service::model::messages::{Alive, OwedTime};
use crate::service::repository::indices;
use crate::service::repository::persistent::Persistent;
use crate::store::{Batch, Expected, Key, Keys, Table, Versioned};

/// Minimum downtime that is announced in the channel when it is given back.
const SHOWN_FROM: Duration = Duration::from_secs(60);
/// Number of games that get their time back in one commit.
const PAGE: usize = 50;

impl Service {
    /// Records that people can move at `now`.
    ///
    /// # Errors
    ///
    /// The store failed.
    pub fn note_online(&self, now: Timestamp) -> Result<(), Fault> {
        self.write(|batch| {
            let held = self.alive()?;
            let owed = held.and_then(|held| held.record.owed);
            put_alive(batch, held, Alive { at: now, owed });
            Ok(())
        })
    }

    /// Records that people can move again, and that the running clocks are owed the time since the
    /// last [`Service::note_online`]; [`Service::give_back`] gives it to them.
    ///
    /// # Errors
    ///
    /// The store failed.
    pub fn note_back_online(&self, now: Timestamp) -> Result<(), Fault> {
        self.write(|batch| {
            let held = self.alive()?;
            let alive = held.map_or(now, |held| held.record.at);
            let owed = held.and_then(|held| held.record.owed);
            // Time not yet given back is merged: games that have got it already get only the rest.
            let from = owed.map_or(alive, |owed| owed.from);
            let owed = OwedTime {
                from,
                until: now,
                down_to: None,
            };
            let alive = Alive {
                at: now,
                owed: (from < now).then_some(owed),
            };
            put_alive(batch, held, alive);
            Ok(())
        })
    }

    /// Gives the owed time back to the next page of games, and returns whether there may be more.
    /// The progress is recorded in the same commit.
    ///
    /// # Errors
    ///
    /// The store failed. A game that cannot be read is skipped.
    pub fn give_back(&self) -> Result<bool, Fault> {
        self.write(|batch| {
            let Some((held, owed)) = self.owed()? else {
                return Ok(false);
            };
            // A game that gets time back gets a later deadline, so it leaves the pages still to
            // come.
            let keys = match owed.down_to {
                Some((due, game)) => Keys::all().before(Key::new().u64(due.0).u32(game.0)),
                None => Keys::all(),
            };
            let keys = keys.reversed().limit(PAGE);
            let page = self.archive.store().scan(Table::Deadlines, &keys)?;
            for id in page.iter().filter_map(|(key, _)| indices::game_of(key)) {
                match self.load(id) {
                    Ok(loaded) => self.give_back_to(batch, &loaded, owed)?,
                    Err(ServiceError::Refused(_)) => {}
                    Err(ServiceError::Fault(fault)) if fault.is_of_one_game() => {
                        tracing::error!(game = %id, %fault, "its clock goes on");
                    }
                    Err(ServiceError::Fault(fault)) => return Err(fault),
                }
            }
            let last = page.last();
            let last = last.and_then(|(key, _)| indices::moment_of(key).zip(indices::game_of(key)));
            let owed = last.map(|down_to| OwedTime {
                down_to: Some(down_to),
                ..owed
            });
            let at = held.record.at;
            put_alive(batch, Some(held), Alive { at, owed });
            Ok(owed.is_some())
        })
    }

    /// Gives one game the time it is owed, before anything is done in it.
    pub(crate) fn catch_up(&self, id: GameId) -> Result<(), ServiceError> {
        let Some((_, owed)) = self.owed()? else {
            return Ok(());
        };
        self.write(|batch| {
            let loaded = self.load(id)?;
            Ok(self.give_back_to(batch, &loaded, owed)?)
        })
    }

    fn alive(&self) -> Result<Option<Versioned<Alive>>, Fault> {
        self.read_intact(&alive_key())
    }

    fn owed(&self) -> Result<Option<(Versioned<Alive>, OwedTime)>, Fault> {
        let held = self.alive()?;
        Ok(held.and_then(|held| Some((held, held.record.owed?))))
    }

    /// Pauses the clock of a game for the time it is owed, unless that was done already.
    pub(crate) fn give_back_to(
        &self,
        batch: &mut Batch,
        loaded: &LoadedGame,
        owed: OwedTime,
    ) -> Result<(), Fault> {
        let Ok(old) = loaded.held.record.running() else {
            return Ok(());
        };
        if old.clock.is_none() {
            return Ok(());
        }
        let mut state = MatchState::clone(&*loaded.state(old)?);
        let clocks = state.clocks.as_ref();
        if clocks.is_none_or(|clocks| clocks.since >= owed.until) {
            return Ok(());
        }
        let last = loaded.log.actions.last().map(|action| action.at);
        state.now = owed.from.max(last.unwrap_or(old.started));
        let mut actions = vec![commands::pause(&mut state, owed.until)];
        let mut game = old.clone();
        actions.extend(self.adapt_clock(batch, &mut game, &mut state)?);
        let actions = commands::done_at(state.now, actions);
        let is_long = owed.until.since(owed.from) >= SHOWN_FROM;
        self.put_aside(batch, loaded, game, actions, is_long)
    }
}

fn put_alive(batch: &mut Batch, held: Option<Versioned<Alive>>, alive: Alive) {
    let expected = Expected::as_read(held.map(|held| held.revision));
    batch.put_record(alive_key(), &alive.to_record(), expected);
}

fn alive_key() -> Key {
    Key::new().u8(0)
}
