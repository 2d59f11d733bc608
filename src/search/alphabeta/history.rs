//! Which moves have been good elsewhere in the tree.

use crate::rules::Color;
use crate::search::alphabeta::packed::Packed;

/// Bound of every entry.
const MOST: i32 = 16_384;

/// Success of each move by its color, and as an answer to the move before.
#[derive(Clone)]
pub(super) struct History {
    /// Shape: `[color][move]`.
    moves: Vec<i16>,
    /// Shape: `[square landed on before][color][move]`.
    answers: Vec<i16>,
}

impl History {
    pub(super) fn new() -> History {
        History {
            moves: vec![0; 4 * Packed::COUNT],
            answers: vec![0; 64 * 4 * Packed::COUNT],
        }
    }

    /// Halves what is remembered of earlier searches.
    pub(super) fn fade(&mut self) {
        for value in self.moves.iter_mut().chain(&mut self.answers) {
            *value /= 2;
        }
    }

    /// Forgets everything.
    pub(super) fn clear(&mut self) {
        self.moves.fill(0);
        self.answers.fill(0);
    }

    /// How well a move did, on its own and after the one before.
    #[inline]
    pub(super) fn of(&self, color: Color, before: Packed, mv: Packed) -> i32 {
        let own = color.index() * Packed::COUNT + mv.index();
        let answer = before.target() * 4 * Packed::COUNT + own;
        i32::from(self.moves[own]) + i32::from(self.answers[answer])
    }

    /// Notes that a move did well, or badly if the bonus is negative.
    pub(super) fn note(&mut self, color: Color, before: Packed, mv: Packed, bonus: i32) {
        let own = color.index() * Packed::COUNT + mv.index();
        let answer = before.target() * 4 * Packed::COUNT + own;
        pull(&mut self.moves[own], bonus);
        pull(&mut self.answers[answer], bonus);
    }
}

/// Moves an entry towards the bound of the bonus's sign, the less the nearer it is.
#[expect(clippy::cast_possible_truncation, reason = "bounded by the formula")]
fn pull(entry: &mut i16, bonus: i32) {
    let bonus = bonus.clamp(-MOST / 4, MOST / 4);
    let value = i32::from(*entry);
    *entry = (value + bonus - value * bonus.abs() / MOST) as i16;
}
