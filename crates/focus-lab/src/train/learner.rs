//! Training of a network on games.
//!
//! The contribution of the stack weights stays fixed; the network learns what they miss.

use std::thread;

use crate::train::adam::Adam;
use crate::train::factors::SharedFactors;
use crate::train::fit::{Epoch, cross_entropy, shuffle, softmax};
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
    /// Numbers in logits. Shape: that of [`Shape`], then [`SharedFactors`].
    values: Vec<f32>,
    adam: Adam,
    /// Images of the squares. Shape: `[symmetry][square]`.
    turned: [[Square; Square::COUNT]; 8],
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
            adam: Adam::new(values.len()),
            values,
            turned: Symmetry::ALL.map(|symmetry| Square::ALL.map(|square| symmetry.square(square))),
            shared,
        }
    }

    /// Trains the network on the positions and reports the loss after each epoch.
    #[must_use]
    pub fn run(
        mut self,
        positions: &Positions,
        held_out: &Positions,
        mut report: impl FnMut(Epoch),
    ) -> Network {
        let mut order: Vec<usize> = (0..positions.len()).collect();
        let epochs = self.schedule.epochs;
        let batches = positions.len().div_ceil(self.schedule.batch) * epochs as usize;
        let mut done = 0;
        for number in 1..=epochs {
            shuffle(&mut order, number);
            let mut loss = 0.0;
            for batch in order.chunks(self.schedule.batch) {
                let rate = self.schedule.rate * (batches - done) as f32 / batches as f32;
                loss += self.step(positions, batch, number, rate);
                done += 1;
            }
            report(Epoch {
                number,
                loss: loss / positions.len().max(1) as f32,
                held_out: self.loss(held_out),
            });
        }
        let whole = self.whole();
        Network::new(self.shared.shape, &whole)
    }

    /// Returns the numbers with the shared ones added. Shape: that of [`Shape`].
    fn whole(&self) -> Vec<f32> {
        let units = self.shared.shape.units;
        let mut whole = self.values[..self.shared.shape.len].to_vec();
        for row in 0..self.shared.rows() {
            let at = row * units;
            let shared = self.shared.of_row(row);
            if shared == [None; 2] {
                whole[at..at + units].fill(0.0);
            }
            for shared in shared.into_iter().flatten() {
                for unit in 0..units {
                    whole[at + unit] += self.values[shared + unit];
                }
            }
        }
        whole
    }

    /// Takes a gradient step and returns the sum of the losses before it.
    fn step(&mut self, positions: &Positions, batch: &[usize], epoch: u32, rate: f32) -> f32 {
        let whole = self.whole();
        let parts = batch.chunks(batch.len().div_ceil(self.schedule.threads.max(1)).max(1));
        let learner = &*self;
        let work = |part: &[usize]| {
            let mut gradient = vec![0.0; learner.shared.len];
            let mut loss = 0.0;
            for &index in part {
                let turn = (Rng::of(index as u64, epoch.into()).bits() & 7) as usize;
                let turned = &learner.turned[turn];
                loss += learner.descend(positions, index, turned, &whole, &mut gradient);
            }
            (gradient, loss)
        };
        let found: Vec<(Vec<f32>, f32)> = thread::scope(|scope| {
            let work = &work;
            let workers: Vec<_> = parts.map(|part| scope.spawn(move || work(part))).collect();
            let joined = workers.into_iter().map(thread::ScopedJoinHandle::join);
            joined
                .map(|found| found.expect("thread that does not panic"))
                .collect()
        });
        let mut gradient = vec![0.0; self.shared.len];
        let mut loss = 0.0;
        for (part, of_part) in found {
            for (sum, value) in gradient.iter_mut().zip(part) {
                *sum += value / batch.len() as f32;
            }
            loss += of_part;
        }
        // Shared rows receive the gradients of all stacks that share them.
        let units = self.shared.shape.units;
        for row in 0..self.shared.rows() {
            for shared in self.shared.of_row(row).into_iter().flatten() {
                for unit in 0..units {
                    gradient[shared + unit] += gradient[row * units + unit];
                }
            }
        }
        self.adam.step(&mut self.values, &gradient, rate);
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
        let losses = positions.samples.iter().map(|sample| {
            let activations = self.activations(positions, sample, &self.turned[0], &whole);
            cross_entropy(&chances(sample, &activations, &whole), &sample.target)
        });
        losses.sum::<f32>() / positions.len().max(1) as f32
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
