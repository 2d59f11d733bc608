//! Stacks on the board, with the counts that move generation needs updated incrementally.

use std::{fmt, mem};

use crate::packed::{self, EMPTY};
use crate::{Color, Square, Stack, rays};

/// Stacks on the 52 squares.
///
/// The board also keeps, for each color, the squares with a stack the color controls and the number
/// of its slides, so that counting moves takes no loop.
#[derive(Clone, PartialEq, Eq)]
pub struct Board {
    /// Packed stack of each square.
    codes: [u16; Square::COUNT],
    /// Squares with a stack each color controls, bit by square index. Shape: `[color]`.
    tops: [u64; 4],
    /// Number of slides of each color. Shape: `[color]`.
    slides: [u16; 4],
    /// Binary digits of the height of each square, bit by square index. Shape: `[binary digit]`,
    /// ones first.
    heights: [u64; 3],
}

impl Board {
    /// A board without pieces.
    pub const EMPTY: Board = Board {
        codes: [EMPTY; Square::COUNT],
        tops: [0; 4],
        slides: [0; 4],
        heights: [0; 3],
    };

    /// Returns the stack on a square, if any.
    #[must_use]
    pub const fn get(&self, square: Square) -> Option<Stack> {
        Stack::from_code(self.codes[square.index()])
    }

    /// Replaces the stack on a square.
    pub fn set(&mut self, square: Square, stack: Option<Stack>) {
        self.put(square, stack.map_or(EMPTY, Stack::code));
    }

    /// Returns the occupied squares and their stacks, in the order of [`Square::ALL`].
    #[must_use = "iterators are lazy"]
    pub fn iter(&self) -> impl DoubleEndedIterator<Item = (Square, Stack)> {
        Square::ALL
            .into_iter()
            .filter_map(|square| Some((square, self.get(square)?)))
    }

    /// Returns the squares with a stack this color controls, in the order of [`Square::ALL`].
    pub fn topped_by(&self, color: Color) -> impl Iterator<Item = Square> + Clone + use<> {
        Square::of_bits(self.tops[color.index()])
    }

    /// Returns the number of empty squares.
    #[must_use]
    pub const fn empty_squares(&self) -> usize {
        Square::COUNT - self.occupied().count_ones() as usize
    }

    /// Returns the number of stacks this color controls.
    #[inline]
    #[must_use]
    pub const fn stacks_of(&self, color: Color) -> usize {
        self.tops[color.index()].count_ones() as usize
    }

    /// Returns the number of pieces of this color on the board.
    #[must_use]
    pub fn pieces(&self, color: Color) -> usize {
        self.iter()
            .flat_map(|(_, stack)| stack.pieces())
            .filter(|&piece| piece == color)
            .count()
    }

    /// Returns whether this color controls any stack.
    pub(crate) const fn has_stack(&self, color: Color) -> bool {
        self.tops[color.index()] != 0
    }

    /// Returns the number of slides this color can make.
    pub(crate) const fn slides(&self, color: Color) -> u16 {
        self.slides[color.index()]
    }

    /// Returns the empty squares, in the order of [`Square::ALL`].
    pub(crate) fn empty(&self) -> impl Iterator<Item = Square> + Clone + use<> {
        Square::of_bits(!self.occupied() & ((1 << Square::COUNT) - 1))
    }

    /// Returns the number of pieces on a square, 0 to 5.
    #[must_use]
    pub const fn height(&self, square: Square) -> usize {
        packed::height(self.codes[square.index()])
    }

    /// Returns the squares with a stack this color controls, bit by square index.
    #[must_use]
    pub const fn tops(&self, color: Color) -> u64 {
        self.tops[color.index()]
    }

    /// Returns the squares with at least this many pieces, bit by square index.
    #[must_use]
    pub const fn at_least(&self, height: usize) -> u64 {
        let [ones, twos, fours] = self.heights;
        match height {
            0 => (1 << Square::COUNT) - 1,
            1 => ones | twos | fours,
            2 => twos | fours,
            3 => ones & twos | fours,
            4 => fours,
            5 => ones & fours,
            _ => 0,
        }
    }

    /// Returns the packed stack on a square.
    #[must_use]
    pub const fn code(&self, square: Square) -> u16 {
        self.codes[square.index()]
    }

    /// Replaces the packed stack on a square and returns the old one.
    ///
    /// An empty square counts as a stack of height 0, which has no slides; this saves a branch.
    #[inline]
    pub(crate) fn put(&mut self, square: Square, code: u16) -> u16 {
        let index = square.index();
        let old = mem::replace(&mut self.codes[index], code);
        let old_top = (old & 3) as usize;
        self.tops[old_top] &= !(1 << index);
        self.slides[old_top] -= rays::count(square, packed::height(old));
        let changed = (packed::height(old) ^ packed::height(code)) as u64;
        self.heights[0] ^= (changed & 1) << index;
        self.heights[1] ^= (changed >> 1 & 1) << index;
        self.heights[2] ^= (changed >> 2) << index;
        let top = (code & 3) as usize;
        self.tops[top] |= u64::from(code != EMPTY) << index;
        self.slides[top] += rays::count(square, packed::height(code));
        old
    }

    const fn occupied(&self) -> u64 {
        self.tops[0] | self.tops[1] | self.tops[2] | self.tops[3]
    }
}

impl fmt::Debug for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_map().entries(self.iter()).finish()
    }
}
