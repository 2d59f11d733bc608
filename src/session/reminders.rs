//! Who is to be reminded to move, as often as that person wants.

use crate::session::change::Loaded;
use crate::session::fault::{Fault, SessionError};
use crate::session::ids::{GameId, PersonId, Timestamp};
use crate::session::index;
use crate::session::reach::Reach;
use crate::session::service::Service;
use crate::session::view::{GameView, View};
use crate::session::wishes::{next_call, passed, set_due, to_move};
use crate::store::records::ReminderRecord;
use crate::store::{Batch, Expected, Keys, Table};

/// Somebody is to be reminded to move.
#[derive(Clone, Debug)]
pub struct Reminder {
    /// The game.
    pub view: GameView,
    /// The person.
    pub person: PersonId,
    /// Where.
    pub reach: Reach,
    /// Which reminder of this step it is, counted over all that anybody can get.
    pub number: u8,
    /// Whether it is to make no noise, because it is night there.
    pub is_silent: bool,
}

impl Service {
    /// Who is to be reminded in which games, as they are now.
    ///
    /// # Errors
    ///
    /// The store failed. A game that has gone on, or cannot be read, is forgotten.
    pub fn reminders(&self, now: Timestamp) -> Result<Vec<Reminder>, Fault> {
        let mut reminders = Vec::new();
        for (key, held) in self.archive.scan::<ReminderRecord>(&Keys::all())? {
            let Some(id) = index::game_of(&key) else {
                continue;
            };
            match self.view(id) {
                Ok(View::Game(view)) if view.is_waiting_at(held.record.step) => {
                    let number = held.record.number;
                    reminders.extend(self.reminder(*view, number, now)?);
                }
                Err(SessionError::Fault(fault)) if !fault.is_of_one_game() => return Err(fault),
                Ok(_) | Err(_) => self.reminded(id, held.record.step, held.record.number)?,
            }
        }
        Ok(reminders)
    }

    /// How the person to move wants to be reminded.
    fn reminder(
        &self,
        view: GameView,
        number: u8,
        now: Timestamp,
    ) -> Result<Option<Reminder>, Fault> {
        let Some(person) = view.to_move().and_then(|color| view.person(color)) else {
            return Ok(None);
        };
        let settings = self.settings(person.id)?;
        Ok(Some(Reminder {
            person: person.id,
            reach: settings.reach,
            number,
            is_silent: settings.night_around(now).is_some(),
            view,
        }))
    }

    /// Whether it is night for a person, who is called without a sound then.
    ///
    /// # Errors
    ///
    /// The store failed.
    pub fn is_night_for(&self, person: PersonId, now: Timestamp) -> Result<bool, Fault> {
        Ok(self.settings(person)?.night_around(now).is_some())
    }

    /// Notes that somebody was reminded; another reminder that is due by now stays.
    ///
    /// # Errors
    ///
    /// The store failed.
    pub fn reminded(&self, game: GameId, step: u32, number: u8) -> Result<(), Fault> {
        let key = index::game_key(game);
        let held = self.archive.read::<ReminderRecord>(&key)?;
        let record = ReminderRecord { step, number };
        let Some(held) = held.filter(|held| held.record == record) else {
            return Ok(());
        };
        let mut batch = Batch::new();
        let expected = Expected::Revision(held.revision);
        batch.delete(Table::Reminders, key, expected);
        self.archive.commit_unless_changed(batch)?;
        Ok(())
    }

    /// Notes that the person to move is to be reminded, if that is what a clock calls for now;
    /// says whether time goes on.
    pub(super) fn remind(&self, loaded: &Loaded, now: Timestamp) -> Result<bool, SessionError> {
        let (id, old) = (loaded.id, &loaded.held.record);
        let mut play = loaded.replay()?;
        play.now = now.0;
        let (Some(clock), Some(_), false) = (&old.clock, play.runs_out(), play.is_out_of_time())
        else {
            return Ok(false);
        };
        let settings = to_move(old, &play).map(|person| self.settings(person));
        let settings = settings.transpose()?.unwrap_or_default();
        // What has come late, because nobody was there to remind, comes once.
        let before = passed(clock, &play);
        let mut behind = before;
        while let Some(call) = next_call(&play, &settings, behind).filter(|call| call.at <= now) {
            behind = call.number + 1;
        }
        self.note(id, |record, batch| {
            if record.actions != old.actions {
                return;
            }
            if let Some(clock) = record.clock.as_mut().filter(|_| behind > before) {
                clock.reminded = Some(play.steps);
                clock.reminders = Some(behind);
                let reminder = ReminderRecord {
                    step: play.steps,
                    number: behind,
                };
                batch.put_record(index::game_key(id), &reminder, Expected::Any);
            }
            set_due(record, &play, &settings);
        })?;
        Ok(true)
    }
}
