//! The numbers that matches have settled.

use std::sync::LazyLock;

/// Without a known best move, a node of this depth is searched a ply less.
pub(super) const REDUCE_UNKNOWN_FROM: i32 = 4;
/// Greatest depth at which a very good evaluation is believed.
pub(super) const REVERSE_FUTILITY_TO: i32 = 8;
/// Least depth at which passing is tried.
pub(super) const NULL_FROM: i32 = 3;
/// Greatest depth at which late moves are left out.
pub(super) const LATE_TO: i32 = 6;
/// Greatest depth at which moves that gain too little are left out.
pub(super) const FUTILITY_TO: i32 = 6;
/// Least depth at which late moves are reduced.
pub(super) const REDUCE_FROM: i32 = 3;
/// History that makes up for a ply of reduction.
pub(super) const HISTORY_A_PLY: i32 = 8_192;
/// Weight of what a move gains in the order of moves.
pub(super) const GAIN_ORDER: i32 = 32;
/// Promise of a move that was too good in a sister position.
pub(super) const KILLER_ORDER: i32 = 8_000;

/// What each ply asks of an evaluation that is believed.
const REVERSE_A_PLY: i32 = 120;
/// What is asked on top.
const REVERSE_BASE: i32 = 60;
/// What each ply allows a move to fall short by.
const FUTILITY_A_PLY: i32 = 150;
/// What is allowed on top.
const FUTILITY_BASE: i32 = 100;
/// Moves tried at every small depth.
const LATE_BASE: i32 = 6;
/// Moves on top for each square of a ply, in tenths.
const LATE_A_SQUARE: i32 = 20;
/// Plies saved by a pass at every depth.
const NULL_BASE: i32 = 3;
/// Plies that save another one.
const NULL_PLIES: i32 = 4;
/// Value above what is needed that saves another one.
const NULL_BETTER: i32 = 200;
/// Reduction of every late move, in hundredths of a ply.
const REDUCTION_BASE: i32 = 30;
/// What the product of the logarithms is divided by, in hundredths.
const REDUCTION_DIVISOR: i32 = 220;

/// How much better than needed an evaluation must be to be believed.
pub(super) fn reverse_futility(depth: i32, is_improving: bool) -> i32 {
    REVERSE_A_PLY * (depth - i32::from(is_improving)) + REVERSE_BASE
}

/// How much a move may fall short of what is needed and still be tried.
pub(super) fn futility(depth: i32) -> i32 {
    FUTILITY_A_PLY * depth + FUTILITY_BASE
}

/// Number of moves tried at a small depth.
pub(super) fn late_moves(depth: i32, is_improving: bool) -> usize {
    let moves = LATE_BASE + LATE_A_SQUARE * depth * depth / 10;
    let moves = if is_improving { moves } else { moves * 2 / 3 };
    usize::try_from(moves).unwrap_or(usize::MAX)
}

/// How many plies less the position after a pass is searched.
pub(super) fn null_reduction(depth: i32, better: i32) -> i32 {
    NULL_BASE + depth / NULL_PLIES + (better / NULL_BETTER).min(3)
}

/// How many plies less a late move is searched first.
#[inline]
pub(super) fn late_reduction(depth: i32, tried: usize) -> i32 {
    let row = usize::try_from(depth).unwrap_or(0).min(LARGEST);
    i32::from(LATE_REDUCTIONS[row][tried.min(LARGEST)])
}

/// Depths and moves told apart by [`late_reduction`].
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

/// What a success adds to the history.
pub(super) fn bonus(depth: i32) -> i32 {
    (depth * depth * 16 + 32 * depth).min(2_000)
}

/// How much a capture may fall short of what is needed and still be tried.
pub(super) const QUIET_MARGIN: i32 = 150;

/// Least depth at which the score is expected near the one of the depth before.
pub(super) const WINDOW_FROM: i32 = 4;
/// How near it is expected.
pub(super) const WINDOW: i32 = 50;
/// A window wider than this is opened altogether.
pub(super) const WIDEST: i32 = 1_000;
