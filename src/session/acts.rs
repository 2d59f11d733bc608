//! What people do in a game that goes on: who may, and what follows.

use crate::rules::{Color, Move};
use crate::session::convert;
use crate::session::play::{self, Play};
use crate::session::refusal::Refusal;
use crate::session::request::Actor;
use crate::session::view::Ending;
use crate::store::records::{ActKind, GameRecord, StageRecord};

/// Actions and who did them, in order.
pub(super) type Acts = Vec<(Color, ActKind)>;

/// Moves a game may have had for it to be called off.
const ABORT_BEFORE_PLY: usize = 2;

/// The color of a person who takes part and has seen the newest step.
pub(super) fn player(
    record: &GameRecord,
    play: &Play,
    actor: &Actor,
    seen: Option<u32>,
) -> Result<Color, Refusal> {
    let seat = record
        .people
        .iter()
        .find(|seat| seat.person == actor.person.0);
    let color = seat.and_then(|seat| convert::color(seat.color?).ok());
    let color = color.ok_or(Refusal::NotAPlayer)?;
    if !play.is_in(color) {
        return Err(Refusal::OutOfTheGame);
    }
    if seen.is_some_and(|seen| seen != play.steps) {
        return Err(Refusal::Stale);
    }
    Ok(color)
}

/// The same, if it is this person's turn.
pub(super) fn player_to_move(
    record: &GameRecord,
    play: &Play,
    actor: &Actor,
    seen: Option<u32>,
) -> Result<Color, Refusal> {
    let color = player(record, play, actor, seen)?;
    let side = play.game.position().side();
    if color == side {
        return Ok(color);
    }
    let letter = Some(side.letter());
    let to_move = record.people.iter().find(|seat| seat.color == letter);
    Err(Refusal::NotYourTurn {
        to_move: to_move.map_or_else(String::new, |seat| seat.name.clone()),
    })
}

/// Plays a move and the forced passes that follow.
pub(super) fn play_move(play: &mut Play, text: &str) -> Result<Acts, Refusal> {
    let mv = play::resolve(&play.game, text)?;
    let mut acts = vec![do_move(play, mv)];
    acts.extend(pass_while_forced(play));
    Ok(acts)
}

/// Gives up, and plays the forced passes that follow.
pub(super) fn resign(play: &mut Play, color: Color) -> Acts {
    let mut acts = vec![act(play, color, ActKind::Resign)];
    acts.extend(pass_while_forced(play));
    acts
}

/// Offers a draw or agrees to it.
pub(super) fn draw(play: &mut Play, color: Color) -> Result<Acts, Refusal> {
    if play.draw.contains(color) {
        return Err(Refusal::DrawAlreadyOffered);
    }
    Ok(vec![act(play, color, ActKind::Draw)])
}

/// Turns somebody's draw offer down.
pub(super) fn refuse_draw(play: &mut Play, color: Color) -> Result<Acts, Refusal> {
    if play.draw.is_empty() {
        return Err(Refusal::NoDrawOffered);
    }
    Ok(vec![act(play, color, ActKind::RefuseDraw)])
}

/// Calls the game off before the second move.
pub(super) fn abort(play: &mut Play, color: Color) -> Result<Acts, Refusal> {
    if play.game.plies().len() >= ABORT_BEFORE_PLY {
        return Err(Refusal::TooLateToAbort);
    }
    Ok(vec![act(play, color, ActKind::Abort)])
}

/// Notes in the record how the game ended, if it has.
pub(super) fn conclude(record: &mut GameRecord, play: &Play) {
    match play.ending() {
        None => {}
        Some(Ending::Aborted) => record.stage = StageRecord::Aborted,
        Some(Ending::Decided(outcome)) => {
            record.stage = StageRecord::Ended;
            record.result = Some(outcome.to_string());
        }
    }
}

fn pass_while_forced(play: &mut Play) -> Acts {
    let mut acts = Vec::new();
    while play.ending().is_none() && play.game.position().legal_moves()[..] == [Move::Pass] {
        acts.push(do_move(play, Move::Pass));
    }
    acts
}

fn do_move(play: &mut Play, mv: Move) -> (Color, ActKind) {
    let color = play.game.position().side();
    act(play, color, ActKind::Move(mv.to_string()))
}

fn act(play: &mut Play, color: Color, what: ActKind) -> (Color, ActKind) {
    play.act(color, &what)
        .expect("an action that was found possible");
    (color, what)
}
