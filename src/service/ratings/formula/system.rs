//! Method by which ratings follow from results.

use crate::service::ratings::formula::rating::{Rating, Side};
use crate::service::ratings::formula::{duel, several};

/// Method by which ratings follow from results.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum System {
    /// One against one.
    Duel,
    /// Several people or teams.
    Several,
}

impl System {
    /// Returns the highest deviation with which a rating counts as sure.
    ///
    /// A game of several says less about each of its players than a duel does about its two.
    #[must_use]
    pub const fn sure_below(self) -> f64 {
        match self {
            Self::Duel => 110.0,
            Self::Several => 150.0,
        }
    }

    /// Returns the ratings after a game that counts as the fraction `weight` of a game, 0 to 1; in
    /// the order of the sides.
    ///
    /// # Panics
    ///
    /// Panics if a duel does not have two sides of one member each.
    #[must_use]
    pub fn rate(self, sides: &[Side], weight: f64) -> Vec<Vec<Rating>> {
        let after = match self {
            Self::Duel => {
                let [one, other] = sides else {
                    panic!("two sides in a duel");
                };
                duel::rate(one, other).map(|rating| vec![rating]).to_vec()
            }
            Self::Several => several::rate(sides),
        };
        let sides = sides.iter().zip(after);
        sides
            .map(|(side, after)| {
                let members = side.members.iter().zip(after);
                members
                    .map(|(before, after)| before.toward(after, weight))
                    .collect()
            })
            .collect()
    }
}

impl Rating {
    /// Returns whether enough is known to show the rating without reservation.
    #[must_use]
    pub fn is_sure(self, system: System) -> bool {
        self.deviation <= system.sure_below()
    }
}
