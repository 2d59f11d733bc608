//! Lines of moves: pieces won and lost, and the later gain that the first move prepares.

use crate::analysis::reasons::{Reason, count, reasons, side_of};
use focus::{Move, Position};

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
/// lasting gain, such as taking over a stack, and the position before it.
///
/// # Panics
///
/// If a move of the line is illegal.
#[must_use]
pub fn prepared(before: &Position, line: &[Move]) -> Option<(Position, Move)> {
    let ours = side_of(before, before.side());
    let mut position = before.clone();
    for (plies, &mv) in line.iter().enumerate() {
        let is_later = plies > 0 && ours.contains(position.side());
        let gains = || {
            position.effect(mv).captured().len() > 0
                || reasons(&position, mv).into_iter().any(Reason::is_gain)
        };
        if is_later && gains() {
            return Some((position, mv));
        }
        position.play(mv).expect("a legal line");
    }
    None
}
