//! History heuristic: moves that did well elsewhere in the tree.

use crate::alphabeta::ordering::packed::Packed;
use focus::Color;

/// Maximum absolute value of an entry.
const MOST: i32 = 16_384;

/// History scores of moves by color, and as replies to the previous move.
#[derive(Clone)]
pub(crate) struct History {
    /// Shape: `[color][move]`.
    moves: Vec<Page>,
    /// Shape: `[target square of the previous move][color][move]`.
    answers: Vec<Page>,
}

/// History score of each move. Shape: `[move]`.
type Page = [i16; Packed::COUNT];

/// History scores for one color after one previous move.
#[derive(Clone, Copy)]
pub(crate) struct Past<'a> {
    moves: &'a Page,
    answers: &'a Page,
}

impl Past<'_> {
    /// Returns the score of a move: on its own plus as a reply to the previous move.
    #[inline]
    pub(crate) fn of(&self, mv: Packed) -> i32 {
        i32::from(self.moves[mv.index()]) + i32::from(self.answers[mv.index()])
    }
}

impl History {
    pub(crate) fn new() -> History {
        History {
            moves: vec![[0; Packed::COUNT]; 4],
            answers: vec![[0; Packed::COUNT]; 64 * 4],
        }
    }

    /// Halves all scores, which come from earlier searches.
    pub(crate) fn fade(&mut self) {
        let pages = self.moves.iter_mut().chain(&mut self.answers);
        pages.flatten().for_each(|value| *value /= 2);
    }

    /// Resets all scores.
    pub(crate) fn clear(&mut self) {
        self.moves.fill([0; Packed::COUNT]);
        self.answers.fill([0; Packed::COUNT]);
    }

    /// Returns the scores for the moves of a color after a previous move.
    #[inline]
    pub(crate) fn after(&self, color: Color, before: Packed) -> Past<'_> {
        Past {
            moves: &self.moves[color.index()],
            answers: &self.answers[before.target() * 4 + color.index()],
        }
    }

    /// Adds a bonus to a move that did well, or a negative one to a move that did badly.
    pub(crate) fn note(&mut self, color: Color, before: Packed, mv: Packed, bonus: i32) {
        let answers = &mut self.answers[before.target() * 4 + color.index()];
        pull(&mut self.moves[color.index()][mv.index()], bonus);
        pull(&mut answers[mv.index()], bonus);
    }
}

/// Moves an entry toward the bound with the sign of the bonus, in smaller steps near that bound.
#[expect(clippy::cast_possible_truncation, reason = "bounded by the formula")]
fn pull(entry: &mut i16, bonus: i32) {
    let bonus = bonus.clamp(-MOST / 4, MOST / 4);
    let value = i32::from(*entry);
    *entry = (value + bonus - value * bonus.abs() / MOST) as i16;
}
