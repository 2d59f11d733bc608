//! Who is to be reminded to move, once a turn.

use crate::session::ids::{GameId, Timestamp};
use crate::session::index;
use crate::session::load;
use crate::session::service::{Fault, Loaded, Service, SessionError};
use crate::session::view::{GameView, View};
use crate::store::records::ReminderRecord;
use crate::store::{Batch, Expected, Keys, Table};

impl Service {
    /// The games whose person to move is to be reminded, as they are now.
    ///
    /// # Errors
    ///
    /// The store failed. A game that has gone on, or cannot be read, is forgotten.
    pub fn reminders(&self) -> Result<Vec<GameView>, Fault> {
        let mut views = Vec::new();
        for (key, held) in self.archive.scan::<ReminderRecord>(&Keys::all())? {
            let Some(id) = index::game_of(&key) else {
                continue;
            };
            match self.view(id) {
                Ok(View::Game(view)) if view.is_waiting_at(held.record.step) => views.push(*view),
                Err(SessionError::Fault(fault)) if !fault.is_of_one_game() => return Err(fault),
                Ok(_) | Err(_) => self.reminded(id)?,
            }
        }
        Ok(views)
    }

    /// Notes that somebody was reminded.
    ///
    /// # Errors
    ///
    /// The store failed.
    pub fn reminded(&self, game: GameId) -> Result<(), Fault> {
        let mut batch = Batch::new();
        batch.delete(Table::Reminders, index::game_key(game), Expected::Any);
        Ok(self.archive.commit(batch)?)
    }

    /// Notes that the person to move is to be reminded, if that is what a clock calls for now.
    pub(super) fn remind(&self, loaded: &Loaded, now: Timestamp) -> Result<bool, SessionError> {
        let (id, old) = (loaded.id, &loaded.held.record);
        let damaged = |damage| Fault::Damaged { game: id, damage };
        let mut play = load::replay(old, &loaded.actions).map_err(damaged)?;
        play.now = now.0;
        let last = old.clock.as_ref().and_then(|clock| clock.reminded);
        let is_due = play.due(last).is_some_and(|due| due <= now);
        let (Some(over), true, true) = (play.runs_out(), is_due, !play.is_out_of_time()) else {
            return Ok(false);
        };
        self.note(id, |record, batch| {
            let Some(clock) = record
                .clock
                .as_mut()
                .filter(|_| record.actions == old.actions)
            else {
                return;
            };
            clock.reminded = Some(play.steps);
            clock.due = Some(over.0);
            let reminder = ReminderRecord { step: play.steps };
            batch.put_record(index::game_key(id), &reminder, Expected::Any);
        })?;
        Ok(true)
    }
}
