//! Start of a move.

use std::fmt;
use std::str::FromStr;

use crate::discord::interaction::custom_id::codec::ForeignId;
use focus::{Move, Phase, Position, Square};

/// Place where a move starts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum MoveOrigin {
    /// Stack or, in the exchange opening, piece.
    Square(Square),
    /// Hand.
    Hand,
    /// Hand, for a drop on this rank of the board (0 to 7).
    Rank(u8),
}

impl MoveOrigin {
    /// Returns the start of a move as a stack or the hand; `None` for a forced pass.
    #[must_use]
    pub fn of(mv: Move) -> Option<Self> {
        match mv {
            Move::Slide { from, .. } => Some(Self::Square(from)),
            Move::Swap { own, .. } => Some(Self::Square(own)),
            Move::Drop(_) => Some(Self::Hand),
            Move::Pass => None,
        }
    }

    /// Returns the starts of the legal moves, as stacks and the hand, without duplicates. A color
    /// has at most 18 pieces to be on top of stacks.
    #[must_use]
    pub fn all(position: &Position) -> Vec<Self> {
        let moves = position.legal_moves();
        let mut sources: Vec<_> = moves.iter().filter_map(|mv| Self::of(*mv)).collect();
        sources.sort_unstable();
        sources.dedup();
        sources
    }

    /// Returns the legal moves that start here.
    #[must_use]
    pub fn moves(self, position: &Position) -> Vec<Move> {
        let begins_here = |mv: &Move| match (self, *mv) {
            (Self::Rank(rank), Move::Drop(square)) => square.rank() == rank,
            (Self::Rank(_), _) => false,
            (Self::Square(_) | Self::Hand, mv) => Self::of(mv) == Some(self),
        };
        let moves = position.legal_moves();
        moves.iter().copied().filter(begins_here).collect()
    }

    /// Returns the square where the move starts, unless it starts in hand.
    #[must_use]
    pub fn square(self) -> Option<Square> {
        match self {
            Self::Square(square) => Some(square),
            Self::Hand | Self::Rank(_) => None,
        }
    }

    /// Returns whether moves in the position exchange pieces instead of sliding them.
    #[must_use]
    pub fn is_swap(position: &Position) -> bool {
        position.phase() == Phase::Exchange
    }
}

/// Returns the square on which a move ends.
#[must_use]
pub fn target_of(mv: Move) -> Option<Square> {
    match mv {
        Move::Slide { to, .. } | Move::Drop(to) => Some(to),
        Move::Swap { enemy, .. } => Some(enemy),
        Move::Pass => None,
    }
}

/// Formats as `b7`, `+` for the hand, `+5` for the hand and the fifth rank.
impl fmt::Display for MoveOrigin {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Square(square) => square.fmt(f),
            Self::Hand => f.write_str("+"),
            Self::Rank(rank) => write!(f, "+{}", rank + 1),
        }
    }
}

impl FromStr for MoveOrigin {
    type Err = ForeignId;

    fn from_str(text: &str) -> Result<Self, ForeignId> {
        match text.as_bytes() {
            b"+" => Ok(Self::Hand),
            [b'+', rank @ b'1'..=b'8'] => Ok(Self::Rank(rank - b'1')),
            _ => text.parse().map(Self::Square).map_err(|_| ForeignId),
        }
    }
}
