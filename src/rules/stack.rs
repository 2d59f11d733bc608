//! A stack of one to five pieces, packed in sixteen bits.
//!
//! Two bits a piece with the top one lowest, and a sentinel bit above the bottom one: lifting
//! pieces is a shift, landing a shift and an or, and the sentinel alone is an empty square.

use std::fmt;

use crate::rules::Color;

/// Packed form of an empty square.
pub(crate) const EMPTY: u16 = 1;

/// Bits of the pieces of a full stack, below its sentinel.
const FULL: usize = 2 * Stack::MAX_HEIGHT;

/// Packed forms there can be, whether they are stacks or not: all are below this.
pub(crate) const CODES: usize = 2 << FULL;

/// Color of the top piece of a packed stack.
pub(crate) const fn top(code: u16) -> Color {
    Color::from_bits(code)
}

/// Pieces in a packed stack.
pub(crate) const fn height(code: u16) -> usize {
    (15 - code.leading_zeros() as usize) / 2
}

/// Pieces of a packed stack, bottom to top.
pub(crate) fn pieces(
    code: u16,
) -> impl DoubleEndedIterator<Item = Color> + ExactSizeIterator + Clone {
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
pub(crate) fn pile(code: u16, pieces: u16, count: usize) -> (u16, u16) {
    let piled = u32::from(code) << (2 * count) | u32::from(pieces);
    let pushed_out = piled >> FULL;
    let (kept, pushed_out) = if pushed_out > 1 {
        (piled & ((1 << FULL) - 1) | 1 << FULL, pushed_out)
    } else {
        (piled, u32::from(EMPTY))
    };
    (kept as u16, pushed_out as u16)
}

/// One to five pieces on a square; the top one's color controls them.
///
/// ```
/// use focusbot::rules::{Color, Stack};
///
/// let stack = Stack::new([Color::Blue, Color::Orange]).expect("two pieces");
/// assert_eq!(stack.top(), Color::Orange);
/// assert!(stack.pieces().eq([Color::Blue, Color::Orange]));
/// assert_eq!(Stack::new([Color::Blue; 6]), None);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Stack(u16);

impl Stack {
    /// Most pieces a stack holds.
    pub const MAX_HEIGHT: usize = 5;

    /// A stack of these pieces, bottom first, if they are one to five.
    #[must_use]
    pub fn new(pieces: impl IntoIterator<Item = Color>) -> Option<Stack> {
        let mut code = EMPTY;
        for (below, piece) in pieces.into_iter().enumerate() {
            if below == Stack::MAX_HEIGHT {
                return None;
            }
            code = code << 2 | piece as u16;
        }
        Stack::from_code(code)
    }

    /// The stack in this packed form, unless it is the one of an empty square.
    pub(crate) const fn from_code(code: u16) -> Option<Stack> {
        if code == EMPTY {
            return None;
        }
        Some(Stack(code))
    }

    /// Packed form.
    pub(crate) const fn code(self) -> u16 {
        self.0
    }

    /// Number of pieces, 1 to 5.
    #[must_use]
    pub const fn height(self) -> usize {
        height(self.0)
    }

    /// Color of the top piece, who controls the stack.
    #[must_use]
    pub const fn top(self) -> Color {
        Color::from_bits(self.0)
    }

    /// The pieces, bottom to top.
    #[must_use = "iterators are lazy"]
    pub fn pieces(self) -> impl DoubleEndedIterator<Item = Color> + ExactSizeIterator + Clone {
        pieces(self.0)
    }
}

/// The letters of the pieces, bottom to top.
impl fmt::Display for Stack {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.pieces()
            .try_for_each(|piece| write!(f, "{}", piece.letter()))
    }
}

impl fmt::Debug for Stack {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}
