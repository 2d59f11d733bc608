//! Static evaluation of positions.
//!
//! Every color has a score, a sum of learned weights: one for each stack on the board, depending on
//! the class of the square and on which of the pieces are its own, and further ones for its hand,
//! its captures, the stacks it controls and the number of turns until it moves. The winning chances
//! are the softmax of the scores; with two sides, the difference of the scores is the logarithm of
//! the odds. The sum over the stacks is updated incrementally. If two sides play, a small
//! [`network`] adds the value of combinations that single stacks do not show.

#![expect(
    clippy::cast_possible_truncation,
    clippy::cast_precision_loss,
    reason = "weights and scores are far within 24 bits"
)]

pub(super) mod file;
mod kind;

mod layout;
mod weights;

mod tables;

pub mod network;

mod evaluator;

pub use evaluator::{Evaluator, Sums};
pub use file::ParseLearnedError;
pub use kind::Kind;
pub use layout::Layout;
pub(super) use layout::{CLASSES, class};
pub(crate) use network::Accumulator;
pub use network::Network;
pub use weights::Weights;
