//! Who is to be reminded to move, as often as that person wants.

use crate::service::Service;
use crate::service::api::fault::{Fault, SessionError};
use crate::service::api::ids::{GameId, PersonId, Timestamp};
use crate::service::api::view::{GameView, View};
use crate::service::deadlines::due::{next_call, passed, set_due, to_move};
use crate::service::people::reminder_preferences::Reach;
use crate::service::people::settings::Settings;
use crate::service::repository::indices;
use crate::store::records::ReminderRecord;
use crate::store::{Batch, Expected, Table};

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
    /// The games in which somebody is to be reminded, the oldest first.
    ///
    /// # Errors
    ///
    /// The store failed.
    pub fn reminders_due(&self) -> Result<Vec<GameId>, Fault> {
        self.listed(Table::Reminders)
    }

    /// Who is to be reminded in a game, as it is now.
    ///
    /// # Errors
    ///
    /// The store failed. A game that has gone on, or cannot be read, is forgotten.
    pub fn reminder_of(&self, id: GameId, now: Timestamp) -> Result<Option<Reminder>, Fault> {
        let held = self
            .archive
            .find::<ReminderRecord>(&indices::game_key(id))?;
        let Some(ReminderRecord { step, number }) = held.map(|held| held.record) else {
            return Ok(None);
        };
        match self.view(id) {
            Ok(View::Game(view)) if view.is_waiting_at(step) => self.reminder(*view, number, now),
            Err(SessionError::Fault(fault)) if !fault.is_of_one_game() => Err(fault),
            Ok(_) | Err(_) => self.reminded(id, step, number).map(|()| None),
        }
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
        let key = indices::game_key(game);
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
    pub(crate) fn remind(&self, id: GameId, now: Timestamp) -> Result<bool, SessionError> {
        self.write(|batch| {
            let loaded = self.load(id)?;
            let mut record = loaded.held.record.clone();
            let mut play = loaded.replay()?;
            play.now = now.0;
            let (Some(clock), Some(_), false) =
                (&mut record.clock, play.runs_out(), play.is_out_of_time())
            else {
                return Ok(false);
            };
            let settings = match to_move(&loaded.held.record, &play) {
                Some(person) => self.wishes(batch, person)?,
                None => Settings::default(),
            };
            // What has come late, because nobody was there to remind, comes once.
            let before = passed(clock, &play);
            let mut behind = before;
            while let Some(call) = next_call(&play, &settings, behind).filter(|call| call.at <= now)
            {
                behind = call.number + 1;
            }
            if behind > before {
                clock.reminded = Some(play.steps);
                clock.reminders = Some(behind);
                let reminder = ReminderRecord {
                    step: play.steps,
                    number: behind,
                };
                batch.put_record(indices::game_key(id), &reminder, Expected::Any);
            }
            set_due(&mut record, &play, &settings);
            self.replace(batch, id, &loaded.held, &record, false)?;
            Ok(true)
        })
    }
}
