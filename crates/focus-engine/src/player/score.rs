//! What a search thinks of a position.

use std::fmt;

/// How the side to move stands, with its partner if it has one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Score {
    /// Undecided: logarithm of the odds to win, in units of 1/[`Score::LOGIT`].
    Value(i32),
    /// Wins by force in so many plies.
    Win(u16),
    /// Loses by force in so many plies.
    Loss(u16),
}

impl Score {
    /// A value of so much raises the odds to win by the factor e.
    pub const LOGIT: i32 = 400;

    /// The value whose [`Score::chance`] is this one.
    #[must_use]
    #[expect(clippy::cast_possible_truncation, reason = "at most 14 logits")]
    pub fn from_chance(chance: f64) -> Score {
        let chance = chance.clamp(1e-6, 1.0 - 1e-6);
        let logits = (chance / (1.0 - chance)).ln();
        Score::Value((logits * f64::from(Score::LOGIT)).round() as i32)
    }

    /// Expected result: 1 for a win, 0 for a loss.
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

/// As in the engine protocol: `value 35`, `win 5`, `loss 4`.
impl fmt::Display for Score {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Score::Value(value) => write!(f, "value {value}"),
            Score::Win(plies) => write!(f, "win {plies}"),
            Score::Loss(plies) => write!(f, "loss {plies}"),
        }
    }
}
