//! Positions to learn from, as lists of active weights.

use crate::train::Record;
use focus::{Game, Position};
use focus_engine::evaluation::{Kind, Layout};

/// How much the result of the game counts against what the search thought.
const RESULT: f32 = 0.7;

/// Most sides of a game.
pub(super) const SIDES: usize = 4;

/// Positions with what should be thought of them.
pub struct Samples {
    layout: Layout,
    /// Active weights of all positions, side by side, one after the other.
    active: Vec<u16>,
    positions: Vec<Sample>,
}

/// One position.
#[derive(Clone, Copy)]
pub(super) struct Sample {
    /// Where its active weights begin.
    start: usize,
    /// How many each side has. Shape: `[side]`.
    len: [u16; SIDES],
    /// Expected result of each side. Shape: `[side]`.
    pub(super) target: [f32; SIDES],
    /// Whether the side can still win. Shape: `[side]`.
    pub(super) is_in: [bool; SIDES],
}

impl Samples {
    /// No positions yet.
    #[must_use]
    pub fn new(kind: Kind) -> Samples {
        Samples {
            layout: Layout::of(kind),
            active: Vec::new(),
            positions: Vec::new(),
        }
    }

    /// Number of positions.
    #[must_use]
    pub fn len(&self) -> usize {
        self.positions.len()
    }

    /// Whether there is none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.positions.is_empty()
    }

    /// What the weights mean.
    #[must_use]
    pub const fn layout(&self) -> &Layout {
        &self.layout
    }

    /// Adds the positions of a game that can be valued at rest: where two sides play, a search
    /// looks through captures before it values, so positions where one is played are left out.
    pub fn add(&mut self, record: &Record) {
        let mut game = Game::new(self.layout.kind().rules(), record.first);
        for (&mv, chances) in record.moves.iter().zip(&record.chances) {
            let is_calm = !game.position().effect(mv).is_capture();
            if let Some(chances) = chances
                && (is_calm || !self.layout.kind().is_two_sided())
            {
                self.add_position(game.position(), chances, &record.result);
            }
            if game.play(mv).is_err() {
                return;
            }
        }
    }

    fn add_position(&mut self, position: &Position, chances: &[f32; 4], result: &[f32; 4]) {
        let mut sample = Sample {
            start: self.active.len(),
            len: [0; SIDES],
            target: [0.0; SIDES],
            is_in: [false; SIDES],
        };
        for (at, side) in self.layout.kind().sides().iter().enumerate() {
            let before = self.active.len();
            for &color in *side {
                let active = &mut self.active;
                let mut push = |weight| active.extend(u16::try_from(weight));
                self.layout.active(position, color, &mut push);
                let index = color.index();
                sample.target[at] += RESULT * result[index] + (1.0 - RESULT) * chances[index];
                sample.is_in[at] |= !position.out().contains(color);
            }
            sample.len[at] = (self.active.len() - before) as u16;
        }
        self.positions.push(sample);
    }

    pub(super) fn get(&self, index: usize) -> &Sample {
        &self.positions[index]
    }

    /// The active weights of each side of a position.
    pub(super) fn sides(&self, sample: &Sample) -> impl Iterator<Item = &[u16]> {
        let mut start = sample.start;
        sample.len.into_iter().map(move |len| {
            let side = &self.active[start..start + usize::from(len)];
            start += usize::from(len);
            side
        })
    }
}
