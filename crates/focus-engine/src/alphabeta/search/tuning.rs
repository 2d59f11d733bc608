//! Search parameters, tuned in matches.

use std::sync::LazyLock;

/// Minimum depth of internal iterative reduction.
pub(crate) const IIR_FROM: i32 = 4;
/// Maximum depth of reverse futility pruning.
pub(crate) const REVERSE_FUTILITY_TO: i32 = 8;
/// Minimum depth of null-move pruning.
pub(crate) const NULL_MOVE_FROM: i32 = 3;
/// Maximum depth of late-move pruning.
pub(crate) const LATE_MOVE_PRUNING_TO: i32 = 6;
/// Maximum depth of futility pruning.
pub(crate) const FUTILITY_TO: i32 = 6;
/// Minimum depth of late-move reductions.
pub(crate) const LATE_MOVE_REDUCTION_FROM: i32 = 3;
/// History score that reduces the late-move reduction by one ply.
const HISTORY_A_PLY: i32 = 2_700;
/// Weight of a move's gain in move ordering.
pub(crate) const GAIN_ORDER: i32 = 25;
/// Bonus of killer moves in move ordering.
pub(crate) const KILLER_ORDER: i32 = 2_400;

/// Reverse futility margin per ply.
const REVERSE_A_PLY: i32 = 160;
/// Constant part of the reverse futility margin.
const REVERSE_BASE: i32 = 75;
/// Futility margin per ply.
const FUTILITY_A_PLY: i32 = 180;
/// Constant part of the futility margin.
const FUTILITY_BASE: i32 = 145;
/// Constant part of the number of moves before late-move pruning.
const LATE_MOVE_PRUNING_BASE: i32 = 6;
/// Additional moves before late-move pruning, in tenths per squared ply of depth.
const LATE_MOVE_PRUNING_A_SQUARE: i32 = 14;
/// Share of these moves in percent where the evaluation does not improve.
const LATE_MOVE_PRUNING_UNLESS_IMPROVING: i32 = 54;
/// One ply in the units of the reductions below.
const PLY: i32 = 100;
/// Constant part of the null-move reduction.
const NULL_MOVE_BASE: i32 = 425;
/// Null-move reduction per ply of depth.
const NULL_MOVE_A_PLY: i32 = 29;
/// Evaluation above beta that adds one ply to the null-move reduction.
const NULL_MOVE_BETTER: i32 = 220;
/// Constant part of the late-move reduction.
const REDUCTION_BASE: i16 = 64;
/// Divisor of the product of the logarithms.
const REDUCTION_DIVISOR: f64 = 3.73;
/// Change of the late-move reduction, in hundredths of a ply, where the evaluation does not
/// improve.
pub(crate) const REDUCTION_UNLESS_IMPROVING: i32 = 210;
/// Change of the late-move reduction in a cut node.
pub(crate) const REDUCTION_IN_CUT_NODE: i32 = 58;
/// Change of the late-move reduction in the principal variation.
pub(crate) const REDUCTION_IN_PV: i32 = 128;
/// Change of the late-move reduction of a capture.
pub(crate) const REDUCTION_OF_CAPTURE: i32 = -164;
/// Share of the late-move reduction at the root, in percent.
const REDUCTION_AT_ROOT: i32 = 66;

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
    let moves = LATE_MOVE_PRUNING_BASE + LATE_MOVE_PRUNING_A_SQUARE * depth * depth / 10;
    let moves = if is_improving {
        moves
    } else {
        moves * LATE_MOVE_PRUNING_UNLESS_IMPROVING / 100
    };
    usize::try_from(moves).unwrap_or(usize::MAX)
}

/// Returns the depth reduction of a null-move search in plies.
pub(crate) fn null_reduction(depth: i32, better: i32) -> i32 {
    (NULL_MOVE_BASE + NULL_MOVE_A_PLY * depth + (better * PLY / NULL_MOVE_BETTER).min(3 * PLY))
        / PLY
}

/// Returns the late-move reduction in plies; `change` is the sum of the changes that apply.
#[inline]
pub(crate) fn late_reduction(depth: i32, tried: usize, change: i32, history: i32) -> i32 {
    let reduction = i32::from(late_reductions(depth, tried)) + change;
    (reduction - history * PLY / HISTORY_A_PLY).max(0) / PLY
}

/// Returns the late-move reduction at the root in plies.
pub(crate) fn root_reduction(depth: i32, tried: usize) -> i32 {
    i32::from(late_reductions(depth, tried)) * REDUCTION_AT_ROOT / 100 / PLY
}

/// Returns the part of the late-move reduction that depends on depth and number of moves tried.
#[inline]
fn late_reductions(depth: i32, tried: usize) -> i16 {
    let row = usize::try_from(depth).unwrap_or(0).min(LARGEST);
    LATE_REDUCTIONS[row][tried.min(LARGEST)]
}

/// Maximum depth and move count distinguished by [`late_reductions`].
const LARGEST: usize = 63;

/// Shape: `[depth][moves tried]`.
static LATE_REDUCTIONS: LazyLock<[[i16; LARGEST + 1]; LARGEST + 1]> = LazyLock::new(|| {
    let logarithm = |number: usize| f64::from(u8::try_from(number.max(1)).unwrap_or(1)).ln();
    std::array::from_fn(|depth| {
        std::array::from_fn(|tried| {
            let product = logarithm(depth) * logarithm(tried);
            let reduction = product / REDUCTION_DIVISOR * f64::from(PLY);
            #[expect(clippy::cast_possible_truncation, reason = "a few plies")]
            let reduction = reduction as i16 + REDUCTION_BASE;
            reduction
        })
    })
});

/// Returns the history bonus for a beta cutoff.
pub(crate) fn bonus(depth: i32) -> i32 {
    (44 * depth * depth + 35 * depth).min(1_115)
}

/// Futility margin of captures in quiescence search.
pub(crate) const QUIESCENCE_FUTILITY: i32 = 165;

/// Minimum depth of aspiration windows.
pub(crate) const WINDOW_FROM: i32 = 4;
/// Initial half-width of the aspiration window.
pub(crate) const WINDOW: i32 = 78;
/// Half-width above which an aspiration window is opened completely.
pub(crate) const WIDEST: i32 = 1_000;
