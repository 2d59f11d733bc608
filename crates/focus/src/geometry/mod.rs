//! Squares, the lines between them, and the symmetries of the board.

pub mod rays;
mod square;
mod symmetry;

pub use square::{Direction, Square};
pub use symmetry::Symmetry;
