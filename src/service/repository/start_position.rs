//! Custom start positions.

use crate::service::api::damage::Damage;
use crate::service::api::refusal::Refusal;
use focus::notation::parse_position;
use focus::{Color, Game, Move, Position, Rules};

/// Returns a position that a game can start from: the forced passes are played, and somebody has to
/// decide.
pub(crate) fn ready(mut position: Position) -> Result<Position, Refusal> {
    if position.still_in().iter().count() < position.rules().mode().seats() {
        return Err(Refusal::PositionWithoutSome);
    }
    while !position.is_over() && position.must_pass() {
        position
            .play(Move::Pass)
            .expect("a pass that is the only legal move");
    }
    if position.is_over() {
        return Err(Refusal::PositionIsOver);
    }
    Ok(position)
}

/// Returns the letter of the color to move in a stored position.
pub(crate) fn side(fps: &str) -> Option<char> {
    let side = fps.split(' ').nth(2)?.chars().next()?;
    Color::from_letter(side).map(Color::letter)
}

/// Returns a game before its first move: from a stored position, or else the usual one.
pub(crate) fn game(rules: Rules, first: Color, fps: Option<&str>) -> Result<Game, Damage> {
    let Some(fps) = fps else {
        return Ok(Game::new(rules, first));
    };
    let position = parse_position(fps, rules);
    let position = position.map_err(|error| Damage(format!("start `{fps}`: {error}")))?;
    Ok(Game::from_position(position))
}
