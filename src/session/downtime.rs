//! Time in which nobody could move because the bot was away.

use crate::session::acts;
use crate::session::change::Loaded;
use crate::session::fault::{Fault, SessionError};
use crate::session::ids::{GameId, Timestamp};
use crate::session::index;
use crate::session::service::Service;
use crate::store::records::{AliveRecord, DeadlineMark, StageRecord};
use crate::store::{Batch, CommitError, Expected, Key, Keys};

/// Shorter absences are given back without a word in the channel.
const SHOWN_FROM_MILLIS: u64 = 60_000;

impl Service {
    /// Notes that people can move.
    ///
    /// # Errors
    ///
    /// The store failed.
    pub fn beat(&self, now: Timestamp) -> Result<(), Fault> {
        let mut batch = Batch::new();
        batch.put_record(alive_key(), &AliveRecord { at: now.0 }, Expected::Any);
        Ok(self.archive.commit(batch)?)
    }

    /// Notes that people can move again, and gives the time since the last [`Service::beat`] back
    /// to the clocks that run: all of them and the note in one commit, so that a crash in between
    /// gives nothing twice.
    ///
    /// # Errors
    ///
    /// The store failed. A game that cannot be read is left out.
    pub fn wake(&self, now: Timestamp) -> Result<(), Fault> {
        loop {
            match self.write(|batch| self.give_all_back(batch, now)) {
                // Where many games are played, one of the next tries comes between two moves.
                Err(Fault::Commit(CommitError::Conflict { .. })) => {}
                written => return written,
            }
        }
    }

    fn give_all_back(&self, batch: &mut Batch, now: Timestamp) -> Result<(), Fault> {
        let held = self.archive.read::<AliveRecord>(&alive_key())?;
        let alive = held.as_ref().map(|held| Timestamp(held.record.at));
        if let Some(alive) = alive.filter(|alive| *alive < now) {
            for id in self.running()? {
                match self.load(id) {
                    Ok(loaded) => self.give_back(batch, &loaded, alive, now)?,
                    Err(SessionError::Refused(_)) => {}
                    Err(SessionError::Fault(fault)) if fault.is_of_one_game() => {
                        tracing::error!(game = %id, %fault, "its clock goes on");
                    }
                    Err(SessionError::Fault(fault)) => return Err(fault),
                }
            }
        }
        let expected = Expected::as_read(held.map(|held| held.revision));
        batch.put_record(alive_key(), &AliveRecord { at: now.0 }, expected);
        Ok(())
    }

    /// Tables that wait and games whose clock runs.
    fn running(&self) -> Result<Vec<GameId>, Fault> {
        let entries = self.archive.scan::<DeadlineMark>(&Keys::all())?;
        let games = entries.iter().filter_map(|(key, _)| index::game_of(key));
        Ok(games.collect())
    }

    /// Lets the clock of a game stand still from `alive` until `now`.
    fn give_back(
        &self,
        batch: &mut Batch,
        loaded: &Loaded,
        alive: Timestamp,
        now: Timestamp,
    ) -> Result<(), Fault> {
        let old = &loaded.held.record;
        if old.stage != StageRecord::Playing || old.clock.is_none() {
            return Ok(());
        }
        let mut play = loaded.replay()?;
        let last = loaded
            .history
            .actions
            .last()
            .map(|action| action.at)
            .or(old.started);
        play.now = alive.0.max(last.unwrap_or(0));
        let mut acts = vec![acts::stand(&mut play, now)];
        let mut record = old.clone();
        acts.extend(self.attend(batch, &mut record, &mut play)?);
        let actions = acts::written(Timestamp(play.now), acts);
        let is_long = now.0 - alive.0 >= SHOWN_FROM_MILLIS;
        self.put_aside(batch, loaded, record, actions, is_long)
    }
}

fn alive_key() -> Key {
    Key::new().u8(0)
}
