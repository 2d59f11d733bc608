//! Conditional moves: "if they play this, I play that", several moves deep, with an answer to each
//! of several moves. They are lines of moves from the current position. A move that a line expects
//! leaves the rest of the line; anything else that happens drops it.

use crate::service::Service;
use crate::service::api::fault::ServiceError;
use crate::service::api::ids::{GameId, PersonId};
use crate::service::api::refusal::Refusal;
use crate::service::api::request::Actor;
use crate::service::api::view::game::Premoves;
use crate::service::game::commands::{self, Actions};
use crate::service::game::state::match_state::{self, MatchState};
use crate::service::model::Stored;
use crate::service::model::action::ActionKind;
use crate::service::model::game::{StartedGame, StoredPremove};
use focus::{Color, Move};

/// Line as read: its moves, and whether each is the player's own.
type Line = Vec<(Move, bool)>;

impl Service {
    /// Sets a line of premoves: the moves expected before an answer, and the answer. Where it
    /// differs from an earlier line in an own move, it replaces that line. Nobody else is told, and
    /// the game does not change for anybody. Returns all of the person's premoves.
    ///
    /// # Errors
    ///
    /// The person is to move, or would not be after the expected moves; or one of the moves is not
    /// legal; or the lines are too many or too long.
    pub fn set_premove(
        &self,
        actor: &Actor,
        game: GameId,
        when: &[String],
        answer: &str,
    ) -> Result<Premoves, ServiceError> {
        self.change_premoves(game, actor, |state, color, mut lines| {
            let line = read(state, color, when, answer)?;
            lines.retain(|old| is_kept_beside(old, &line));
            let line: Vec<_> = line.into_iter().map(|(mv, _)| mv).collect();
            if !lines.iter().any(|old| old.starts_with(&line)) {
                lines.push(line);
            }
            let (most, longest) = (Premoves::MOST_LINES, Premoves::LONGEST_LINE);
            if lines.len() > most || lines.iter().any(|line| line.len() > longest) {
                let (lines, moves) = (most, longest);
                return Err(Refusal::TooManyPremoves { lines, moves });
            }
            Ok(lines)
        })
    }

    /// Drops this person's premoves: one line, or all of them. Returns those that are left.
    ///
    /// # Errors
    ///
    /// The person has none, or not this one.
    pub fn drop_premoves(
        &self,
        actor: &Actor,
        game: GameId,
        only: Option<&[Move]>,
    ) -> Result<Premoves, ServiceError> {
        self.change_premoves(game, actor, |_, _, mut lines| {
            let before = lines.len();
            lines.retain(|line| only.is_some_and(|only| line != only));
            if lines.len() == before {
                return Err(Refusal::NoPremove);
            }
            Ok(lines)
        })
    }

    /// Returns a person's premoves in a game.
    ///
    /// # Errors
    ///
    /// There is no such game, or it cannot be read.
    pub fn premoves_of(&self, person: PersonId, game: GameId) -> Result<Premoves, ServiceError> {
        let loaded = self.load(game)?;
        let game = loaded.held.record.game();
        let Some(game) = game.filter(|game| !game.premoves.is_empty()) else {
            return Ok(Premoves::default());
        };
        let Some(color) = game.color_of(person) else {
            return Ok(Premoves::default());
        };
        let lines = lines_of(game, &*loaded.state(game)?, color);
        Ok(Premoves { lines })
    }

    fn change_premoves(
        &self,
        game: GameId,
        actor: &Actor,
        change: impl Fn(&MatchState, Color, Vec<Vec<Move>>) -> Result<Vec<Vec<Move>>, Refusal>,
    ) -> Result<Premoves, ServiceError> {
        self.write(|batch| {
            let loaded = self.load(game)?;
            let old = loaded.held.record.running()?;
            let state = loaded.state(old)?;
            let color = commands::player(old, &state, actor, None)?;
            let lines = change(&state, color, lines_of(old, &state, color))?;
            let mut changed = old.clone();
            changed.premoves.retain(|premove| premove.color != color);
            changed
                .premoves
                .extend(lines.iter().map(|line| StoredPremove {
                    color,
                    step: state.steps,
                    line: line.clone(),
                }));
            let changed = Stored::Game(Box::new(changed));
            self.replace(batch, game, &loaded.held, &changed, false)?;
            Ok(Premoves { lines })
        })
    }
}

/// Plays what players have set for the move just played and for each other's answers, with the
/// forced passes, and keeps what is left of the lines that expected these moves. `step` is the step
/// before the move.
pub(crate) fn answer(
    game: &mut StartedGame,
    state: &mut MatchState,
    step: u32,
    done: &Actions,
) -> Actions {
    let mut actions = Actions::new();
    // Whoever takes over a seat has set nothing.
    let is_handed_over = |color| done.contains(&(color, ActionKind::HandOver));
    let mut premoves = std::mem::take(&mut game.premoves);
    premoves.retain(|premove| premove.step == step && !is_handed_over(premove.color));
    if let Some((_, ActionKind::Move(played))) = done.first() {
        follow(&mut premoves, *played);
        while let Some((side, answer)) = answer_to_play(&premoves, state) {
            actions.push(commands::act(state, side, ActionKind::Premove(answer)));
            actions.extend(commands::pass_while_forced(state));
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

/// Keeps what is left of the lines that expect this move.
fn follow(premoves: &mut Vec<StoredPremove>, played: Move) {
    premoves.retain_mut(|premove| {
        premove.line.first() == Some(&played) && {
            premove.line.remove(0);
            !premove.line.is_empty()
        }
    });
}

/// Parses a line: the expected moves come next, and this color decides after them.
fn read(state: &MatchState, color: Color, when: &[String], answer: &str) -> Result<Line, Refusal> {
    if state.game.position().side() == color {
        return Err(Refusal::PremoveOnOwnTurn);
    }
    let mut ahead = state.clone();
    let mut line = Line::new();
    for text in when {
        let side = ahead.game.position().side();
        let expected = match_state::resolve(&ahead.game, text);
        let expected = expected.map_err(|refusal| Refusal::Expected(Box::new(refusal)))?;
        commands::do_move(&mut ahead, expected);
        commands::pass_while_forced(&mut ahead);
        if ahead.ending().is_some() {
            return Err(Refusal::PremoveAfterTheEnd);
        }
        line.push((expected, side == color));
    }
    if ahead.game.position().side() != color {
        return Err(Refusal::PremoveOutOfTurn);
    }
    let answer = match_state::resolve(&ahead.game, answer);
    let answer = answer.map_err(|refusal| Refusal::Answer(Box::new(refusal)))?;
    line.push((answer, true));
    Ok(line)
}

/// Returns whether an earlier line stays beside a new one: it does not begin it, and the first
/// difference is in somebody else's move.
fn is_kept_beside(old: &[Move], new: &Line) -> bool {
    let mut both = old.iter().zip(new);
    match both.find(|(old, (new, _))| *old != new) {
        Some((_, (_, is_own))) => !is_own,
        None => old.len() > new.len(),
    }
}

/// Returns the lines of a color, if the game has not gone on since.
fn lines_of(game: &StartedGame, state: &MatchState, color: Color) -> Vec<Vec<Move>> {
    let premoves = game.premoves.iter();
    premoves
        .filter(|premove| premove.color == color && premove.step == state.steps)
        .map(|premove| premove.line.clone())
        .collect()
}
