//! What results prove.

/// Standard deviations that 95 % of a normal distribution lie within.
const Z: f64 = 1.959_963_984_540_054;

/// Scores of pairs of games, each pair a sample of its own: the games of a pair share an opening.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Pairs {
    /// Mean points of a game of each pair, from 0 to 1.
    scores: Vec<f64>,
}

/// A value and what lies within its error bars with 95 % certainty.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Interval {
    /// The value measured.
    pub value: f64,
    /// Lower end.
    pub low: f64,
    /// Upper end.
    pub high: f64,
}

impl Pairs {
    /// No pair yet.
    #[must_use]
    pub fn new() -> Pairs {
        Pairs::default()
    }

    /// Adds a pair by the points of its two games, each from 0 to 1.
    pub fn add(&mut self, first: f64, second: f64) {
        self.scores.push(f64::midpoint(first, second));
    }

    /// Number of pairs.
    #[must_use]
    pub fn len(&self) -> usize {
        self.scores.len()
    }

    /// Whether there is no pair.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.scores.is_empty()
    }

    /// Mean points of a game.
    #[must_use]
    pub fn mean(&self) -> f64 {
        if self.is_empty() {
            return 0.5;
        }
        self.scores.iter().sum::<f64>() / count(self.len())
    }

    /// Variance of the score of a pair.
    #[must_use]
    pub fn variance(&self) -> f64 {
        if self.len() < 2 {
            return 0.0;
        }
        let mean = self.mean();
        let squares = self.scores.iter().map(|score| (score - mean).powi(2));
        squares.sum::<f64>() / count(self.len() - 1)
    }

    /// How many pairs scored 0, ½, 1, 1½ and 2 points; others count where they are nearest.
    #[must_use]
    pub fn pentanomial(&self) -> [u32; 5] {
        let mut counts = [0; 5];
        for score in &self.scores {
            let place = (0..4).filter(|&place| *score > (f64::from(place) + 0.5) / 4.0);
            counts[place.count()] += 1;
        }
        counts
    }

    /// Share of the points, with error bars.
    ///
    /// Wilson's interval with as many games as the variance of the pairs is worth: near 0 and 1,
    /// where a normal distribution would leave the scale, it still means something.
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

/// Wilson's 95 % interval of a share seen in so many trials.
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

/// Mean of independent samples, with error bars.
#[must_use]
pub fn mean_interval(samples: &[f64]) -> Interval {
    let number = count(samples.len());
    let mean = samples.iter().sum::<f64>() / number.max(1.0);
    let squares = samples.iter().map(|sample| (sample - mean).powi(2));
    let variance = squares.sum::<f64>() / (number - 1.0).max(1.0);
    let half = Z * (variance / number.max(1.0)).sqrt();
    Interval {
        value: mean,
        low: mean - half,
        high: mean + half,
    }
}

/// Difference in Elo points that makes one expect this share; infinite at 0 and 1.
#[must_use]
pub fn elo(share: f64) -> f64 {
    400.0 * (share / (1.0 - share)).log10()
}

/// Share expected with so many Elo points more.
fn expected(elo: f64) -> f64 {
    1.0 / (1.0 + 10f64.powf(-elo / 400.0))
}

/// A sequential probability ratio test between two differences in Elo points.
///
/// Source: A. Wald, "Sequential Tests of Statistical Hypotheses" (1945), with the normal
/// approximation of M. Van den Bergh, "A Practical Introduction to the GSPRT" (2019).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sprt {
    /// Difference under the hypothesis that nothing is gained.
    pub elo0: f64,
    /// Difference under the hypothesis that something is.
    pub elo1: f64,
}

/// What a sequential test says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// The second hypothesis is accepted.
    Gain,
    /// The first hypothesis is accepted.
    NoGain,
    /// More games are needed.
    Open,
}

impl Sprt {
    /// Probability of either error.
    pub const ERROR: f64 = 0.05;

    /// Logarithm of how much likelier the pairs are under the second hypothesis.
    #[must_use]
    pub fn log_likelihood_ratio(self, pairs: &Pairs) -> f64 {
        // As if there could still be other results when there was only one so far.
        let variance = pairs.variance().max(0.25 / (count(pairs.len()) + 1.0));
        let (share0, share1) = (expected(self.elo0), expected(self.elo1));
        let distance = pairs.mean() - f64::midpoint(share0, share1);
        count(pairs.len()) * (share1 - share0) * distance / variance
    }

    /// What the pairs prove.
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
