//! Moves packed in sixteen bits.

use focus::{Move, Square};

/// Origin of a drop; follows the last square.
const HAND: u16 = 52;
/// Origin of a pass.
const NOWHERE: u16 = 53;
/// Flag of an exchange.
const SWAP: u16 = 1 << 12;

/// A [`Move`] as stored in the transposition table and the history: six bits each for from and to.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Packed(pub(crate) u16);

impl Packed {
    /// No move; encodes a slide that ends where it begins.
    pub(crate) const NONE: Packed = Packed(0);
    /// A pass.
    pub(crate) const PASS: Packed = Packed(NOWHERE << 6);
    /// Number of values of [`Packed::index`].
    pub(crate) const COUNT: usize = 1 << 12;

    /// Creates a slide.
    #[expect(clippy::cast_possible_truncation, reason = "six bits each")]
    pub(crate) const fn slide(from: Square, to: Square) -> Packed {
        Packed((from.index() << 6 | to.index()) as u16)
    }

    /// Creates a drop.
    #[expect(clippy::cast_possible_truncation, reason = "six bits")]
    pub(crate) const fn drop(to: Square) -> Packed {
        Packed(HAND << 6 | to.index() as u16)
    }

    /// Returns the index in a history table; an exchange has that of the slide between its squares.
    pub(crate) const fn index(self) -> usize {
        self.0 as usize & (Packed::COUNT - 1)
    }

    /// Returns the index of the square where the pieces land.
    pub(crate) const fn target(self) -> usize {
        self.0 as usize & 63
    }

    /// Returns the move, or `None` for `Packed::NONE`.
    pub(crate) fn unpack(self) -> Option<Move> {
        if self == Packed::NONE {
            return None;
        }
        let from = usize::from(self.0 >> 6 & 63);
        let to = Square::from_index(self.target())?;
        match u16::try_from(from).ok()? {
            HAND => Some(Move::Drop(to)),
            NOWHERE => Some(Move::Pass),
            _ => {
                let from = Square::from_index(from)?;
                let is_swap = self.0 & SWAP != 0;
                Some(if is_swap {
                    Move::Swap {
                        own: from,
                        enemy: to,
                    }
                } else {
                    Move::Slide { from, to }
                })
            }
        }
    }
}

impl From<Move> for Packed {
    fn from(mv: Move) -> Packed {
        match mv {
            Move::Slide { from, to } => Packed::slide(from, to),
            Move::Drop(to) => Packed::drop(to),
            Move::Pass => Packed::PASS,
            Move::Swap { own, enemy } => Packed(Packed::slide(own, enemy).0 | SWAP),
        }
    }
}
