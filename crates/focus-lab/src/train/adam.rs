//! Adam optimizer.

use serde::{Deserialize, Serialize};

/// State of the Adam optimizer.
///
/// Source: D. P. Kingma, J. Ba, "Adam: A Method for Stochastic Optimization" (2015).
#[derive(Serialize, Deserialize)]
pub(super) struct Adam {
    mean: Vec<f32>,
    square: Vec<f32>,
    steps: i32,
}

impl Adam {
    /// Creates the optimizer for this many values.
    pub(super) fn new(len: usize) -> Adam {
        Adam {
            mean: vec![0.0; len],
            square: vec![0.0; len],
            steps: 0,
        }
    }

    /// Updates the values by a gradient step whose size per value is about `rate`.
    pub(super) fn step(&mut self, values: &mut [f32], gradient: &[f32], rate: f32) {
        const MEAN: f32 = 0.9;
        const SQUARE: f32 = 0.999;
        const TINY: f32 = 1e-8;
        self.steps += 1;
        let (mean_bias, square_bias) = (1.0 - MEAN.powi(self.steps), 1.0 - SQUARE.powi(self.steps));
        let kept = self.mean.iter_mut().zip(&mut self.square);
        for ((value, gradient), (mean, square)) in values.iter_mut().zip(gradient).zip(kept) {
            *mean = MEAN * *mean + (1.0 - MEAN) * gradient;
            *square = SQUARE * *square + (1.0 - SQUARE) * gradient * gradient;
            *value -= rate * *mean / mean_bias / ((*square / square_bias).sqrt() + TINY);
        }
    }
}
