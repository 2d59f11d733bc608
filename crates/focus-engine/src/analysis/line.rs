//! Lines of moves: pieces won and lost, and the later gain that the first move prepares.

use crate::analysis::reasons::{Reason, count, reasons, side_of, turn};
use focus::{Move, Phase, Position};

/// Pieces won and lost by a side over a line of moves.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Balance {
    /// Number of pieces that the side captured.
    pub captured: u8,
    /// Number of its pieces that were captured.
    pub lost: u8,
}

impl Balance {
    /// Counts the captures of a line for and against the side to move at its beginning.
    ///
    /// # Panics
    ///
    /// If a move of the line is illegal.
    #[must_use]
    pub fn of(position: &Position, line: &[Move]) -> Balance {
        let us = side_of(position, position.side());
        let mut position = position.clone();
        let mut balance = Balance::default();
        for &mv in line {
            let mover = position.side();
            let effect = position.play(mv).expect("a legal line");
            let captured = effect.captured();
            if us.contains(mover) {
                balance.captured += count(captured);
            } else {
                balance.lost += count(captured.filter(|&piece| us.contains(piece)));
            }
        }
        balance
    }
}

/// Returns the first later move of the mover's side in a line that captures or makes another
/// lasting gain, such as taking over a stack, and the position before it; `None` if the move could
/// have been played at once with the same gain, or, in an opening of exchanges or placements, if it
/// touches no square of the first move.
///
/// # Panics
///
/// If a move of the line is illegal.
#[must_use]
pub fn prepared(before: &Position, line: &[Move]) -> Option<(Position, Move)> {
    let ours = side_of(before, before.side());
    let mut position = before.clone();
    for (plies, &mv) in line.iter().enumerate() {
        let mover = position.side();
        if plies > 0
            && ours.contains(mover)
            && let Some(gain) = lasting_gain(&position, mv)
        {
            if before.phase() != Phase::Play {
                // Nobody could have played it at once, whatever the first move is.
                let mut squares = mv.squares();
                let is_linked = squares.any(|square| line[0].squares().any(|own| own == square));
                return is_linked.then_some((position, mv));
            }
            let at_once = turn(before, mover).filter(|at_once| at_once.check(mv).is_ok());
            let gain_at_once = at_once.and_then(|at_once| lasting_gain(&at_once, mv));
            return (gain_at_once != Some(gain)).then_some((position, mv));
        }
        position.play(mv).expect("a legal line");
    }
    None
}

/// Returns the number of pieces that a move captures, and its other lasting gains; `None` if it has
/// neither.
fn lasting_gain(position: &Position, mv: Move) -> Option<(u8, Vec<Reason>)> {
    let captured = count(position.effect(mv).captured());
    let mut others = reasons(position, mv);
    others.retain(|reason| reason.is_gain());
    (captured > 0 || !others.is_empty()).then_some((captured, others))
}
