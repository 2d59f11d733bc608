//! Learning a network from games.
//!
//! What the weights of the stacks say is taken as it is; the network learns what is missing.

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

/// How much the result of the game counts against what the search thought: less than for the
/// weights, as a network is quick to learn single games by heart.
const RESULT: f32 = 0.3;

/// How a network is learned.
#[derive(Clone, Copy, Debug)]
pub struct Course {
    /// Positions of a step.
    pub batch: usize,
    /// Length of a step at the beginning, in logits; it falls to nothing.
    pub rate: f32,
    /// Times through all positions.
    pub epochs: u32,
    /// Threads it learns with; their number changes the result by rounding alone.
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

/// Positions with what should be thought of them.
pub struct Positions {
    evaluator: Evaluator,
    /// Square and packed form of every stack, one position after the other.
    stacks: Vec<(u8, u16)>,
    samples: Vec<Sample>,
}

/// One position.
#[derive(Clone, Copy)]
struct Sample {
    /// Where its stacks begin.
    start: usize,
    len: u8,
    counts: Counts,
    /// Whether the color can still win. Shape: `[color]`.
    is_in: [bool; 4],
    /// What is thought without a network, in logits. Shape: `[side]`.
    known: [f32; SIDES],
    /// Expected result. Shape: `[side]`.
    target: [f32; SIDES],
}

impl Positions {
    /// No positions yet, of games whose positions have so far been valued like this.
    #[must_use]
    pub fn new(evaluator: Evaluator) -> Positions {
        Positions {
            evaluator,
            stacks: Vec::new(),
            samples: Vec::new(),
        }
    }

    /// Number of positions.
    #[must_use]
    pub fn len(&self) -> usize {
        self.samples.len()
    }

    /// Whether there is none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.samples.is_empty()
    }

    /// Mean cross-entropy of what is thought without a network, in nats.
    #[must_use]
    pub fn loss(&self) -> f32 {
        let losses = self.samples.iter();
        let losses = losses.map(|sample| cross_entropy(&softmax(sample.known), &sample.target));
        losses.sum::<f32>() / self.len().max(1) as f32
    }

    /// Adds the positions of a game in which no capture was played next.
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

/// Numbers shared by all stacks like one, which few games have shown on every square; once
/// learned, they are added to those of the stacks. Where they are, after those of a [`Shape`].
struct Shared {
    shape: Shape,
    /// Of the pattern. Shape: `[pattern][unit]`.
    pattern: usize,
    /// Of the square and the part of the top piece. Shape: `[square][role][unit]`.
    square: usize,
    /// Of who controls it, and its height. Shape: `[top][unit]`.
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

    /// Where the shared numbers are of each row of the stacks, which are first in the list; none
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

    /// Number of rows of the stacks.
    fn rows(&self) -> usize {
        Square::COUNT * self.shape.patterns.iter().sum::<usize>()
    }
}

/// A network on its way.
pub struct Learner {
    course: Course,
    shared: Shared,
    /// In logits. Shape: that of [`Shape`], then [`Shared`].
    values: Vec<f32>,
    adam: Adam,
    /// Where squares come to lie. Shape: `[symmetry][square]`.
    turned: [[Square; Square::COUNT]; 8],
}

/// What the units of one color make of a position.
struct Sight {
    side: usize,
    /// Rows of the hidden layer.
    rows: Vec<usize>,
    sums: Vec<f32>,
    output: usize,
}

impl Learner {
    /// Begins with chance.
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

    /// Learns from the positions; says after each time through how near it is.
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

    /// The numbers with those that are shared added. Shape: that of [`Shape`].
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

    /// A step down the gradient; gives the sum of the losses before it.
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
        // What is shared learns from every stack that shares it.
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

    /// Adds a position's gradient; gives its loss.
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

    /// What each color that is still in makes of a position.
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

/// Chance of each side by what the units say.
fn chances(sample: &Sample, sights: &[Sight], whole: &[f32]) -> [f32; SIDES] {
    let mut logits = sample.known;
    for sight in sights {
        let units = sight.sums.iter().zip(&whole[sight.output..]);
        logits[sight.side] += units.map(|(&sum, weight)| said(sum) * weight).sum::<f32>();
    }
    softmax(logits)
}
