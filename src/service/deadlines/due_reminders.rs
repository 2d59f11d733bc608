//! Reminders to the person to move, as often as that person wants them.

use crate::service::Service;
use crate::service::api::fault::{Fault, ServiceError};
use crate::service::api::ids::{GameId, PersonId, Timestamp};
use crate::service::api::view::game::GameView;
use crate::service::api::view::page::{QueuePage, Reached};
use crate::service::api::view::update::View;
use crate::service::game::running_clock::follow_settings::{set_due, to_move};
use crate::service::game::running_clock::reminder_moments::{next_reminder, passed};
use crate::service::game::state::match_state::MatchState;
use crate::service::model::TableOrGame;
use crate::service::model::common::Reminded;
use crate::service::model::settings::PersonSettings;
use crate::service::model::settings::reminder_preferences::ReminderPlace;
use crate::service::repository::indices;
use crate::service::repository::queue_entries::{self, Queued};
use crate::store::{Batch, Expected, Table};

/// Reminder to make a move.
#[derive(Clone, Debug)]
pub struct Reminder {
    /// The game.
    pub view: GameView,
    /// The person.
    pub person: PersonId,
    /// Place where the person is reminded.
    pub place: ReminderPlace,
    /// Step at which it became due; it is sent even if somebody else has left since.
    pub step: u32,
    /// Number of this reminder within the turn, counted over all reminders that anybody can get.
    pub number: u8,
    /// True if it is sent silently because it is night for the person.
    pub is_silent: bool,
}

impl Service {
    /// Returns the next of this process's games with a reminder to send.
    ///
    /// # Errors
    ///
    /// The store failed.
    pub fn reminders_due(&self, after: Option<Reached>) -> Result<QueuePage, Fault> {
        self.queued(Table::Reminders, after)
    }

    /// Returns the reminder to send in a game, if it is still due.
    ///
    /// # Errors
    ///
    /// The store failed. A reminder is dropped if the game has continued or cannot be read.
    pub fn reminder_of(&self, id: GameId, now: Timestamp) -> Result<Option<Reminder>, Fault> {
        let held = self.read_intact::<Queued<Reminded>>(&indices::game_key(id))?;
        let Some(due) = held.map(|held| held.record.what) else {
            return Ok(None);
        };
        match self.view(id) {
            Ok(View::Game(view)) if view.is_waiting_since(due.step) => {
                self.reminder(*view, due, now)
            }
            Err(ServiceError::Fault(fault)) if !fault.is_of_one_game() => Err(fault),
            Ok(_) | Err(_) => self.reminded(id, due.step, due.moments).map(|()| None),
        }
    }

    /// Creates a reminder from the settings of the person to move; none while the clock is paused
    /// because that person is on vacation or the bot is no longer on the server of the game.
    fn reminder(
        &self,
        view: GameView,
        due: Reminded,
        now: Timestamp,
    ) -> Result<Option<Reminder>, Fault> {
        let Some(color) = view.to_move() else {
            return Ok(None);
        };
        let Some(person) = view.person(color) else {
            return Ok(None);
        };
        let away = view.clock.as_ref().and_then(|clock| clock.away);
        if away.is_some_and(|until| until > now) || self.absent_since(view.place)?.is_some() {
            return Ok(None);
        }
        let settings = self.settings(person.id)?;
        let place = if view.may_be_hidden_from(color) {
            ReminderPlace::Direct
        } else {
            settings.reminder_place
        };
        Ok(Some(Reminder {
            person: person.id,
            place,
            step: due.step,
            number: due.moments,
            is_silent: settings.night_around(now).is_some(),
            view,
        }))
    }

    /// Returns whether it is night for a person; messages to them are silent then.
    ///
    /// # Errors
    ///
    /// The store failed.
    pub fn is_night_for(&self, person: PersonId, now: Timestamp) -> Result<bool, Fault> {
        Ok(self.settings(person)?.night_around(now).is_some())
    }

    /// Records that somebody was reminded; a later reminder that has become due stays.
    ///
    /// # Errors
    ///
    /// The store failed.
    pub fn reminded(&self, game: GameId, step: u32, number: u8) -> Result<(), Fault> {
        let key = indices::game_key(game);
        let sent = Reminded {
            step,
            moments: number,
        };
        let held = self.read::<Queued<Reminded>>(&key)?;
        let Some(held) = held.filter(|held| held.record.what == sent) else {
            return Ok(());
        };
        let mut batch = Batch::new();
        let expected = Expected::Revision(held.revision);
        batch.delete(Table::Reminders, key, expected);
        self.archive.commit_unless_changed(batch)?;
        Ok(())
    }

    /// Records that the person to move must be reminded, if the running clock calls for that now;
    /// returns whether the clock is still running.
    pub(crate) fn remind(&self, id: GameId, now: Timestamp) -> Result<bool, ServiceError> {
        self.write(|batch| {
            let loaded = self.load(id)?;
            let old = loaded.held.record.running()?;
            let (mut game, mut state) = (old.clone(), MatchState::clone(&*loaded.state(old)?));
            state.now = now;
            let (Some(clock), Some(_), false) =
                (&mut game.clock, state.runs_out(), state.is_out_of_time())
            else {
                return Ok(false);
            };
            let settings = match to_move(old, &state) {
                Some(person) => self.settings_as_read(batch, person)?,
                None => PersonSettings::default(),
            };
            // Reminders that were missed during downtime are sent as one.
            let before = passed(clock, &state);
            let mut behind = before;
            while let Some(call) =
                next_reminder(&state, &settings, behind).filter(|call| call.at <= now)
            {
                behind = call.number + 1;
            }
            if behind > before {
                let reminded = Reminded {
                    step: state.steps,
                    moments: behind,
                };
                clock.reminded = Some(reminded);
                queue_entries::put(batch, id, game.common.place.guild, reminded);
            }
            set_due(&mut game, &state, &settings);
            let game = TableOrGame::Game(Box::new(game));
            self.replace(batch, id, &loaded.held, &game, false)?;
            Ok(true)
        })
    }
}
