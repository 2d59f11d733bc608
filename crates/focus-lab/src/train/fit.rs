//! Fitting of the weights to the samples.

use crate::train::Samples;
use crate::train::adam::Adam;
use crate::train::parallel::{mean_gradient, mean_loss};
use crate::train::samples::{SIDES, Sample};
use focus_engine::Rng;
use focus_engine::Score;
use focus_engine::evaluation::Weights;

/// Settings of the fit.
#[derive(Clone, Copy, Debug)]
pub struct FitSettings {
    /// Number of positions in a batch.
    pub batch: usize,
    /// Initial learning rate in logits; it decreases to zero.
    pub rate: f32,
    /// Strength of the regularization toward the initial weights, in positions: weights that occur
    /// in few positions stay close to their initial values.
    pub pull: f32,
    /// Number of passes over all positions.
    pub epochs: u32,
    /// Number of threads; it changes the result only by rounding.
    pub threads: usize,
}

impl Default for FitSettings {
    fn default() -> FitSettings {
        FitSettings {
            batch: 4096,
            rate: 0.02,
            pull: 20.0,
            epochs: 30,
            threads: 1,
        }
    }
}

/// Result of one pass over all positions.
#[derive(Clone, Copy, Debug)]
pub struct Epoch {
    /// Number of the epoch, from 1.
    pub number: u32,
    /// Mean cross-entropy over the training positions, in nats.
    pub loss: f32,
    /// Mean cross-entropy over the held-out positions, in nats.
    pub held_out: f32,
}

/// Weights during a fit.
pub struct Fit {
    settings: FitSettings,
    begun_with: Vec<f32>,
    /// Current weights in logits.
    weights: Vec<f32>,
    adam: Adam,
}

impl Fit {
    /// Creates a fit that starts with these weights.
    #[must_use]
    pub fn new(weights: &Weights, settings: FitSettings) -> Fit {
        let logits = |value: &f32| value / Score::LOGIT as f32;
        let begun_with: Vec<f32> = weights.values().iter().map(logits).collect();
        Fit {
            settings,
            weights: begun_with.clone(),
            adam: Adam::new(begun_with.len()),
            begun_with,
        }
    }

    /// Fits the weights to the samples and reports the loss after each epoch.
    #[must_use]
    pub fn run(
        mut self,
        samples: &Samples,
        held_out: &Samples,
        mut report: impl FnMut(Epoch),
    ) -> Weights {
        let mut order: Vec<usize> = (0..samples.len()).collect();
        let epochs = self.settings.epochs;
        for number in 1..=epochs {
            shuffle(&mut order, number);
            let rate = self.settings.rate * (epochs + 1 - number) as f32 / epochs as f32;
            let mut loss = 0.0;
            for batch in order.chunks(self.settings.batch) {
                loss += self.step(samples, batch, rate);
            }
            report(Epoch {
                number,
                loss: loss / samples.len().max(1) as f32,
                held_out: self.loss(held_out),
            });
        }
        let values = self
            .weights
            .iter()
            .map(|logits| logits * Score::LOGIT as f32);
        Weights::new(*samples.layout(), values.collect())
    }

    /// Takes a gradient step and returns the sum of the losses before it.
    fn step(&mut self, samples: &Samples, batch: &[usize], rate: f32) -> f32 {
        let (len, threads) = (self.weights.len(), self.settings.threads);
        let (mut gradient, loss) = mean_gradient(batch, len, threads, |index, gradient| {
            self.descend(samples, samples.get(index), gradient)
        });
        let pull = self.settings.pull / samples.len() as f32;
        let to_start = self.weights.iter().zip(&self.begun_with);
        for (gradient, (weight, start)) in gradient.iter_mut().zip(to_start) {
            *gradient += pull * (weight - start);
        }
        self.adam.step(&mut self.weights, &gradient, rate);
        loss
    }

    /// Adds the gradient of a sample and returns its loss.
    fn descend(&self, samples: &Samples, sample: &Sample, gradient: &mut [f32]) -> f32 {
        let chances = self.chances(samples, sample);
        for (at, side) in samples.sides(sample).enumerate() {
            let slope = chances[at] - sample.target[at];
            for &weight in side {
                gradient[usize::from(weight)] += slope;
            }
        }
        cross_entropy(&chances, &sample.target)
    }

    fn loss(&self, samples: &Samples) -> f32 {
        mean_loss(samples.len(), self.settings.threads, |index| {
            let sample = samples.get(index);
            cross_entropy(&self.chances(samples, sample), &sample.target)
        })
    }

    /// Returns the expected result of each side with the current weights. Shape: `[side]`.
    fn chances(&self, samples: &Samples, sample: &Sample) -> [f32; SIDES] {
        let mut scores = [f32::NEG_INFINITY; SIDES];
        for (at, side) in samples.sides(sample).enumerate() {
            if sample.is_in[at] {
                scores[at] = side
                    .iter()
                    .map(|&weight| self.weights[usize::from(weight)])
                    .sum();
            }
        }
        softmax(scores)
    }
}

/// Returns the softmax of scores in logits; 0 for scores of minus infinity.
pub(super) fn softmax(scores: [f32; SIDES]) -> [f32; SIDES] {
    let best = scores.iter().copied().fold(f32::NEG_INFINITY, f32::max);
    let odds = scores.map(|score| (score - best).exp());
    let total: f32 = odds.iter().sum();
    odds.map(|odds| odds / total)
}

pub(super) fn cross_entropy(chances: &[f32; SIDES], target: &[f32; SIDES]) -> f32 {
    let sides = chances.iter().zip(target);
    let terms = sides.map(|(chance, target)| target * chance.max(1e-6).ln());
    -terms.sum::<f32>()
}

pub(super) fn shuffle(order: &mut [usize], epoch: u32) {
    let mut dice = Rng::of(0xF17, u64::from(epoch));
    for end in (1..order.len()).rev() {
        order.swap(end, dice.below(end + 1));
    }
}
