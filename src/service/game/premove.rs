//! Conditional moves: "if they play this, I play that", several moves deep, with an answer to each
//! of several moves. They are lines of moves from the current position. A move that a line expects
//! leaves the rest of the line; anything else that happens drops it.

use crate::service::api::ids::PersonId;
use crate::service::api::refusal::Refusal;
use crate::service::api::view::game::Premoves;
use crate::service::game::player_actions::{self, Actions, act};
use crate::service::game::state::match_state::MatchState;
use crate::service::game::state::typed_move;
use crate::service::model::action::ActionKind;
use crate::service::model::game::{StartedGame, StoredPremove};
use focus::{Color, Move};

/// Line as read: its moves, and whether each is the player's own.
pub(crate) type PremoveLine = Vec<(Move, bool)>;

/// Plays the answers that players have set for the move just played and for each other's answers,
/// with the forced passes, and keeps the rest of the lines that expected these moves. `step` is the
/// step before the move.
pub(crate) fn answer(
    game: &mut StartedGame,
    state: &mut MatchState,
    step: u32,
    done: &Actions,
) -> Actions {
    let mut actions = Actions::new();
    let mut premoves = std::mem::take(&mut game.premoves);
    premoves.retain(|premove| premove.step == step);
    if let Some((_, ActionKind::Move(played))) = done.first() {
        follow(&mut premoves, *played);
        while let Some((side, answer)) = answer_to_play(&premoves, state) {
            actions.push(act(state, side, ActionKind::Premove(answer)));
            actions.extend(player_actions::pass_while_forced(state));
            follow(&mut premoves, answer);
        }
    } else if state.steps != step {
        premoves.clear();
    }
    let side = state.game.position().side();
    if state.ending().is_none() {
        premoves.retain(|premove| premove.color != side);
        for premove in &mut premoves {
            premove.step = state.steps;
        }
        game.premoves = premoves;
    }
    actions
}

/// Returns the answer that the player to move has set, if it is legal.
fn answer_to_play(premoves: &[StoredPremove], state: &MatchState) -> Option<(Color, Move)> {
    let side = state.game.position().side();
    let own = premoves.iter().find(|premove| premove.color == side)?;
    let answer = *own.line.first()?;
    let is_possible = state.ending().is_none() && state.game.preview(answer).is_ok();
    is_possible.then_some((side, answer))
}

/// Keeps the rest of the lines that expect this move.
fn follow(premoves: &mut Vec<StoredPremove>, played: Move) {
    premoves.retain_mut(|premove| {
        premove.line.first() == Some(&played) && {
            premove.line.remove(0);
            !premove.line.is_empty()
        }
    });
}

/// Parses a line: the expected moves come next, and this color decides after them.
pub(crate) fn read(
    state: &MatchState,
    color: Color,
    when: &[String],
    answer: &str,
) -> Result<PremoveLine, Refusal> {
    if state.game.position().side() == color {
        return Err(Refusal::PremoveOnOwnTurn);
    }
    let mut ahead = state.clone();
    let mut line = PremoveLine::new();
    for text in when {
        let side = ahead.game.position().side();
        let expected = typed_move::resolve(&ahead.game, text);
        let expected = expected.map_err(|refusal| Refusal::Expected(Box::new(refusal)))?;
        player_actions::do_move(&mut ahead, expected);
        player_actions::pass_while_forced(&mut ahead);
        if ahead.ending().is_some() {
            return Err(Refusal::PremoveAfterTheEnd);
        }
        line.push((expected, side == color));
    }
    if ahead.game.position().side() != color {
        return Err(Refusal::PremoveOutOfTurn);
    }
    let answer = typed_move::resolve(&ahead.game, answer);
    let answer = answer.map_err(|refusal| Refusal::Answer(Box::new(refusal)))?;
    line.push((answer, true));
    Ok(line)
}

/// Returns whether an earlier line stays beside a new one: it is not a prefix of the new one, and
/// the first difference, if any, is in somebody else's move.
pub(crate) fn is_kept_beside(old: &[Move], new: &PremoveLine) -> bool {
    let mut both = old.iter().zip(new);
    match both.find(|(old, (new, _))| *old != new) {
        Some((_, (_, is_own))) => !is_own,
        None => old.len() > new.len(),
    }
}

/// Returns a person's premoves.
pub(crate) fn premoves_of(game: &StartedGame, state: &MatchState, person: PersonId) -> Premoves {
    let color = game.color_of(person);
    let lines = color.map(|color| lines_of(game, state, color));
    Premoves {
        lines: lines.unwrap_or_default(),
    }
}

/// Returns the lines of a color, if nothing has happened in the game since.
pub(crate) fn lines_of(game: &StartedGame, state: &MatchState, color: Color) -> Vec<Vec<Move>> {
    let premoves = game.premoves.iter();
    premoves
        .filter(|premove| premove.color == color && premove.step == state.steps)
        .map(|premove| premove.line.clone())
        .collect()
}
