//! Moves, lists of moves, and their effects on the pieces.

use std::fmt;
use std::ops::Deref;

use crate::{Color, Square, packed};

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

/// Destination of the pieces that a move pushed out at the bottom of a stack.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Effect {
    /// Captured pieces, packed as a stack.
    captured: u16,
    reserves: u8,
    partner_reserves: u8,
}

impl Effect {
    /// Effect of a move that pushes nothing out.
    pub const NONE: Effect = Effect {
        captured: packed::EMPTY,
        reserves: 0,
        partner_reserves: 0,
    };

    /// Divides the pieces that a player pushed out into own, partner's and captured ones.
    pub(crate) fn new(pushed_out: u16, us: Color, partner: Option<Color>) -> Effect {
        let mut effect = Effect::NONE;
        for piece in packed::pieces(pushed_out) {
            if piece == us {
                effect.reserves += 1;
            } else if Some(piece) == partner {
                effect.partner_reserves += 1;
            } else {
                effect.captured = effect.captured << 2 | piece as u16;
            }
        }
        effect
    }

    /// Returns the pieces that the mover captured, bottom first.
    #[must_use = "iterators are lazy"]
    pub fn captured(self) -> impl DoubleEndedIterator<Item = Color> + ExactSizeIterator + Clone {
        packed::pieces(self.captured)
    }

    /// Returns the number of the mover's own pieces that went to their hand.
    #[must_use]
    pub const fn reserves(self) -> u8 {
        self.reserves
    }

    /// Returns the number of the partner's pieces that went to the partner's hand.
    #[must_use]
    pub const fn partner_reserves(self) -> u8 {
        self.partner_reserves
    }

    /// Returns whether any piece was captured.
    #[must_use]
    pub const fn is_capture(self) -> bool {
        self.captured != packed::EMPTY
    }
}

impl fmt::Debug for Effect {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Effect")
            .field("captured", &self.captured().collect::<Vec<_>>())
            .field("reserves", &self.reserves)
            .field("partner_reserves", &self.partner_reserves)
            .finish()
    }
}
