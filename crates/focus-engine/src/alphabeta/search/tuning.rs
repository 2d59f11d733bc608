//! Search parameters, tuned in matches.

use std::sync::LazyLock;

/// Minimum depth at which a node without a table move is searched one ply less.
pub(crate) const REDUCE_UNKNOWN_FROM: i32 = 4;
/// Maximum depth of reverse futility pruning.
pub(crate) const REVERSE_FUTILITY_TO: i32 = 8;
/// Minimum depth of null-move pruning.
pub(crate) const NULL_FROM: i32 = 3;
/// Maximum depth of late-move pruning.
pub(crate) const LATE_TO: i32 = 6;
/// Maximum depth of futility pruning.
pub(crate) const FUTILITY_TO: i32 = 6;
/// Minimum depth of late-move reductions.
pub(crate) const REDUCE_FROM: i32 = 3;
/// History score that reduces the reduction by one ply.
pub(crate) const HISTORY_A_PLY: i32 = 8_192;
/// Weight of a move's gain in move ordering.
pub(crate) const GAIN_ORDER: i32 = 32;
/// Bonus of killer moves in move ordering.
pub(crate) const KILLER_ORDER: i32 = 8_000;

/// Reverse futility margin per ply.
const REVERSE_A_PLY: i32 = 120;
/// Constant part of the reverse futility margin.
const REVERSE_BASE: i32 = 60;
/// Futility margin per ply.
const FUTILITY_A_PLY: i32 = 150;
/// Constant part of the futility margin.
const FUTILITY_BASE: i32 = 100;
/// Constant part of the number of moves before late-move pruning.
const LATE_BASE: i32 = 6;
/// Additional moves before late-move pruning, in tenths per squared ply of depth.
const LATE_A_SQUARE: i32 = 20;
/// Constant part of the null-move reduction in plies.
const NULL_BASE: i32 = 3;
/// Depth in plies that adds one ply to the null-move reduction.
const NULL_PLIES: i32 = 4;
/// Evaluation above beta that adds one ply to the null-move reduction.
const NULL_BETTER: i32 = 200;
/// Constant part of the late-move reduction, in hundredths of a ply.
const REDUCTION_BASE: i32 = 30;
/// Divisor of the product of the logarithms, in hundredths.
const REDUCTION_DIVISOR: i32 = 220;

/// Returns the reverse futility margin: a cutoff needs an evaluation this much above beta.
pub(crate) fn reverse_futility(depth: i32, is_improving: bool) -> i32 {
    REVERSE_A_PLY * (depth - i32::from(is_improving)) + REVERSE_BASE
}

/// Returns the futility margin: a move is searched if its gain misses alpha by less than this.
pub(crate) fn futility(depth: i32) -> i32 {
    FUTILITY_A_PLY * depth + FUTILITY_BASE
}

/// Returns the number of moves searched before late-move pruning.
pub(crate) fn late_moves(depth: i32, is_improving: bool) -> usize {
    let moves = LATE_BASE + LATE_A_SQUARE * depth * depth / 10;
    let moves = if is_improving { moves } else { moves * 2 / 3 };
    usize::try_from(moves).unwrap_or(usize::MAX)
}

/// Returns the depth reduction of a null-move search.
pub(crate) fn null_reduction(depth: i32, better: i32) -> i32 {
    NULL_BASE + depth / NULL_PLIES + (better / NULL_BETTER).min(3)
}

/// Returns the late-move reduction in plies.
#[inline]
pub(crate) fn late_reduction(depth: i32, tried: usize) -> i32 {
    let row = usize::try_from(depth).unwrap_or(0).min(LARGEST);
    i32::from(LATE_REDUCTIONS[row][tried.min(LARGEST)])
}

/// Maximum depth and move count distinguished by [`late_reduction`].
const LARGEST: usize = 63;

/// Shape: `[depth][moves tried]`.
static LATE_REDUCTIONS: LazyLock<[[i8; LARGEST + 1]; LARGEST + 1]> = LazyLock::new(|| {
    let logarithm = |number: usize| f64::from(u8::try_from(number.max(1)).unwrap_or(1)).ln();
    std::array::from_fn(|depth| {
        std::array::from_fn(|tried| {
            let product = logarithm(depth) * logarithm(tried);
            let plies =
                product * 100.0 / f64::from(REDUCTION_DIVISOR) + f64::from(REDUCTION_BASE) / 100.0;
            #[expect(clippy::cast_possible_truncation, reason = "a few plies")]
            let plies = plies as i8;
            plies
        })
    })
});

/// Returns the history bonus for a beta cutoff.
pub(crate) fn bonus(depth: i32) -> i32 {
    (depth * depth * 16 + 32 * depth).min(2_000)
}

/// Futility margin of captures in quiescence search.
pub(crate) const QUIET_MARGIN: i32 = 150;

/// Minimum depth of aspiration windows.
pub(crate) const WINDOW_FROM: i32 = 4;
/// Initial half-width of the aspiration window.
pub(crate) const WINDOW: i32 = 50;
/// Half-width above which an aspiration window is opened completely.
pub(crate) const WIDEST: i32 = 1_000;
