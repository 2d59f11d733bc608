//! Scores of positions.

use std::fmt;

/// Score of a position for the side to move and its partner, if it has one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Score {
    /// Undecided: logarithm of the odds of winning, in units of 1/[`Score::LOGIT`].
    Value(i32),
    /// Forced win in this many plies.
    Win(u16),
    /// Forced loss in this many plies.
    Loss(u16),
}

impl Score {
    /// Increase in value that multiplies the odds of winning by e.
    pub const LOGIT: i32 = 400;

    /// Returns the value whose [`Score::chance`] is this one.
    #[must_use]
    #[expect(clippy::cast_possible_truncation, reason = "at most 14 logits")]
    pub fn from_chance(chance: f64) -> Score {
        let chance = chance.clamp(1e-6, 1.0 - 1e-6);
        let logits = (chance / (1.0 - chance)).ln();
        Score::Value((logits * f64::from(Score::LOGIT)).round() as i32)
    }

    /// Returns the expected result: 1 for a win, 0 for a loss.
    #[must_use]
    pub fn chance(self) -> f64 {
        match self {
            Score::Value(value) => {
                1.0 / (1.0 + (-f64::from(value) / f64::from(Score::LOGIT)).exp())
            }
            Score::Win(_) => 1.0,
            Score::Loss(_) => 0.0,
        }
    }
}

/// Writes the score as in the engine protocol: `value 35`, `win 5`, `loss 4`.
impl fmt::Display for Score {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Score::Value(value) => write!(f, "value {value}"),
            Score::Win(plies) => write!(f, "win {plies}"),
            Score::Loss(plies) => write!(f, "loss {plies}"),
        }
    }
}
