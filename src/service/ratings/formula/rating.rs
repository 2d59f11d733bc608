//! A rating, its uncertainty, and the effect of time and repetition on it.

pub use crate::service::model::ratings::Rating;

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

    /// Returns the rating after `days` without a rated game: equally strong, but less sure.
    #[must_use]
    pub fn rested(self, days: f64) -> Self {
        let square = self.deviation * self.deviation + PER_DAY * days.max(0.0);
        Self {
            deviation: square.sqrt().min(Self::START.deviation),
            ..self
        }
    }

    /// Interpolates between this rating and `after`; `weight` is 0 to 1.
    pub(super) fn toward(self, after: Self, weight: f64) -> Self {
        let part = |from: f64, to: f64| from + (to - from) * weight;
        Self {
            points: part(self.points, after.points),
            deviation: part(self.deviation, after.deviation).max(LEAST_DEVIATION),
            volatility: part(self.volatility, after.volatility),
        }
    }
}

/// Returns the fraction at which a game counts after `games` others of the same people on the same
/// day: the first fully, the second half, the third a third.
#[must_use]
pub fn weight_after(games: u32) -> f64 {
    1.0 / (f64::from(games) + 1.0)
}
