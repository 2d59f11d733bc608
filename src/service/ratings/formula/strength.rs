//! A rating, its uncertainty, and the effect of time and repetition on it.

use crate::service::ratings::formula::{duel, several};

pub use crate::service::model::ratings::Rating;

/// Method by which ratings follow from results.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum System {
    /// One against one.
    Duel,
    /// Several people or teams.
    Several,
}

/// Group of people who win or lose together.
#[derive(Clone, Debug, PartialEq)]
pub struct Side {
    /// Ratings of the members before the game.
    pub members: Vec<Rating>,
    /// Place in the result, counted from 1; sides on one place have drawn with each other.
    pub rank: usize,
}

/// Minimum deviation, so that no rating becomes fixed.
const LEAST_DEVIATION: f64 = 45.0;

/// Increase of the squared deviation per day without a rated game: a year turns 60 into 110.
const PER_DAY: f64 = (110.0 * 110.0 - 60.0 * 60.0) / 365.0;

impl Rating {
    /// Initial rating of everybody.
    ///
    /// Source: M. Glickman, "Example of the Glicko-2 system" (2022), step 1.
    pub const START: Self = Self {
        points: 1500.0,
        deviation: 350.0,
        volatility: 0.06,
    };

    /// Returns whether enough is known to show the rating without reservation.
    #[must_use]
    pub fn is_sure(self, system: System) -> bool {
        self.deviation <= system.sure_below()
    }

    /// Returns the rating after `days` without a rated game: equally strong, but less sure.
    #[must_use]
    pub fn rested(self, days: f64) -> Self {
        let square = self.deviation * self.deviation + PER_DAY * days.max(0.0);
        Self {
            deviation: square.sqrt().min(Self::START.deviation),
            ..self
        }
    }

    /// Interpolates between this rating and `after`; `share` is 0 to 1.
    fn toward(self, after: Self, share: f64) -> Self {
        let part = |from: f64, to: f64| from + (to - from) * share;
        Self {
            points: part(self.points, after.points),
            deviation: part(self.deviation, after.deviation).max(LEAST_DEVIATION),
            volatility: part(self.volatility, after.volatility),
        }
    }
}

impl System {
    /// Returns the deviation up to which a rating counts as sure.
    ///
    /// A game of several says less about each of its players than a duel does about its two.
    #[must_use]
    pub const fn sure_below(self) -> f64 {
        match self {
            Self::Duel => 110.0,
            Self::Several => 150.0,
        }
    }

    /// Returns the ratings after a game that counts as the fraction `share` of a game, 0 to 1; in
    /// the order of the sides.
    ///
    /// # Panics
    ///
    /// Panics if a duel does not have two sides of one member each.
    #[must_use]
    pub fn rate(self, sides: &[Side], share: f64) -> Vec<Vec<Rating>> {
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
                    .map(|(before, after)| before.toward(after, share))
                    .collect()
            })
            .collect()
    }
}

/// Returns the fraction at which a game counts after `games` others of the same people on the same
/// day: the first fully, the second half, the third a third.
#[must_use]
pub fn share_after(games: u32) -> f64 {
    1.0 / (f64::from(games) + 1.0)
}
