//! Moves and lists of moves.

use std::fmt;
use std::ops::Deref;

use crate::Square;

/// Action of a player in one turn.
///
/// Only a position can tell whether a move is legal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Move {
    /// Moves as many pieces off the top of a stack as there are steps between the squares.
    Slide {
        /// Square of the stack.
        from: Square,
        /// Square the pieces land on.
        to: Square,
    },
    /// Drops a piece from the hand on a square.
    Drop(Square),
    /// Does nothing; legal only for a player who has no other move.
    Pass,
    /// Swaps one of the mover's pieces with an enemy one, in the exchange opening.
    Swap {
        /// Square of the mover's piece.
        own: Square,
        /// Square of the enemy piece.
        enemy: Square,
    },
}

impl Move {
    /// Returns every slide that a stack of any height could make: 568, in the order of
    /// [`Square::ALL`].
    pub fn slides() -> impl Iterator<Item = Move> {
        Square::ALL.into_iter().flat_map(|from| {
            crate::rays::targets(from, crate::Stack::MAX_HEIGHT)
                .iter()
                .map(move |&to| Move::Slide { from, to })
        })
    }

    /// Returns every possible drop: 52, in the order of [`Square::ALL`].
    pub fn drops() -> impl Iterator<Item = Move> {
        Square::ALL.into_iter().map(Move::Drop)
    }

    /// Returns the squares that the move changes.
    #[inline]
    pub fn squares(self) -> impl Iterator<Item = Square> {
        let (one, other) = match self {
            Move::Slide { from, to } => (Some(from), Some(to)),
            Move::Drop(to) => (None, Some(to)),
            Move::Swap { own, enemy } => (Some(own), Some(enemy)),
            Move::Pass => (None, None),
        };
        [one, other].into_iter().flatten()
    }
}

/// Legal moves of a position, stored without allocation.
#[derive(Clone)]
pub struct MoveList {
    moves: [Move; MoveList::CAPACITY],
    len: usize,
}

impl MoveList {
    /// Maximum number of moves in a position: 18 own pieces to swap with 18 enemy ones.
    ///
    /// There are fewer slides and drops: 52 pieces slide in at most four directions each.
    pub const CAPACITY: usize = 18 * 18;

    pub(crate) const fn new() -> MoveList {
        MoveList {
            moves: [Move::Pass; MoveList::CAPACITY],
            len: 0,
        }
    }

    pub(crate) fn push(&mut self, mv: Move) {
        self.moves[self.len] = mv;
        self.len += 1;
    }
}

impl Deref for MoveList {
    type Target = [Move];

    fn deref(&self) -> &[Move] {
        &self.moves[..self.len]
    }
}

impl<'a> IntoIterator for &'a MoveList {
    type Item = &'a Move;
    type IntoIter = std::slice::Iter<'a, Move>;

    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}

impl IntoIterator for MoveList {
    type Item = Move;
    type IntoIter = std::iter::Take<std::array::IntoIter<Move, { MoveList::CAPACITY }>>;

    fn into_iter(self) -> Self::IntoIter {
        self.moves.into_iter().take(self.len)
    }
}

impl fmt::Debug for MoveList {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self).finish()
    }
}
