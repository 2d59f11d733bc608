//! A rating, how sure it is, and what time and repetition do to it.

use crate::service::ratings::formula::{duel, several};

/// How strong somebody is.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rating {
    /// The most likely strength.
    pub points: f64,
    /// Standard deviation of the strength, in points.
    pub deviation: f64,
    /// How much the strength itself changes; only duels have a use for it.
    pub volatility: f64,
}

/// How ratings follow from results.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum System {
    /// One against one.
    Duel,
    /// Several people or teams.
    Several,
}

/// People who win or lose together.
#[derive(Clone, Debug, PartialEq)]
pub struct Side {
    /// Their ratings before the game.
    pub members: Vec<Rating>,
    /// Place in the result, counted from 1; sides on one place have drawn with each other.
    pub rank: usize,
}

/// A deviation never falls below this, so that nobody's rating stands still.
const LEAST_DEVIATION: f64 = 45.0;

/// What a day without a rated game adds to the square of a deviation: a year turns 60 into 110.
const PER_DAY: f64 = (110.0 * 110.0 - 60.0 * 60.0) / 365.0;

impl Rating {
    /// What everybody starts with.
    ///
    /// Source: M. Glickman, "Example of the Glicko-2 system" (2022), step 1.
    pub const START: Self = Self {
        points: 1500.0,
        deviation: 350.0,
        volatility: 0.06,
    };

    /// Whether enough is known to show the rating without reservation.
    #[must_use]
    pub fn is_sure(self, system: System) -> bool {
        self.deviation <= system.sure_below()
    }

    /// The same after so many days without a rated game: as strong, but less sure.
    #[must_use]
    pub fn rested(self, days: f64) -> Self {
        let square = self.deviation * self.deviation + PER_DAY * days.max(0.0);
        Self {
            deviation: square.sqrt().min(Self::START.deviation),
            ..self
        }
    }

    /// So much of the way from this rating to `after`, 0 to 1.
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
    /// The deviation up to which a rating counts as sure.
    ///
    /// A game of several says less of each of its players than a duel does of its two.
    #[must_use]
    pub const fn sure_below(self) -> f64 {
        match self {
            Self::Duel => 110.0,
            Self::Several => 150.0,
        }
    }

    /// The ratings after a game that counts for `share` of one, 0 to 1; in the order of the sides.
    ///
    /// # Panics
    ///
    /// A duel has not two sides of one.
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

/// How much of a game counts after so many of the same people on the same day: all of the first,
/// half of the second, a third of the third.
#[must_use]
pub fn share_after(games: u32) -> f64 {
    1.0 / (f64::from(games) + 1.0)
}
