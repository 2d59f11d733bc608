//! Training of a network on games.
//!
//! The contribution of the stack weights stays fixed; the network learns what they miss.

use serde::{Deserialize, Serialize};

use crate::train::adam::Adam;
use crate::train::factors::SharedFactors;
use crate::train::fit::{Epoch, cross_entropy, shuffle, softmax};
use crate::train::parallel::{mean_gradient, mean_loss};
use crate::train::positions::{Positions, Sample};
use crate::train::samples::SIDES;
use focus::{Color, Square, Symmetry};
use focus_engine::Rng;
use focus_engine::evaluation::{Kind, Network};

/// Settings for training a network.
#[derive(Clone, Copy, Debug)]
pub struct Schedule {
    /// Number of positions in a batch.
    pub batch: usize,
    /// Initial learning rate in logits; it decreases to zero.
    pub rate: f32,
    /// Number of passes over all positions.
    pub epochs: u32,
    /// Number of threads; it changes the result only by rounding.
    pub threads: usize,
}

impl Default for Schedule {
    fn default() -> Schedule {
        Schedule {
            batch: 2048,
            rate: 0.002,
            epochs: 16,
            threads: 1,
        }
    }
}

/// A network during training.
pub struct Learner {
    schedule: Schedule,
    shared: SharedFactors,
    state: Checkpoint,
    /// Images of the squares. Shape: `[symmetry][square]`.
    turned: [[Square; Square::COUNT]; 8],
}

/// Progress of a network's training, from which it continues.
#[derive(Serialize, Deserialize)]
pub struct Checkpoint {
    /// Number of finished epochs.
    epochs: u32,
    /// Numbers in logits. Shape: that of [`Shape`], then [`SharedFactors`].
    values: Vec<f32>,
    adam: Adam,
}

/// Activations of one color's units in a position.
struct Activations {
    side: usize,
    /// Active rows of the hidden layer.
    rows: Vec<usize>,
    sums: Vec<f32>,
    output: usize,
}

impl Learner {
    /// Creates a learner with random initial values.
    #[must_use]
    pub fn new(kind: Kind, schedule: Schedule) -> Learner {
        let shared = SharedFactors::of(kind);
        let shape = &shared.shape;
        let mut dice = Rng::of(0x4E7, 0);
        let mut values = vec![0.0; shared.len];
        let mut scatter = |from: usize, to: usize, most: f32| {
            for value in &mut values[from..to] {
                *value = (2.0 * dice.unit() - 1.0) * most;
            }
        };
        scatter(shared.pattern, shared.len, 0.15);
        scatter(shape.hand(0, 0), shape.bias, 0.1);
        scatter(shape.output, shape.len, 0.3);
        values[shape.bias..shape.output].fill(0.4);
        Learner {
            schedule,
            state: Checkpoint {
                epochs: 0,
                adam: Adam::new(values.len()),
                values,
            },
            turned: Symmetry::ALL.map(|symmetry| Square::ALL.map(|square| symmetry.square(square))),
            shared,
        }
    }

    /// Continues from a checkpoint of the same training instead of from the start.
    ///
    /// # Panics
    ///
    /// If the checkpoint belongs to a network of another shape.
    #[must_use]
    pub fn resume(self, state: Checkpoint) -> Learner {
        assert_eq!(
            state.values.len(),
            self.state.values.len(),
            "numbers of the network"
        );
        Learner { state, ..self }
    }

    /// Trains the network on the positions, and reports the loss and a checkpoint after each epoch.
    #[must_use]
    pub fn run(
        mut self,
        positions: &Positions,
        held_out: &Positions,
        mut report: impl FnMut(Epoch, &Checkpoint),
    ) -> Network {
        let mut order: Vec<usize> = (0..positions.len()).collect();
        let epochs = self.schedule.epochs;
        let in_epoch = positions.len().div_ceil(self.schedule.batch);
        let batches = in_epoch * epochs as usize;
        let mut done = in_epoch * self.state.epochs as usize;
        for number in 1..=epochs {
            // The order of an epoch depends on the orders of the earlier ones.
            shuffle(&mut order, number);
            if number <= self.state.epochs {
                continue;
            }
            let mut loss = 0.0;
            for batch in order.chunks(self.schedule.batch) {
                let rate = self.schedule.rate * (batches - done) as f32 / batches as f32;
                loss += self.step(positions, batch, number, rate);
                done += 1;
            }
            self.state.epochs = number;
            let epoch = Epoch {
                number,
                loss: loss / positions.len().max(1) as f32,
                held_out: self.loss(held_out),
            };
            report(epoch, &self.state);
        }
        let whole = self.whole();
        Network::new(self.shared.shape, &whole)
    }

