//! Stacks packed in sixteen bits, for programs where speed matters.
//!
//! A code has two bits per piece, with the top piece in the lowest bits, and a sentinel bit above
//! the bottom piece. Lifting pieces is a shift, and landing them is a shift and an or; the sentinel
//! alone is an empty square. [`Stack::code`](crate::Stack::code) and
//! [`Board::code`](crate::Board::code) return codes; the functions here read and combine them.
//!
//! ```
//! use focus::{Color, Stack, packed};
//!
//! let stack = Stack::new([Color::Blue, Color::Orange]).expect("two pieces");
//! assert_eq!(packed::height(stack.code()), 2);
//! assert_eq!(packed::top(stack.code()), Color::Orange);
//! // The top piece leaves a stack of one blue piece.
//! let left = Stack::from_code(stack.code() >> 2).expect("a piece");
//! assert!(left.pieces().eq([Color::Blue]));
//! ```

use crate::Color;

/// Maximum number of pieces in a stack.
pub(crate) const MAX_HEIGHT: usize = 5;

/// Packed form of an empty square.
pub const EMPTY: u16 = 1;

/// Number of bits of the pieces of a full stack, below its sentinel.
const FULL: usize = 2 * MAX_HEIGHT;

/// Upper bound of all codes, including those that are not stacks.
pub const CODES: usize = 2 << FULL;

/// Returns the color of the top piece of a packed stack.
#[must_use]
pub const fn top(code: u16) -> Color {
    Color::from_bits(code)
}

/// Returns the number of pieces in a packed stack.
#[must_use]
pub const fn height(code: u16) -> usize {
    HEIGHTS[code as usize % CODES] as usize
}

/// Number of pieces of every packed stack. Shape: `[code]`.
static HEIGHTS: [u8; CODES] = {
    let mut heights = [0; CODES];
    let mut code = 4;
    while code < CODES {
        heights[code] = heights[code >> 2] + 1;
        code += 1;
    }
    heights
};

/// Returns the pieces of a packed stack, bottom to top.
#[must_use]
pub fn pieces(code: u16) -> impl DoubleEndedIterator<Item = Color> + ExactSizeIterator + Clone {
    (0..height(code))
        .rev()
        .map(move |depth| Color::from_bits(code >> (2 * depth)))
}

/// Splits a packed stack into the pieces that stay and the number of pieces lifted off its top.
#[inline]
#[must_use]
pub const fn lift(code: u16, count: usize) -> (u16, u16) {
    (code >> (2 * count), code & ((1 << (2 * count)) - 1))
}

/// Puts pieces on a packed stack and returns the new stack and the pieces pushed out below it.
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
