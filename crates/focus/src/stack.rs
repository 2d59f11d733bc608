//! A stack of one to five pieces.

use std::fmt;

use crate::Color;
use crate::packed::{self, EMPTY};

/// One to five pieces on a square; the top one's color controls them.
///
/// ```
/// use focus::{Color, Stack};
///
/// let stack = Stack::new([Color::Blue, Color::Orange]).expect("two pieces");
/// assert_eq!(stack.top(), Color::Orange);
/// assert!(stack.pieces().eq([Color::Blue, Color::Orange]));
/// assert_eq!(Stack::new([Color::Blue; 6]), None);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Stack(u16);

impl Stack {
    /// Maximum number of pieces in a stack.
    pub const MAX_HEIGHT: usize = packed::MAX_HEIGHT;

    /// Creates a stack from one to five pieces, bottom first; any other number returns `None`.
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

    /// Returns the stack with this packed form, or `None` for the code of an empty square.
    #[must_use]
    pub const fn from_code(code: u16) -> Option<Stack> {
        if code == EMPTY {
            return None;
        }
        Some(Stack(code))
    }

    /// Returns the packed form.
    #[must_use]
    pub const fn code(self) -> u16 {
        self.0
    }

    /// Returns the number of pieces, 1 to 5.
    #[must_use]
    pub const fn height(self) -> usize {
        packed::height(self.0)
    }

    /// Returns the color of the top piece, which controls the stack.
    #[must_use]
    pub const fn top(self) -> Color {
        Color::from_bits(self.0)
    }

    /// Returns the pieces, bottom to top.
    #[must_use = "iterators are lazy"]
    pub fn pieces(self) -> impl DoubleEndedIterator<Item = Color> + ExactSizeIterator + Clone {
        packed::pieces(self.0)
    }
}

/// Writes the letters of the pieces, bottom to top.
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
