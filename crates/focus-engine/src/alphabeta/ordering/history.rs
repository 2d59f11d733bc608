//! History heuristic: moves that did well elsewhere in the tree.

use crate::alphabeta::ordering::packed::Packed;
use focus::Color;

/// Maximum absolute value of an entry.
const MOST: i32 = 16_384;

/// Weight of a score as a continuation, in percent of the others.
const CONTINUATION: i32 = 283;
/// Number of distinct target squares of a move.
const TARGETS: usize = 64;

/// History scores of moves by color, and after the previous moves.
#[derive(Clone)]
pub(crate) struct History {
    /// Shape: `[color][move]`.
    moves: Vec<Page>,
    /// Shape: `[target square of the last move, the other side's][color][move]`.
    answers: Vec<Page>,
    /// Shape: `[target square of the move before, one's own side's][color][move]`.
    continuations: Vec<Page>,
}

/// History score of each move. Shape: `[move]`.
type Page = [i16; Packed::COUNT];

/// The last two moves before a position, the last one first; `Packed::NONE` where there is none.
pub(crate) type Before = [Packed; 2];

/// History scores for one color after the previous moves.
#[derive(Clone, Copy)]
pub(crate) struct Past<'a>([&'a Page; 3]);

impl Past<'_> {
    /// Returns the score of a move: on its own, as an answer, and as a continuation.
    #[inline]
    pub(crate) fn of(&self, mv: Packed) -> i32 {
        let [alone, answer, continuation] = self.0.map(|page| i32::from(page[mv.index()]));
        alone + answer + continuation * CONTINUATION / 100
    }
}

impl History {
    pub(crate) fn new() -> History {
        History {
            moves: vec![[0; Packed::COUNT]; 4],
            answers: vec![[0; Packed::COUNT]; TARGETS * 4],
            continuations: vec![[0; Packed::COUNT]; TARGETS * 4],
        }
    }

    /// Halves all scores, which come from earlier searches.
    pub(crate) fn fade(&mut self) {
        let pages = self.moves.iter_mut().chain(&mut self.answers);
        let pages = pages.chain(&mut self.continuations);
        pages.flatten().for_each(|value| *value /= 2);
    }

    /// Resets all scores.
    pub(crate) fn clear(&mut self) {
        self.moves.fill([0; Packed::COUNT]);
        self.answers.fill([0; Packed::COUNT]);
        self.continuations.fill([0; Packed::COUNT]);
    }

    /// Returns the scores for the moves of a color after the previous moves.
    #[inline]
    pub(crate) fn after(&self, color: Color, before: Before) -> Past<'_> {
        let [last, own] = before.map(|mv| mv.target() * 4 + color.index());
        Past([
            &self.moves[color.index()],
            &self.answers[last],
            &self.continuations[own],
        ])
    }

    /// Adds a bonus to a move that did well, or a negative one to a move that did badly.
    pub(crate) fn note(&mut self, color: Color, before: Before, mv: Packed, bonus: i32) {
        let [last, own] = before.map(|mv| mv.target() * 4 + color.index());
        for page in [
            &mut self.moves[color.index()],
            &mut self.answers[last],
            &mut self.continuations[own],
        ] {
            pull(&mut page[mv.index()], bonus);
        }
    }
}

/// Moves an entry toward the bound with the sign of the bonus, in smaller steps near that bound.
#[expect(clippy::cast_possible_truncation, reason = "bounded by the formula")]
fn pull(entry: &mut i16, bonus: i32) {
    let bonus = bonus.clamp(-MOST / 4, MOST / 4);
    let value = i32::from(*entry);
    *entry = (value + bonus - value * bonus.abs() / MOST) as i16;
}
