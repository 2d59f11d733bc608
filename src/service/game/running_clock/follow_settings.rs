//! Effect of the settings of the person to move on the running clock: reminders, and pauses during
//! vacations.

use crate::service::Service;
use crate::service::api::fault::Fault;
use crate::service::api::ids::{GameId, PersonId, Timestamp};
use crate::service::game::loading::apply_actions;
use crate::service::game::loading::loaded_game::LoadedGame;
use crate::service::game::player_actions::{Actions, act, check_beside_moves, done_at};
use crate::service::game::running_clock::reminder_moments::{next_reminder, passed};
use crate::service::game::running_clock::timeout;
use crate::service::game::state::match_state::MatchState;
use crate::service::model::TableOrGame;
use crate::service::model::action::{Action, ActionKind};
use crate::service::model::game::StartedGame;
use crate::service::model::settings::PersonSettings;
use crate::service::people::read_settings::ReadSettings;
use crate::service::repository::action_log::ActionLog;
use crate::service::repository::queue_entries;
use crate::store::Batch;

impl Service {
    /// Adapts the running clock to the settings of the person to move, which are read unless they
    /// are `known`. The clock in `game` is still the one that was read.
    pub(crate) fn adapt_clock(
        &self,
        batch: &mut Batch,
        known: &ReadSettings,
        game: &mut StartedGame,
        state: &mut MatchState,
    ) -> Result<Actions, Fault> {
        if game.clock.is_none() {
            return Ok(Vec::new());
        }
        let Some(person) = to_move(game, state) else {
            let actions = timeout::begin_claims_anew(game, state);
            set_due(game, state, &PersonSettings::default());
            return Ok(actions);
        };
        let settings = match known.require(batch, person) {
            Some(settings) => settings.clone(),
            None => self.settings_as_read(batch, person)?,
        };
        let actions = follow_vacation(state, &settings);
        set_due(game, state, &settings);
        Ok(actions)
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
        let mut state = apply_actions::apply(game, &[]).map_err(Fault::damaged(id))?;
        state.now = game.started;
        let actions = self.adapt_clock(batch, &ReadSettings::default(), game, &mut state)?;
        Ok(done_at(game.started, actions))
    }

    /// Adds to `batch` a game that changed without a request; if `is_seen`, also queues an edit of
    /// its message.
    pub(crate) fn put_unrequested_change(
        &self,
        batch: &mut Batch,
        loaded: &LoadedGame,
        mut game: StartedGame,
        actions: Vec<Action>,
        is_seen: bool,
    ) -> Result<(), Fault> {
        if !actions.is_empty() {
            game.actions += u32::try_from(actions.len()).expect("a small count");
            game.common.version += 1;
            let followers = self.scan_games(&[loaded.id])?;
            queue_entries::put_behind(batch, followers, game.common.version);
            let mut log = ActionLog::clone(&loaded.log);
            log.append(batch, loaded.id, actions, game.is_over());
        }
        let stored = TableOrGame::Game(Box::new(game));
        self.replace(batch, loaded.id, &loaded.held, &stored, is_seen)
    }
}

/// Returns the person whose clock is running.
pub(crate) fn to_move(game: &StartedGame, state: &MatchState) -> Option<PersonId> {
    state.runs_out()?;
    game.person_of(state.game.position().side())
}

/// Pauses the running clock while the person to move is on vacation, or resumes it.
pub(crate) fn follow_vacation(state: &mut MatchState, settings: &PersonSettings) -> Actions {
    if !has_other_vacation(state, settings) || state.is_out_of_time() {
        return Vec::new();
    }
    let (until, away) = (settings.vacation.lasts(state.now), away_until(state));
    let side = state.game.position().side();
    let back = away.map(|_| act(state, side, ActionKind::EndVacation));
    let gone = until.map(|until| act(state, side, ActionKind::StartVacation(until)));
    back.into_iter().chain(gone).collect()
}

/// Returns whether the person to move has another vacation than the one for which the clock is
/// paused, and the clock may still follow it.
pub(crate) fn has_other_vacation(state: &MatchState, settings: &PersonSettings) -> bool {
    let until = settings.vacation.lasts(state.now);
    until != away_until(state) && check_beside_moves(state).is_ok()
}

/// Returns the end of the vacation for which the running clock is paused.
fn away_until(state: &MatchState) -> Option<Timestamp> {
    let away = state.clocks.as_ref().and_then(|clocks| clocks.away);
    away.filter(|away| *away > state.now)
}

/// Sets the next deadline of the running clock: a reminder, its end, or after that the end of the
/// time to claim.
pub(crate) fn set_due(game: &mut StartedGame, state: &MatchState, settings: &PersonSettings) {
    if let Some(clock) = &mut game.clock {
        if away_until(state).is_some() {
            // Whoever returns from a vacation has forgotten the reminders before it.
            clock.reminded = None;
        }
        let call = next_reminder(state, settings, passed(clock, state));
        let over = state.runs_out().or_else(|| state.claimable_until());
        clock.due = over.map(|over| call.map_or(over, |call| call.at));
    }
}
