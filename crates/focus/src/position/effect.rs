//! Effect of a move: pieces that become reserves, and captures.

use std::fmt;

use crate::{Color, packed};

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
