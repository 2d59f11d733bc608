//! Custom start positions.

use crate::service::api::refusal::Refusal;
use focus::{Move, Position};

/// Returns a position that a game can start from: the forced passes are played, and somebody has to
/// decide.
pub(crate) fn ready(mut position: Position) -> Result<Position, Refusal> {
    if position.still_in().len() < position.rules().mode().seats() {
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
