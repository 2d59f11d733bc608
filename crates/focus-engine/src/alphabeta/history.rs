//! Which moves have been good elsewhere in the tree.

use crate::alphabeta::packed::Packed;
use focus::Color;

/// Bound of every entry.
const MOST: i32 = 16_384;

/// Success of each move by its color, and as an answer to the move before.
#[derive(Clone)]
pub(super) struct History {
    /// Shape: `[color][move]`.
    moves: Vec<Page>,
    /// Shape: `[square landed on before][color][move]`.
    answers: Vec<Page>,
}

/// Success of each move. Shape: `[move]`.
type Page = [i16; Packed::COUNT];

/// Success of the moves of one color after one move.
#[derive(Clone, Copy)]
pub(super) struct Past<'a> {
    moves: &'a Page,
    answers: &'a Page,
}

impl Past<'_> {
    /// How well a move did, on its own and after the one before.
    #[inline]
    pub(super) fn of(&self, mv: Packed) -> i32 {
        i32::from(self.moves[mv.index()]) + i32::from(self.answers[mv.index()])
    }
}

impl History {
    pub(super) fn new() -> History {
        History {
            moves: vec![[0; Packed::COUNT]; 4],
            answers: vec![[0; Packed::COUNT]; 64 * 4],
        }
    }

    /// Halves what is remembered of earlier searches.
    pub(super) fn fade(&mut self) {
        let pages = self.moves.iter_mut().chain(&mut self.answers);
        pages.flatten().for_each(|value| *value /= 2);
    }

    /// Forgets everything.
    pub(super) fn clear(&mut self) {
        self.moves.fill([0; Packed::COUNT]);
        self.answers.fill([0; Packed::COUNT]);
    }

    /// What is remembered of the moves of a color after a move.
    #[inline]
    pub(super) fn after(&self, color: Color, before: Packed) -> Past<'_> {
        Past {
            moves: &self.moves[color.index()],
            answers: &self.answers[before.target() * 4 + color.index()],
        }
    }

    /// Notes that a move did well, or badly if the bonus is negative.
    pub(super) fn note(&mut self, color: Color, before: Packed, mv: Packed, bonus: i32) {
        let answers = &mut self.answers[before.target() * 4 + color.index()];
        pull(&mut self.moves[color.index()][mv.index()], bonus);
        pull(&mut answers[mv.index()], bonus);
    }
}

/// Moves an entry towards the bound of the bonus's sign, the less the nearer it is.
#[expect(clippy::cast_possible_truncation, reason = "bounded by the formula")]
fn pull(entry: &mut i16, bonus: i32) {
    let bonus = bonus.clamp(-MOST / 4, MOST / 4);
    let value = i32::from(*entry);
    *entry = (value + bonus - value * bonus.abs() / MOST) as i16;
}
