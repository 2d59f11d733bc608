//! Numbers of pieces that win a race.

use crate::{Goal, Mode, Rules};

/// Number of captures that wins a duel.
const DUEL_CAPTURES: u8 = 6;
/// Number of captures of each opponent that wins in three-way.
const THREE_WAY_CAPTURES_EACH: u8 = 3;
/// Number of captures of each opponent that wins in free-for-all.
const FREE_FOR_ALL_CAPTURES_EACH: u8 = 2;
/// Number of captures plus reserves that wins against two or three opponents.
const IN_FRONT: u8 = 10;

impl Rules {
    /// Returns the number of captures of each opponent that win the race; `None` if the goal is not
    /// a race.
    #[must_use]
    pub const fn captures_each(self) -> Option<u8> {
        match (self.goal(), self.mode()) {
            (Goal::Last, _) | (Goal::Race, Mode::Partners) => None,
            (Goal::Race, Mode::Duel) => Some(DUEL_CAPTURES),
            (Goal::Race, Mode::ThreeWay) => Some(THREE_WAY_CAPTURES_EACH),
            (Goal::Race, Mode::FreeForAll) => Some(FREE_FOR_ALL_CAPTURES_EACH),
        }
    }

    /// Returns the number of captures of any color plus reserves that wins the race; `None` if
    /// reserves do not count.
    #[must_use]
    pub const fn pieces_in_front(self) -> Option<u8> {
        match (self.goal(), self.mode()) {
            (Goal::Race, Mode::ThreeWay | Mode::FreeForAll) => Some(IN_FRONT),
            (Goal::Race, Mode::Duel | Mode::Partners) | (Goal::Last, _) => None,
        }
    }
}