    /// Returns the numbers with the shared ones added. Shape: that of [`Shape`].
    fn whole(&self) -> Vec<f32> {
        let units = self.shared.shape.units;
        let mut whole = self.state.values[..self.shared.shape.len].to_vec();
        for row in 0..self.shared.rows() {
            let at = row * units;
            let shared = self.shared.of_row(row);
            if shared == [None; 2] {
                whole[at..at + units].fill(0.0);
            }
            for shared in shared.into_iter().flatten() {
                for unit in 0..units {
                    whole[at + unit] += self.state.values[shared + unit];
                }
            }
        }
        whole
    }

    /// Takes a gradient step and returns the sum of the losses before it.
    fn step(&mut self, positions: &Positions, batch: &[usize], epoch: u32, rate: f32) -> f32 {
        let whole = self.whole();
        let (len, threads) = (self.shared.len, self.schedule.threads);
        let (mut gradient, loss) = mean_gradient(batch, len, threads, |index, gradient| {
            let turn = (Rng::of(index as u64, epoch.into()).bits() & 7) as usize;
            self.descend(positions, index, &self.turned[turn], &whole, gradient)
        });
        // Shared rows receive the gradients of all stacks that share them.
        let units = self.shared.shape.units;
        for row in 0..self.shared.rows() {
            for shared in self.shared.of_row(row).into_iter().flatten() {
                for unit in 0..units {
                    gradient[shared + unit] += gradient[row * units + unit];
                }
            }
        }
        let Checkpoint { values, adam, .. } = &mut self.state;
        adam.step(values, &gradient, rate);
        loss
    }

    /// Adds the gradient of a position and returns its loss.
    fn descend(
        &self,
        positions: &Positions,
        index: usize,
        turned: &[Square; Square::COUNT],
        whole: &[f32],
        gradient: &mut [f32],
    ) -> f32 {
        let sample = &positions.samples[index];
        let activations = self.activations(positions, sample, turned, whole);
        let chances = chances(sample, &activations, whole);
        for active in &activations {
            let slope = chances[active.side] - sample.target[active.side];
            let mut back = Vec::with_capacity(active.sums.len());
            for (unit, &sum) in active.sums.iter().enumerate() {
                gradient[active.output + unit] += slope * activation(sum);
                let is_open = sum > 0.0 && sum < 1.0;
                back.push(if is_open {
                    slope * whole[active.output + unit]
                } else {
                    0.0
                });
            }
            for &row in &active.rows {
                let row = &mut gradient[row..row + back.len()];
                for (value, back) in row.iter_mut().zip(&back) {
                    *value += back;
                }
            }
        }
        cross_entropy(&chances, &sample.target)
    }

    fn loss(&self, positions: &Positions) -> f32 {
        let whole = self.whole();
        mean_loss(positions.len(), self.schedule.threads, |index| {
            let sample = &positions.samples[index];
            let activations = self.activations(positions, sample, &self.turned[0], &whole);
            cross_entropy(&chances(sample, &activations, &whole), &sample.target)
        })
    }

    /// Computes the activations of each color that is still in.
    fn activations(
        &self,
        positions: &Positions,
        sample: &Sample,
        turned: &[Square; Square::COUNT],
        whole: &[f32],
    ) -> Vec<Activations> {
        let shape = &self.shared.shape;
        let stacks = &positions.stacks[sample.start..sample.start + usize::from(sample.len)];
        let mut activations = Vec::with_capacity(4);
        for (side, colors) in shape.kind().sides().iter().enumerate() {
            let is_in = |color: &&Color| sample.is_in[color.index()];
            for &us in colors.iter().filter(is_in) {
                let mut rows = Vec::with_capacity(2 * stacks.len() + 17);
                for &(square, code) in stacks {
                    let (pattern, top) = shape.stack(us, turned[usize::from(square)], code);
                    rows.push(pattern);
                    rows.extend(top);
                }
                shape.counts(us, &sample.counts, |row| rows.push(row));
                let mut sums = vec![0.0; shape.units];
                for &row in &rows {
                    for (sum, value) in sums.iter_mut().zip(&whole[row..row + shape.units]) {
                        *sum += value;
                    }
                }
                activations.push(Activations {
                    side,
                    rows,
                    sums,
                    output: shape.output(sample.counts.waits[us.index()]),
                });
            }
        }
        activations
    }
}

fn activation(sum: f32) -> f32 {
    sum.clamp(0.0, 1.0)
}

/// Returns the chances of each side with the output of the units.
fn chances(sample: &Sample, activations: &[Activations], whole: &[f32]) -> [f32; SIDES] {
    let mut logits = sample.known;
    for active in activations {
        let units = active.sums.iter().zip(&whole[active.output..]);
        logits[active.side] += units
            .map(|(&sum, weight)| activation(sum) * weight)
            .sum::<f32>();
    }
    softmax(logits)
}
