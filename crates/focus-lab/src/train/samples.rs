//! Training positions as lists of active weights.

use crate::train::SelfPlayGame;
use focus::Position;
use focus_engine::evaluation::{Kind, Layout};

/// Weight of the game result against the search's expected result in the target.
const RESULT: f32 = 0.7;

/// Maximum number of sides in a game.
pub(super) const SIDES: usize = 4;

/// Training positions with their targets.
pub struct Samples {
    layout: Layout,
    /// Active weights of all positions, side by side, one position after another.
    active: Vec<u16>,
    positions: Vec<Sample>,
}

/// A training position.
#[derive(Clone, Copy)]
pub(super) struct Sample {
    /// Index of its first active weight.
    start: usize,
    /// Number of active weights of each side. Shape: `[side]`.
    len: [u16; SIDES],
    /// Target: expected result of each side. Shape: `[side]`.
    pub(super) target: [f32; SIDES],
    /// True for each side that can still win. Shape: `[side]`.
    pub(super) is_in: [bool; SIDES],
}

impl Samples {
    /// Creates an empty set.
    #[must_use]
    pub fn new(kind: Kind) -> Samples {
        Samples {
            layout: Layout::of(kind),
            active: Vec::new(),
            positions: Vec::new(),
        }
    }

    /// Returns the number of positions.
    #[must_use]
    pub fn len(&self) -> usize {
        self.positions.len()
    }

    /// Returns whether there are no positions.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.positions.is_empty()
    }

    /// Returns the layout of the weights.
    #[must_use]
    pub const fn layout(&self) -> &Layout {
        &self.layout
    }

    /// Adds the positions of a game. With two sides, positions in which a capture is played are
    /// skipped, because the search evaluates only after captures.
    pub fn add(&mut self, record: &SelfPlayGame) {
        let kind = self.layout.kind();
        record.each_choice(kind.rules(), |position, mv, chances| {
            let is_calm = !position.effect(mv).is_capture();
            if is_calm || !kind.is_two_sided() {
                self.add_position(position, chances, &record.result);
            }
        });
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

    /// Returns the active weights of each side of a position.
    pub(super) fn sides(&self, sample: &Sample) -> impl Iterator<Item = &[u16]> {
        let mut start = sample.start;
        sample.len.into_iter().map(move |len| {
            let side = &self.active[start..start + usize::from(len)];
            start += usize::from(len);
            side
        })
    }
}
