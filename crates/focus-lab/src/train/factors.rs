//! Factors that similar stacks share while a network learns.

use focus::Square;
use focus_engine::evaluation::Kind;
use focus_engine::evaluation::network::Shape;

/// Offsets, after those of a [`Shape`], of factors shared by all similar stacks, because few games
/// show a stack on every square. After training they are added to the rows of the stacks.
pub(super) struct SharedFactors {
    pub(super) shape: Shape,
    /// Offset of the rows for the pattern. Shape: `[pattern][unit]`.
    pub(super) pattern: usize,
    /// Offset of the rows for the square and the role of the top piece. Shape:
    /// `[square][role][unit]`.
    square: usize,
    /// Offset of the rows for the controller and height. Shape: `[top][unit]`.
    top: usize,
    pub(super) len: usize,
}

impl SharedFactors {
    pub(super) fn of(kind: Kind) -> SharedFactors {
        let shape = Shape::of(kind);
        let [patterns, tops] = shape.patterns;
        let pattern = shape.len;
        let square = pattern + patterns * shape.units;
        let top = square + Square::COUNT * shape.layout.roles * shape.units;
        SharedFactors {
            pattern,
            square,
            top,
            len: top + tops * shape.units,
            shape,
        }
    }

    /// Returns the offsets of the shared rows of a stack row, which come first in the list; `None`
    /// for the empty square.
    pub(super) fn of_row(&self, row: usize) -> [Option<usize>; 2] {
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
    pub(super) fn rows(&self) -> usize {
        Square::COUNT * self.shape.patterns.iter().sum::<usize>()
    }
}
