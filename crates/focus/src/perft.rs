//! Perft: counting move sequences to verify a move generator.

use crate::Position;

/// Returns the number of legal move sequences of exactly this length.
///
/// A sequence that ends the game earlier is not counted; a forced pass counts as a move. Repetition
/// is ignored because it depends on the history of a game.
///
/// ```
/// use focus::{Color, Mode, Position, Rules, perft};
///
/// let start = Position::start(Rules::new(Mode::Duel), Color::Orange);
/// assert_eq!(perft(&start, 2), 4_460);
/// ```
#[must_use]
pub fn perft(position: &Position, depth: u32) -> u64 {
    match depth {
        0 => 1,
        1 => position.count_moves(),
        2 => sum(position, Position::count_moves),
        _ => sum(position, |child| perft(child, depth - 1)),
    }
}

/// Adds up counts of the positions one move away.
fn sum(position: &Position, count: impl Fn(&Position) -> u64) -> u64 {
    let mut total = 0;
    position.for_each_child(|child| total += count(child));
    total
}

/// Counts like [`perft`], but returns `None` soon after `stop` returns true.
#[must_use]
pub fn perft_until(position: &Position, depth: u32, stop: &impl Fn() -> bool) -> Option<u64> {
    /// Depth up to which a count is too quick to be worth interrupting.
    const UNINTERRUPTED: u32 = 3;

    if stop() {
        return None;
    }
    if depth <= UNINTERRUPTED {
        return Some(perft(position, depth));
    }
    let moves = position.legal_moves();
    moves.iter().try_fold(0, |total, &mv| {
        Some(total + perft_until(&position.after(mv), depth - 1, stop)?)
    })
}
