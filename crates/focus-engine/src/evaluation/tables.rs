//! Stack weights as lookup tables by square and packed stack.

use std::collections::HashMap;

use crate::evaluation::Weights;
use crate::evaluation::layout::class;
use focus::packed::CODES;
use focus::{Color, Square, Stack};

/// Contribution of each stack on each square to one incrementally updated sum.
///
/// Packed stacks are first mapped to a short index, so that the table stays in the fastest cache.
#[derive(Clone)]
pub(super) struct Channel {
    /// Short index of a packed stack. Shape: `[code]`.
    index_of: Box<[u16; CODES]>,
    /// Shape: `[square][index]`.
    values: Vec<i16>,
    stride: usize,
}

impl Channel {
    /// Creates the table for the sum of the scores of some colors minus those of some others.
    pub(super) fn new(weights: &Weights, plus: &[Color], minus: &[Color]) -> Channel {
        let colors = weights.layout().kind().mode().colors();
        let mut index_of = Box::new([0; CODES]);
        let mut rows: Vec<Vec<usize>> = Vec::new();
        let mut indices = HashMap::new();
        for code in 0..CODES {
            let Some(stack) = stack_of(code, colors) else {
                continue;
            };
            let pattern = |&us| weights.layout().pattern(stack.pieces(), us);
            let row: Vec<usize> = plus.iter().chain(minus).map(pattern).collect();
            let index = *indices.entry(row.clone()).or_insert(rows.len());
            if index == rows.len() {
                rows.push(row);
            }
            index_of[code] = u16::try_from(index + 1).expect("fewer rows than packed stacks");
        }
        let stride = rows.len() + 1;
        let mut values = vec![0; Square::COUNT * stride];
        for square in Square::ALL {
            for (index, row) in rows.iter().enumerate() {
                let signs = row.iter().enumerate();
                let sum: f32 = signs
                    .map(|(at, pattern)| {
                        let at_class = class(square) * weights.layout().patterns;
                        let value = weights.values()[at_class + pattern].round();
                        if at < plus.len() { value } else { -value }
                    })
                    .sum();
                values[square.index() * stride + index + 1] = sum as i16;
            }
        }
        Channel {
            index_of,
            values,
            stride,
        }
    }

    /// Returns the contribution of a packed stack on a square.
    #[inline]
    pub(super) fn value(&self, square: Square, code: u16) -> i32 {
        let index = usize::from(self.index_of[usize::from(code) & (CODES - 1)]);
        i32::from(self.values[square.index() * self.stride + index])
    }
}

/// Returns the stack with this code if it is valid and has only these colors.
pub(super) fn stack_of(code: usize, colors: &[Color]) -> Option<Stack> {
    let code = u16::try_from(code).ok()?;
    // The sentinel is above the bottom piece, at an even bit; codes below 4 hold no piece.
    if code < 4 || code.leading_zeros() % 2 == 0 {
        return None;
    }
    let stack = Stack::from_code(code)?;
    let is_of_game = stack.pieces().all(|piece| colors.contains(&piece));
    is_of_game.then_some(stack)
}
