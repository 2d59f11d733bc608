//! Training positions of a network.

use crate::train::SelfPlayGame;
use crate::train::fit::{cross_entropy, softmax};
use crate::train::samples::SIDES;
use focus::{Color, Position};
use focus_engine::Score;
use focus_engine::evaluation::Evaluator;
use focus_engine::evaluation::network::Counts;

/// Weight of the game result against the search's expected result in the target. It is lower than
/// for weights because a network quickly memorizes single games.
const RESULT: f32 = 0.3;

/// Training positions with their targets.
pub struct Positions {
    evaluator: Evaluator,
    /// Square and packed form of every stack, one position after another.
    pub(super) stacks: Vec<(u8, u16)>,
    pub(super) samples: Vec<Sample>,
}

/// A training position.
#[derive(Clone, Copy)]
pub(super) struct Sample {
    /// Index of its first stack.
    pub(super) start: usize,
    pub(super) len: u8,
    pub(super) counts: Counts,
    /// True for each color that can still win. Shape: `[color]`.
    pub(super) is_in: [bool; 4],
    /// Score without a network, in logits. Shape: `[side]`.
    pub(super) known: [f32; SIDES],
    /// Target: expected result. Shape: `[side]`.
    pub(super) target: [f32; SIDES],
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
    pub fn add(&mut self, record: &SelfPlayGame) {
        let kind = self.evaluator.kind();
        record.each_choice(kind.rules(), |position, mv, chances| {
            if !position.effect(mv).is_capture() {
                self.add_position(position, chances, &record.result);
            }
        });
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
