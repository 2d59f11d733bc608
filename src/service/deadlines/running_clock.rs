//! Effect of the settings of the person to move on the running clock: reminders, and pauses during
//! vacations.

use crate::service::Service;
use crate::service::api::fault::{Fault, ServiceError};
use crate::service::api::ids::{GameId, PersonId, Timestamp};
use crate::service::api::refusal::Refusal;
use crate::service::deadlines::reminder_moments::{next_reminder, passed};
use crate::service::game::commands::{self, Actions};
use crate::service::game::replay;
use crate::service::game::state::match_state::MatchState;
use crate::service::model::action::{Action, ActionKind};
use crate::service::model::game::StartedGame;
use crate::service::model::settings::languages::Chooser;
use crate::service::model::settings::{PersonData, PersonSettings};
use crate::service::repository::indices;
use crate::store::{Batch, Expected, Key, Table};

impl Service {
    /// Changes a person's settings, and in the same commit the clocks they affect. Returns the new
    /// settings and the games that look different.
    ///
    /// # Errors
    ///
    /// The change is refused, or the store failed; nothing has changed then, except perhaps the
    /// clock of a game that began meanwhile.
    pub fn change_settings(
        &self,
        now: Timestamp,
        person: PersonId,
        change: impl Fn(&mut PersonSettings) -> Result<(), Refusal>,
    ) -> Result<(PersonSettings, Vec<GameId>), ServiceError> {
        let key = Key::new().u64(person.0);
        for game in self.games_of(person)?.iter().filter(|game| game.begun) {
            self.catch_up(game.id)?;
        }
        let (settings, mut changed, known) = self.write::<_, ServiceError>(|batch| {
            let (old, new) = self.put_changed(batch, &key, |data: &mut PersonData| {
                change(&mut data.settings).map_err(ServiceError::from)
            })?;
            let (old, settings) = (old.settings, new.settings);
            if settings == old {
                return Ok((settings, Vec::new(), None));
            }
            if settings.language != old.language {
                let language = settings.language.as_deref();
                self.note_language(batch, Chooser::Person(person), language)?;
            }
            let (mut changed, mut known) = (Vec::new(), Vec::new());
            for game in self.games_of(person)?.iter().filter(|game| game.begun) {
                known.push(game.id);
                if self.adapt_clock_of(batch, game.id, person, &settings, now)? {
                    changed.push(game.id);
                }
            }
            Ok((settings, changed, Some(known)))
        })?;
        if let Some(known) = known {
            changed.extend(self.adapt_other_clocks(now, person, &known)?);
        }
        Ok((settings, changed))
    }

    /// Adapts the clocks of games that began by a person's former settings while new ones were
    /// written, that is, of all but the `known` ones. Returns the games that look different.
    fn adapt_other_clocks(
        &self,
        now: Timestamp,
        person: PersonId,
        known: &[GameId],
    ) -> Result<Vec<GameId>, ServiceError> {
        let mut changed = Vec::new();
        for game in self.games_of(person)? {
            if !game.begun || known.contains(&game.id) {
                continue;
            }
            let is_seen = self.write(|batch| {
                let settings = self.settings_as_read(batch, person)?;
                self.adapt_clock_of(batch, game.id, person, &settings, now)
            })?;
            changed.extend(is_seen.then_some(game.id));
        }
        Ok(changed)
    }

    /// Adapts the clock of one game to a person's new settings; returns whether people can see a
    /// change.
    fn adapt_clock_of(
        &self,
        batch: &mut Batch,
        game: GameId,
        person: PersonId,
        settings: &PersonSettings,
        now: Timestamp,
    ) -> Result<bool, ServiceError> {
        let loaded = self.load(game)?;
        let stored = loaded.held.record.game();
        let Some(stored) = stored.filter(|game| game.clock.is_some()) else {
            return Ok(false);
        };
        let mut changed = stored.clone();
        let mut state = MatchState::clone(&*loaded.state(stored)?);
        if to_move(&changed, &state) != Some(person) {
            // It may become this person's turn meanwhile.
            let expected = Expected::Revision(loaded.held.revision);
            batch.require(Table::Games, indices::game_key(game), expected);
            return Ok(false);
        }
        state.now = now;
        let actions = follow_vacation(&mut state, settings);
        set_due(&mut changed, &state, settings);
        let actions = commands::done_at(now, actions);
        let is_seen = !actions.is_empty();
        self.put_aside(batch, &loaded, changed, actions, is_seen)?;
        Ok(is_seen)
    }

    /// Adapts the running clock to the settings of the person to move.
    pub(crate) fn adapt_clock(
        &self,
        batch: &mut Batch,
        game: &mut StartedGame,
        state: &mut MatchState,
    ) -> Result<Actions, Fault> {
        if game.clock.is_none() {
            return Ok(Vec::new());
        }
        let Some(person) = to_move(game, state) else {
            set_due(game, state, &PersonSettings::default());
            return Ok(Vec::new());
        };
        let settings = self.settings_as_read(batch, person)?;
        let actions = follow_vacation(state, &settings);
        set_due(game, state, &settings);
        Ok(actions)
    }

    /// Reads a person's settings; the batch fails if they change meanwhile.
    pub(crate) fn settings_as_read(
        &self,
        batch: &mut Batch,
        person: PersonId,
    ) -> Result<PersonSettings, Fault> {
        let key = Key::new().u64(person.0);
        let held = self.read::<PersonData>(&key)?;
        let expected = Expected::as_read(held.as_ref().map(|held| held.revision));
        batch.require(Table::Players, key, expected);
        Ok(held.map(|held| held.record.settings).unwrap_or_default())
    }

    /// Adapts the clock of a game that has just begun to the settings of the person to move.
    pub(crate) fn adapt_clock_at_start(
        &self,
        batch: &mut Batch,
        id: GameId,
        game: &mut StartedGame,
    ) -> Result<Vec<Action>, Fault> {
        if game.clock.is_none() {
            return Ok(Vec::new());
        }
        let mut state = replay::replay(game, &[]).map_err(Fault::damaged(id))?;
        state.now = game.started;
        let actions = self.adapt_clock(batch, game, &mut state)?;
        Ok(commands::done_at(game.started, actions))
    }
}

/// Returns the person whose clock is running.
pub(crate) fn to_move(game: &StartedGame, state: &MatchState) -> Option<PersonId> {
    state.runs_out()?;
    game.person_of(state.game.position().side())
}

/// Pauses the running clock while the person to move is on vacation, or resumes it.
fn follow_vacation(state: &mut MatchState, settings: &PersonSettings) -> Actions {
    let now = state.now;
    let until = settings.vacation.lasts(now);
    let away = state.clocks.as_ref().and_then(|clocks| clocks.away);
    let away = away.filter(|away| *away > now);
    if until == away || state.is_out_of_time() || commands::check_aside(state).is_err() {
        return Vec::new();
    }
    let side = state.game.position().side();
    let back = away.map(|_| commands::act(state, side, ActionKind::EndVacation));
    let gone = until.map(|until| commands::act(state, side, ActionKind::StartVacation(until)));
    back.into_iter().chain(gone).collect()
}

/// Sets the next deadline of the running clock: a reminder, or its end.
pub(crate) fn set_due(game: &mut StartedGame, state: &MatchState, settings: &PersonSettings) {
    if let Some(clock) = &mut game.clock {
        let call = next_reminder(state, settings, passed(clock, state));
        let over = state.runs_out();
        clock.due = over.map(|over| call.map_or(over, |call| call.at));
    }
}
