//! Training of a network on games.
//!
//! The contribution of the stack weights stays fixed; the network learns what they miss.

use std::thread;

use crate::train::Record;
use crate::train::adam::Adam;
use crate::train::fit::{Epoch, cross_entropy, shuffle, softmax};
use crate::train::samples::SIDES;
use focus::{Color, Game, Position, Square, Symmetry};
use focus_engine::Rng;
use focus_engine::Score;
use focus_engine::evaluation::network::{Counts, Shape};
use focus_engine::evaluation::{Evaluator, Kind, Network};

/// Weight of the game result against the search's expected result in the target. It is lower than
/// for weights because a network quickly memorizes single games.
const RESULT: f32 = 0.3;

/// Settings for training a network.
#[derive(Clone, Copy, Debug)]
pub struct Course {
    /// Number of positions in a batch.
    pub batch: usize,
    /// Initial learning rate in logits; it decreases to zero.
    pub rate: f32,
    /// Number of passes over all positions.
    pub epochs: u32,
    /// Number of threads; it changes the result only by rounding.
    pub threads: usize,
}

impl Default for Course {
    fn default() -> Course {
        Course {
            batch: 2048,
            rate: 0.002,
            epochs: 16,
            threads: 1,
        }
    }
}

/// Training positions with their targets.
pub struct Positions {
    evaluator: Evaluator,
    /// Square and packed form of every stack, one position after another.
    stacks: Vec<(u8, u16)>,
    samples: Vec<Sample>,
}

/// A training position.
#[derive(Clone, Copy)]
struct Sample {
    /// Index of its first stack.
    start: usize,
    len: u8,
    counts: Counts,
    /// True for each color that can still win. Shape: `[color]`.
    is_in: [bool; 4],
    /// Score without a network, in logits. Shape: `[side]`.
    known: [f32; SIDES],
    /// Target: expected result. Shape: `[side]`.
    target: [f32; SIDES],
}

impl Positions {
    /// Creates an empty set for games evaluated so far by this evaluator.
    #[must_use]
    pub fn new(evaluator: Evaluator) -> Positions {
        Positions {
            evaluator,
            stacks: Vec::new(),
            samples: Vec::new(),
        }
    }

    /// Returns the number of positions.
    #[must_use]
    pub fn len(&self) -> usize {
        self.samples.len()
    }

    /// Returns whether there are no positions.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.samples.is_empty()
    }

    /// Returns the mean cross-entropy without a network, in nats.
    #[must_use]
    pub fn loss(&self) -> f32 {
        let losses = self.samples.iter();
        let losses = losses.map(|sample| cross_entropy(&softmax(sample.known), &sample.target));
        losses.sum::<f32>() / self.len().max(1) as f32
    }

    /// Adds the positions of a game in which the next move is not a capture.
    pub fn add(&mut self, record: &Record) {
        let kind = self.evaluator.kind();
        let mut game = Game::new(kind.rules(), record.first);
        for (&mv, chances) in record.moves.iter().zip(&record.chances) {
            let position = game.position();
            if let Some(chances) = chances
                && !position.effect(mv).is_capture()
            {
                self.add_position(position, chances, &record.result);
            }
            if game.play(mv).is_err() {
                return;
            }
        }
    }

    fn add_position(&mut self, position: &Position, chances: &[f32; 4], result: &[f32; 4]) {
        let sums = self.evaluator.fresh(position);
        let versus = self.evaluator.versus(position, &sums) as f32 / Score::LOGIT as f32;
        let mut known = [f32::NEG_INFINITY; SIDES];
        let mut target = [0.0; SIDES];
        for (at, side) in self.evaluator.kind().sides().iter().enumerate() {
            let is_ours = side.contains(&position.side());
            known[at] = if is_ours { versus } else { 0.0 };
            for color in side.iter().map(|color| color.index()) {
                target[at] += RESULT * result[color] + (1.0 - RESULT) * chances[color];
            }
        }
        let start = self.stacks.len();
        let stacks = position.board().iter();
        self.stacks
            .extend(stacks.map(|(square, stack)| (square.index() as u8, stack.code())));
        self.samples.push(Sample {
            start,
            len: (self.stacks.len() - start) as u8,
            counts: Counts::of(position),
            is_in: Color::ALL.map(|color| position.still_in().contains(color)),
            known,
            target,
        });
    }
}

/// Offsets, after those of a [`Shape`], of factors shared by all similar stacks, because few games
/// show a stack on every square. After training they are added to the rows of the stacks.
struct Shared {
    shape: Shape,
    /// Offset of the rows for the pattern. Shape: `[pattern][unit]`.
    pattern: usize,
    /// Offset of the rows for the square and the role of the top piece. Shape:
    /// `[square][role][unit]`.
    square: usize,
    /// Offset of the rows for the controller and height. Shape: `[top][unit]`.
    top: usize,
    len: usize,
}

