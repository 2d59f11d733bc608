//! Stacks packed in sixteen bits, for those who count nodes.
//!
//! A code has two bits a piece with the top one lowest, and a sentinel bit above the bottom one:
//! lifting pieces is a shift, landing a shift and an or, and the sentinel alone is an empty
//! square. [`Stack::code`] and [`Board::code`](crate::Board::code) give codes; the functions here read them and make
//! new ones.
//!
//! ```
//! use focus::{Color, Stack, packed};
//!
//! let stack = Stack::new([Color::Blue, Color::Orange]).expect("two pieces");
//! assert_eq!(packed::height(stack.code()), 2);
//! assert_eq!(packed::top(stack.code()), Color::Orange);
//! // The top piece leaves: what stays is a stack of one blue piece.
//! let left = Stack::from_code(stack.code() >> 2).expect("a piece");
//! assert!(left.pieces().eq([Color::Blue]));
//! ```

use crate::{Color, Stack};

/// Packed form of an empty square.
pub const EMPTY: u16 = 1;

/// Bits of the pieces of a full stack, below its sentinel.
const FULL: usize = 2 * Stack::MAX_HEIGHT;

/// Packed forms there can be, whether they are stacks or not: all are below this.
pub const CODES: usize = 2 << FULL;

/// Color of the top piece of a packed stack.
#[must_use]
pub const fn top(code: u16) -> Color {
    Color::from_bits(code)
}

/// Pieces in a packed stack.
#[must_use]
pub const fn height(code: u16) -> usize {
    (15 - code.leading_zeros() as usize) / 2
}

/// Pieces of a packed stack, bottom to top.
#[must_use]
pub fn pieces(code: u16) -> impl DoubleEndedIterator<Item = Color> + ExactSizeIterator + Clone {
    (0..height(code))
        .rev()
        .map(move |depth| Color::from_bits(code >> (2 * depth)))
}

/// Puts pieces on a packed stack: the new stack, and what is pushed out below it.
#[expect(
    clippy::cast_possible_truncation,
    reason = "at most five pieces and a sentinel each"
)]
#[inline]
#[must_use]
pub fn pile(code: u16, pieces: u16, count: usize) -> (u16, u16) {
    let piled = u32::from(code) << (2 * count) | u32::from(pieces);
    let pushed_out = piled >> FULL;
    let (kept, pushed_out) = if pushed_out > 1 {
        (piled & ((1 << FULL) - 1) | 1 << FULL, pushed_out)
    } else {
        (piled, u32::from(EMPTY))
    };
    (kept as u16, pushed_out as u16)
}
