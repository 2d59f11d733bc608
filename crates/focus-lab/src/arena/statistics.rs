//! Statistics of match results.

/// Number of standard deviations that contain 95 % of a normal distribution.
const Z: f64 = 1.959_963_984_540_054;

/// Scores of pairs of games; each pair is one sample because its games share an opening.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Pairs {
    /// Mean points per game of each pair, from 0 to 1.
    scores: Vec<f64>,
}

/// A value with its 95 % confidence interval.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Interval {
    /// Measured value.
    pub value: f64,
    /// Lower bound.
    pub low: f64,
    /// Upper bound.
    pub high: f64,
}

impl Pairs {
    /// Creates an empty list of pairs.
    #[must_use]
    pub fn new() -> Pairs {
        Pairs::default()
    }

    /// Adds a pair, given the points of its two games, each from 0 to 1.
    pub fn add(&mut self, first: f64, second: f64) {
        self.scores.push(f64::midpoint(first, second));
    }

    /// Returns the number of pairs.
    #[must_use]
    pub fn len(&self) -> usize {
        self.scores.len()
    }

    /// Returns whether there are no pairs.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.scores.is_empty()
    }

    /// Returns the mean points per game.
    #[must_use]
    pub fn mean(&self) -> f64 {
        if self.is_empty() {
            return 0.5;
        }
        self.scores.iter().sum::<f64>() / count(self.len())
    }

    /// Returns the variance of the score of a pair.
    #[must_use]
    pub fn variance(&self) -> f64 {
        if self.len() < 2 {
            return 0.0;
        }
        let mean = self.mean();
        let squares = self.scores.iter().map(|score| (score - mean).powi(2));
        squares.sum::<f64>() / count(self.len() - 1)
    }

    /// Returns the number of pairs with 0, ½, 1, 1½ and 2 points; other scores count as the nearest
    /// of these.
    #[must_use]
    pub fn pentanomial(&self) -> [u32; 5] {
        let mut counts = [0; 5];
        for score in &self.scores {
            let place = (0..4).filter(|&place| *score > (f64::from(place) + 0.5) / 4.0);
            counts[place.count()] += 1;
        }
        counts
    }

    /// Returns the share of the points with error bars.
    ///
    /// This is Wilson's interval for the number of games that the variance of the pairs corresponds
    /// to. It is also valid near 0 and 1, where a normal approximation would leave the scale.
    #[must_use]
    pub fn share(&self) -> Interval {
        let mean = self.mean();
        let pairs = count(self.len());
        let variance_of_mean = self.variance() / pairs.max(1.0);
        let games = if variance_of_mean > 0.0 {
            (mean * (1.0 - mean) / variance_of_mean).min(4.0 * pairs)
        } else {
            2.0 * pairs
        };
        wilson(mean, games)
    }
}

/// Returns Wilson's 95 % interval of a share observed in this many trials.
///
/// Source: E. B. Wilson, "Probable Inference, the Law of Succession, and Statistical Inference"
/// (1927).
fn wilson(share: f64, trials: f64) -> Interval {
    if trials <= 0.0 {
        return Interval {
            value: share,
            low: 0.0,
            high: 1.0,
        };
    }
    let square = Z * Z / trials;
    let middle = (share + square / 2.0) / (1.0 + square);
    let half =
        Z / (1.0 + square) * (share * (1.0 - share) / trials + square / (4.0 * trials)).sqrt();
    Interval {
        value: share,
        low: (middle - half).max(0.0),
        high: (middle + half).min(1.0),
    }
}

/// Returns the difference in Elo points for which this share is expected; infinite at 0 and 1.
#[must_use]
pub fn elo(share: f64) -> f64 {
    400.0 * (share / (1.0 - share)).log10()
}

/// Returns the expected share of a player with a lead of this many Elo points.
fn expected(elo: f64) -> f64 {
    1.0 / (1.0 + 10f64.powf(-elo / 400.0))
}

/// Sequential probability ratio test between two differences in Elo points.
///
/// Source: A. Wald, "Sequential Tests of Statistical Hypotheses" (1945), with the normal
/// approximation of M. Van den Bergh, "A Practical Introduction to the GSPRT" (2019).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sprt {
    /// Difference under the null hypothesis, that nothing is gained.
    pub elo0: f64,
    /// Difference under the alternative hypothesis, that something is gained.
    pub elo1: f64,
}

/// Result of a sequential test.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// The alternative hypothesis is accepted.
    Gain,
    /// The null hypothesis is accepted.
    NoGain,
    /// More games are needed.
    Open,
}

impl Sprt {
    /// Probability of each type of error.
    pub const ERROR: f64 = 0.05;

    /// Returns the log-likelihood ratio of the alternative hypothesis to the null hypothesis.
    #[must_use]
    pub fn log_likelihood_ratio(self, pairs: &Pairs) -> f64 {
        // The minimum keeps the variance above zero while all results are equal.
        let variance = pairs.variance().max(0.25 / (count(pairs.len()) + 1.0));
        let (share0, share1) = (expected(self.elo0), expected(self.elo1));
        let distance = pairs.mean() - f64::midpoint(share0, share1);
        count(pairs.len()) * (share1 - share0) * distance / variance
    }

    /// Returns the verdict for these pairs.
    #[must_use]
    pub fn verdict(self, pairs: &Pairs) -> Verdict {
        let bound = ((1.0 - Sprt::ERROR) / Sprt::ERROR).ln();
        let ratio = self.log_likelihood_ratio(pairs);
        if ratio >= bound {
            return Verdict::Gain;
        }
        if ratio <= -bound {
            return Verdict::NoGain;
        }
        Verdict::Open
    }
}

#[expect(clippy::cast_precision_loss, reason = "far fewer than 2^52 games")]
fn count(number: usize) -> f64 {
    number as f64
}
