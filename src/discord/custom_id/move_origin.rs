//! Where a move begins.

use std::fmt;
use std::str::FromStr;

use focus::{Move, Phase, Position, Square};

/// A place to begin a move from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Source {
    /// A stack, or in the exchange opening a piece.
    Square(Square),
    /// A piece in hand.
    Hand,
    /// A piece in hand for this rank of the board, 0 to 7.
    Rank(u8),
}

impl Source {
    /// Where a move begins, of stacks and the hand; a forced pass nowhere.
    #[must_use]
    pub fn of(mv: Move) -> Option<Self> {
        match mv {
            Move::Slide { from, .. } => Some(Self::Square(from)),
            Move::Swap { own, .. } => Some(Self::Square(own)),
            Move::Drop(_) => Some(Self::Hand),
            Move::Pass => None,
        }
    }

    /// Where somebody chose to begin a move when it was chosen itself: a drop on its rank.
    #[must_use]
    pub fn narrowest(mv: Move) -> Option<Self> {
        match mv {
            Move::Drop(square) => Some(Self::Rank(square.rank())),
            Move::Slide { .. } | Move::Swap { .. } | Move::Pass => Self::of(mv),
        }
    }

    /// Where the moves of a position begin, of stacks and the hand, each place once. There are at
    /// most 18 pieces of a color to be on top of stacks.
    #[must_use]
    pub fn all(position: &Position) -> Vec<Self> {
        let moves = position.legal_moves();
        let mut sources: Vec<_> = moves.iter().filter_map(|mv| Self::of(*mv)).collect();
        sources.sort_unstable();
        sources.dedup();
        sources
    }

    /// The legal moves that begin here.
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

    /// Whether moves from here exchange pieces instead of sliding them.
    #[must_use]
    pub fn is_swap(position: &Position) -> bool {
        position.phase() == Phase::Exchange
    }
}

/// `b7`, `+` for the hand, `+5` for the hand and the fifth rank.
impl fmt::Display for Source {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Square(square) => square.fmt(f),
            Self::Hand => f.write_str("+"),
            Self::Rank(rank) => write!(f, "+{}", rank + 1),
        }
    }
}

/// A text that is no place where a move begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NoSource;

impl FromStr for Source {
    type Err = NoSource;

    fn from_str(text: &str) -> Result<Self, NoSource> {
        match text.as_bytes() {
            b"+" => Ok(Self::Hand),
            [b'+', rank @ b'1'..=b'8'] => Ok(Self::Rank(rank - b'1')),
            _ => text.parse().map(Self::Square).map_err(|_| NoSource),
        }
    }
}
