//! Learning a network from games.
//!
//! What the weights of the stacks say is taken as it is; the network learns what is missing.

use std::thread;

use crate::rules::{Color, Game, Position, Square, Symmetry};
use crate::search::Score;
use crate::search::dice::Dice;
use crate::search::evaluation::network::{CAPTURES, HANDS, HIDDEN, PATTERNS, Shape};
use crate::search::evaluation::{Evaluator, Kind, Layout, Network};
use crate::search::train::Record;
use crate::search::train::adam::Adam;
use crate::search::train::fit::{Epoch, shuffle};

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

/// Positions of duels with what should be thought of them.
pub struct Positions {
    layout: Layout,
    evaluator: Evaluator,
    /// Square and pattern of every stack, as the side to move sees it, one position after the
    /// other.
    stacks: Vec<(u8, u8)>,
    samples: Vec<Sample>,
}

/// One position, as the side to move sees it.
#[derive(Clone, Copy)]
struct Sample {
    /// Where its stacks begin.
    start: u32,
    len: u8,
    /// Own and enemy.
    hands: [u8; 2],
    /// Own and enemy.
    captures: [u8; 2],
    /// What the weights say, in logits.
    known: f32,
    /// Expected result.
    target: f32,
}

impl Positions {
    /// No positions yet, of games whose positions have so far been valued by these weights.
    #[must_use]
    pub fn new(evaluator: Evaluator) -> Positions {
        Positions {
            layout: Layout::of(evaluator.kind()),
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

    /// Mean cross-entropy of what the weights say alone, in nats.
    #[must_use]
    pub fn loss(&self) -> f32 {
        let losses = self.samples.iter().map(|sample| {
            let chance = 1.0 / (1.0 + (-sample.known).exp());
            cross_entropy(chance, sample.target)
        });
        losses.sum::<f32>() / self.len().max(1) as f32
    }

    /// Adds the positions of a game in which no capture was played next.
    pub fn add(&mut self, record: &Record) {
        let mut game = Game::new(self.layout.kind().rules(), record.first);
        for (&mv, chances) in record.moves.iter().zip(&record.chances) {
            let position = game.position();
            if let Some(chances) = chances
                && !position.effect(mv).is_capture()
            {
                let us = position.side().index();
                let target = RESULT * record.result[us] + (1.0 - RESULT) * chances[us];
                self.add_position(position, target);
            }
            if game.play(mv).is_err() {
                return;
            }
        }
    }

    fn add_position(&mut self, position: &Position, target: f32) {
        let us = position.side();
        let them = if us == Color::Orange {
            Color::Blue
        } else {
            Color::Orange
        };
        let start = self.stacks.len() as u32;
        for (square, stack) in position.board().iter() {
            let pattern = self.layout.pattern(stack.pieces(), us);
            self.stacks.push((square.index() as u8, pattern as u8));
        }
        let hand = |color| position.hand(color).min(HANDS as u8 - 1);
        let captures = |by, of| match self.layout.kind() {
            Kind::DuelRace => position.captured(by, of).min(CAPTURES as u8 - 1),
            _ => 0,
        };
        let sums = self.evaluator.fresh(position);
        self.samples.push(Sample {
            start,
            len: (self.stacks.len() - start as usize) as u8,
            hands: [hand(us), hand(them)],
            captures: [captures(us, them), captures(them, us)],
            known: self.evaluator.versus(position, &sums) as f32 / Score::LOGIT as f32,
            target,
        });
    }
}

/// Numbers shared by all stacks like one, which few games have shown on every square; once
/// learned, they are added to those of the stacks. Where they are, after [`Shape::LEN`].
struct Shared;

impl Shared {
    /// Shape: `[pattern][unit]`.
    const PATTERN: usize = Shape::LEN;
    /// Of the square and who controls it. Shape: `[square][color][unit]`.
    const TOP: usize = Shared::PATTERN + PATTERNS * HIDDEN;
    const LEN: usize = Shared::TOP + Square::COUNT * 2 * HIDDEN;
}

/// A network on its way.
pub struct Learner {
    course: Course,
    kind: Kind,
    /// In logits. Shape: that of [`Shape`], then [`Shared`].
    values: Vec<f32>,
    adam: Adam,
    /// The same stacks as the enemy sees them. Shape: `[pattern]`.
    mirrored: [u8; PATTERNS],
    /// Where squares come to lie. Shape: `[symmetry][square]`.
    turned: [[u8; Square::COUNT]; 8],
}

impl Learner {
    /// Begins with chance.
    #[must_use]
    pub fn new(kind: Kind, course: Course) -> Learner {
        let mut dice = Dice::of(0x4E7, 0);
        let mut values = vec![0.0; Shared::LEN];
        let mut shake = |from: usize, to: usize, most: f32| {
            for value in &mut values[from..to] {
                *value = (2.0 * dice.unit() - 1.0) * most;
            }
        };
        shake(Shared::PATTERN, Shared::LEN, 0.15);
        shake(Shape::OWN_HAND, Shape::BIAS, 0.1);
        shake(Shape::OUTPUT, Shape::LEN, 0.3);
        values[Shape::BIAS..Shape::OUTPUT].fill(0.4);
        let layout = Layout::of(kind);
        let mirrored = std::array::from_fn(|pattern| {
            let owners = layout.owners(pattern);
            let pieces = owners
                .iter()
                .map(|&own| [Color::Blue, Color::Orange][usize::from(own)]);
            layout.pattern(pieces, Color::Blue) as u8
        });
        let turned = Symmetry::ALL
            .map(|symmetry| Square::ALL.map(|square| symmetry.square(square).index() as u8));
        Learner {
            course,
            kind,
            adam: Adam::new(values.len()),
            values,
            mirrored,
            turned,
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
        Network::new(self.kind, &self.whole())
    }

    /// The numbers with those that are shared added. Shape: that of [`Shape`].
    fn whole(&self) -> Vec<f32> {
        let mut whole = self.values[..Shape::LEN].to_vec();
        for (at, row) in whole[..Shape::OWN_HAND]
            .chunks_exact_mut(HIDDEN)
            .enumerate()
        {
            let Some([pattern, top]) = shared_rows(at) else {
                row.fill(0.0);
                continue;
            };
            for (unit, value) in row.iter_mut().enumerate() {
                *value += self.values[pattern + unit] + self.values[top + unit];
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
            let mut gradient = vec![0.0; Shared::LEN];
            let mut loss = 0.0;
            for &index in part {
                let turn = (Dice::of(index as u64, epoch.into()).bits() & 7) as usize;
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
        let mut gradient = vec![0.0; Shared::LEN];
        let mut loss = 0.0;
        for (part, of_part) in found {
            for (sum, value) in gradient.iter_mut().zip(part) {
                *sum += value / batch.len() as f32;
            }
            loss += of_part;
        }
        // What is shared learns from every stack that shares it.
        let (stacks, rest) = gradient.split_at_mut(Shape::OWN_HAND);
        for (at, row) in stacks.chunks_exact(HIDDEN).enumerate() {
            for shared in shared_rows(at).into_iter().flatten() {
                for (unit, value) in row.iter().enumerate() {
                    rest[shared - Shape::OWN_HAND + unit] += value;
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
        turned: &[u8; Square::COUNT],
        whole: &[f32],
        gradient: &mut [f32],
    ) -> f32 {
        let sample = &positions.samples[index];
        let [ours, theirs] = self.rows(positions, sample, turned);
        let sums = [&ours, &theirs].map(|rows| sum_of(rows, whole));
        let chance = chance(sample, &sums, whole);
        let slope = chance - sample.target;
        for (at, (rows, sums)) in [(&ours, &sums[0]), (&theirs, &sums[1])]
            .into_iter()
            .enumerate()
        {
            let output = Shape::OUTPUT + at * HIDDEN;
            let mut back = [0.0; HIDDEN];
            for unit in 0..HIDDEN {
                gradient[output + unit] += slope * said(sums[unit]);
                let is_open = sums[unit] > 0.0 && sums[unit] < 1.0;
                back[unit] = if is_open {
                    slope * whole[output + unit]
                } else {
                    0.0
                };
            }
            for &row in rows {
                let row = &mut gradient[row as usize..row as usize + HIDDEN];
                for (value, back) in row.iter_mut().zip(&back) {
                    *value += back;
                }
            }
        }
        cross_entropy(chance, sample.target)
    }

    fn loss(&self, positions: &Positions) -> f32 {
        let whole = self.whole();
        let losses = positions.samples.iter().map(|sample| {
            let rows = self.rows(positions, sample, &self.turned[0]);
            let sums = rows.each_ref().map(|rows| sum_of(rows, &whole));
            cross_entropy(chance(sample, &sums, &whole), sample.target)
        });
        losses.sum::<f32>() / positions.len().max(1) as f32
    }

    /// Rows of the hidden layer that a position takes, as each player sees it.
    fn rows(
        &self,
        positions: &Positions,
        sample: &Sample,
        turned: &[u8; Square::COUNT],
    ) -> [Vec<u32>; 2] {
        let start = sample.start as usize;
        let stacks = &positions.stacks[start..start + usize::from(sample.len)];
        [0, 1].map(|player| {
            let (own, enemy) = (player, 1 - player);
            let count = |table: usize, count: u8| (table + usize::from(count) * HIDDEN) as u32;
            let mut rows = Vec::with_capacity(stacks.len() + 5);
            rows.extend(stacks.iter().map(|&(square, pattern)| {
                let square = usize::from(turned[usize::from(square)]);
                let pattern = match player {
                    0 => pattern,
                    _ => self.mirrored[usize::from(pattern)],
                };
                ((square * PATTERNS + usize::from(pattern)) * HIDDEN) as u32
            }));
            rows.extend([
                count(Shape::OWN_HAND, sample.hands[own]),
                count(Shape::ENEMY_HAND, sample.hands[enemy]),
                count(Shape::OWN_CAPTURES, sample.captures[own]),
                count(Shape::ENEMY_CAPTURES, sample.captures[enemy]),
                Shape::BIAS as u32,
            ]);
            rows
        })
    }
}

/// Where the shared numbers of the stacks of a row are; none for the empty square.
fn shared_rows(row: usize) -> Option<[usize; 2]> {
    let (square, pattern) = (row / PATTERNS, row % PATTERNS);
    // Odd patterns have one's own piece on top.
    let top = pattern.checked_sub(1)? % 2;
    Some([
        Shared::PATTERN + pattern * HIDDEN,
        Shared::TOP + (square * 2 + top) * HIDDEN,
    ])
}

fn sum_of(rows: &[u32], whole: &[f32]) -> [f32; HIDDEN] {
    let mut sums = [0.0; HIDDEN];
    for &row in rows {
        let row = &whole[row as usize..row as usize + HIDDEN];
        for (sum, value) in sums.iter_mut().zip(row) {
            *sum += value;
        }
    }
    sums
}

fn said(sum: f32) -> f32 {
    sum.clamp(0.0, 1.0)
}

/// Chance of the side to move by what the units say.
fn chance(sample: &Sample, sums: &[[f32; HIDDEN]; 2], whole: &[f32]) -> f32 {
    let units = sums.as_flattened().iter().zip(&whole[Shape::OUTPUT..]);
    let logits = sample.known + units.map(|(&sum, weight)| said(sum) * weight).sum::<f32>();
    1.0 / (1.0 + (-logits).exp())
}

fn cross_entropy(chance: f32, target: f32) -> f32 {
    let chance = chance.clamp(1e-6, 1.0 - 1e-6);
    -(target * chance.ln() + (1.0 - target) * (1.0 - chance).ln())
}