impl Shared {
    fn of(kind: Kind) -> Shared {
        let shape = Shape::of(kind);
        let [patterns, tops] = shape.patterns;
        let pattern = shape.len;
        let square = pattern + patterns * shape.units;
        let top = square + Square::COUNT * shape.layout.roles * shape.units;
        Shared {
            pattern,
            square,
            top,
            len: top + tops * shape.units,
            shape,
        }
    }

    /// Returns the offsets of the shared rows of a stack row, which come first in the list; `None`
    /// for the empty square.
    fn of_row(&self, row: usize) -> [Option<usize>; 2] {
        let [patterns, tops] = self.shape.patterns;
        let units = self.shape.units;
        if let Some(top) = row.checked_sub(Square::COUNT * patterns) {
            return [Some(self.top + top % tops * units), None];
        }
        let (square, pattern) = (row / patterns, row % patterns);
        let layout = &self.shape.layout;
        let Some(role) = layout.role_on_top(pattern) else {
            return [None; 2];
        };
        let of_square = self.square + (square * layout.roles + role) * units;
        [Some(self.pattern + pattern * units), Some(of_square)]
    }

    /// Returns the number of rows of the stacks.
    fn rows(&self) -> usize {
        Square::COUNT * self.shape.patterns.iter().sum::<usize>()
    }
}

/// A network during training.
pub struct Learner {
    course: Course,
    shared: Shared,
    /// Numbers in logits. Shape: that of [`Shape`], then [`Shared`].
    values: Vec<f32>,
    adam: Adam,
    /// Images of the squares. Shape: `[symmetry][square]`.
    turned: [[Square; Square::COUNT]; 8],
}

/// Activations of one color's units in a position.
struct Sight {
    side: usize,
    /// Active rows of the hidden layer.
    rows: Vec<usize>,
    sums: Vec<f32>,
    output: usize,
}

impl Learner {
    /// Creates a learner with random initial values.
    #[must_use]
    pub fn new(kind: Kind, course: Course) -> Learner {
        let shared = Shared::of(kind);
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
            course,
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
        let epochs = self.course.epochs;
        let batches = positions.len().div_ceil(self.course.batch) * epochs as usize;
        let mut done = 0;
        for number in 1..=epochs {
            shuffle(&mut order, number);
            let mut loss = 0.0;
            for batch in order.chunks(self.course.batch) {
                let rate = self.course.rate * (batches - done) as f32 / batches as f32;
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
        let parts = batch.chunks(batch.len().div_ceil(self.course.threads.max(1)).max(1));
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
        let sights = self.look(positions, sample, turned, whole);
        let chances = chances(sample, &sights, whole);
        for sight in &sights {
            let slope = chances[sight.side] - sample.target[sight.side];
            let mut back = Vec::with_capacity(sight.sums.len());
            for (unit, &sum) in sight.sums.iter().enumerate() {
                gradient[sight.output + unit] += slope * said(sum);
                let is_open = sum > 0.0 && sum < 1.0;
                back.push(if is_open {
                    slope * whole[sight.output + unit]
                } else {
                    0.0
                });
            }
            for &row in &sight.rows {
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
            let sights = self.look(positions, sample, &self.turned[0], &whole);
            cross_entropy(&chances(sample, &sights, &whole), &sample.target)
        });
        losses.sum::<f32>() / positions.len().max(1) as f32
    }

    /// Computes the activations of each color that is still in.
    fn look(
        &self,
        positions: &Positions,
        sample: &Sample,
        turned: &[Square; Square::COUNT],
        whole: &[f32],
    ) -> Vec<Sight> {
        let shape = &self.shared.shape;
        let stacks = &positions.stacks[sample.start..sample.start + usize::from(sample.len)];
        let mut sights = Vec::with_capacity(4);
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
                sights.push(Sight {
                    side,
                    rows,
                    sums,
                    output: shape.output(sample.counts.waits[us.index()]),
                });
            }
        }
        sights
    }
}

fn said(sum: f32) -> f32 {
    sum.clamp(0.0, 1.0)
}

/// Returns the chances of each side with the output of the units.
fn chances(sample: &Sample, sights: &[Sight], whole: &[f32]) -> [f32; SIDES] {
    let mut logits = sample.known;
    for sight in sights {
        let units = sight.sums.iter().zip(&whole[sight.output..]);
        logits[sight.side] += units.map(|(&sum, weight)| said(sum) * weight).sum::<f32>();
    }
    softmax(logits)
}
