//! Premoves: "if they play this, I play that". A premove is one move deep and applies only to the
//! very next move; anything else that happens drops it.

use crate::service::Service;
use crate::service::api::fault::ServiceError;
use crate::service::api::ids::{GameId, PersonId};
use crate::service::api::refusal::Refusal;
use crate::service::api::request::Actor;
use crate::service::api::view::game::Premove;
use crate::service::game::commands::{self, Actions};
use crate::service::game::match_state::{self, MatchState};
use crate::service::model::Stored;
use crate::service::model::action::ActionKind;
use crate::service::model::game::{StartedGame, StoredPremove};
use focus::Color;

impl Service {
    /// Sets a premove, replacing the person's earlier one. Nobody else is told, and the game does
    /// not change for anybody.
    ///
    /// # Errors
    ///
    /// The person is to move, or would not be after the expected move; or one of the moves is not
    /// legal.
    pub fn set_premove(
        &self,
        actor: &Actor,
        game: GameId,
        when: &str,
        answer: &str,
    ) -> Result<Premove, ServiceError> {
        self.change_premoves(game, |game, state| {
            let color = commands::player(game, state, actor, None)?;
            let premove = read(state, color, when, answer)?;
            let mut premoves = of_others(game, color);
            premoves.push(StoredPremove {
                color,
                step: state.steps,
                when: premove.when,
                answer: premove.answer,
            });
            Ok((premoves, premove))
        })
    }

    /// Drops this person's premove.
    ///
    /// # Errors
    ///
    /// The person has none.
    pub fn drop_premove(&self, actor: &Actor, game: GameId) -> Result<Premove, ServiceError> {
        self.change_premoves(game, |game, state| {
            let color = commands::player(game, state, actor, None)?;
            let premove = premove_of(game, state, color).ok_or(Refusal::NoPremove)?;
            Ok((of_others(game, color), premove))
        })
    }

    /// Returns a person's premove in a game.
    ///
    /// # Errors
    ///
    /// There is no such game, or it cannot be read.
    pub fn premove_of(
        &self,
        person: PersonId,
        game: GameId,
    ) -> Result<Option<Premove>, ServiceError> {
        let loaded = self.load(game)?;
        let game = loaded.held.record.game();
        let Some(game) = game.filter(|game| !game.premoves.is_empty()) else {
            return Ok(None);
        };
        let Some(color) = game.color_of(person) else {
            return Ok(None);
        };
        Ok(premove_of(game, &*loaded.state(game)?, color))
    }

    fn change_premoves(
        &self,
        game: GameId,
        change: impl Fn(&StartedGame, &MatchState) -> Result<(Vec<StoredPremove>, Premove), Refusal>,
    ) -> Result<Premove, ServiceError> {
        self.write(|batch| {
            let loaded = self.load(game)?;
            let old = loaded.held.record.running()?;
            let (premoves, premove) = change(old, &*loaded.state(old)?)?;
            let changed = StartedGame {
                premoves,
                ..old.clone()
            };
            let changed = Stored::Game(Box::new(changed));
            self.replace(batch, game, &loaded.held, &changed, false)?;
            Ok(premove)
        })
    }
}

/// Plays the premove that answers the move just played, and the forced passes after it.
pub(crate) fn answer(
    game: &StartedGame,
    state: &mut MatchState,
    step: u32,
    done: &Actions,
) -> Actions {
    let Some((_, ActionKind::Move(played))) = done.first() else {
        return Actions::new();
    };
    let side = state.game.position().side();
    let is_meant = |premove: &&StoredPremove| {
        premove.step == step && premove.color == side && premove.when == *played
    };
    let meant = game.premoves.iter().find(is_meant);
    let Some(meant) = meant.filter(|_| state.ending().is_none()) else {
        return Actions::new();
    };
    if state.game.preview(meant.answer).is_err() {
        return Actions::new();
    }
    let mut actions = vec![commands::act(
        state,
        side,
        ActionKind::Premove(meant.answer),
    )];
    actions.extend(commands::pass_while_forced(state));
    actions
}

/// Parses a premove: the expected move must be the next one, and this color must decide after it.
fn read(state: &MatchState, color: Color, when: &str, answer: &str) -> Result<Premove, Refusal> {
    if state.game.position().side() == color {
        return Err(Refusal::PremoveOnOwnTurn);
    }
    let expected = |refusal| Refusal::Expected(Box::new(refusal));
    let when = match_state::resolve(&state.game, when).map_err(expected)?;
    let mut ahead = state.clone();
    commands::do_move(&mut ahead, when);
    commands::pass_while_forced(&mut ahead);
    if ahead.ending().is_some() {
        return Err(Refusal::PremoveAfterTheEnd);
    }
    if ahead.game.position().side() != color {
        return Err(Refusal::PremoveOutOfTurn);
    }
    let own = |refusal| Refusal::Answer(Box::new(refusal));
    let answer = match_state::resolve(&ahead.game, answer).map_err(own)?;
    Ok(Premove { when, answer })
}

/// Returns the premove of a color, if the game has not gone on since.
fn premove_of(game: &StartedGame, state: &MatchState, color: Color) -> Option<Premove> {
    let is_own = |premove: &&StoredPremove| premove.color == color && premove.step == state.steps;
    let own = game.premoves.iter().find(is_own)?;
    read(state, color, &own.when.to_string(), &own.answer.to_string()).ok()
}

/// Returns the premoves of all other colors.
fn of_others(game: &StartedGame, color: Color) -> Vec<StoredPremove> {
    let premoves = game.premoves.iter();
    premoves
        .filter(|premove| premove.color != color)
        .copied()
        .collect()
}
