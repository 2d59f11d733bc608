//! Handover of a seat, as part of a game's state.

use focus::{Color, ColorSet};

/// Seat to be handed over.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct HandOver {
    pub(crate) seat: Color,
    /// Player who would take it over, if there is one.
    pub(crate) successor: Option<Successor>,
    /// Colors that agree to the handover.
    pub(crate) allowed: ColorSet,
}

/// Player who would take over a seat.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Successor {
    Computer,
    /// The candidate in the record.
    Person,
}

impl HandOver {
    /// Creates a handover of a seat that nobody has asked for yet.
    pub(crate) fn open(seat: Color) -> Self {
        Self {
            seat,
            successor: None,
            allowed: ColorSet::EMPTY,
        }
    }
}
