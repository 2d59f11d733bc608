//! What a position is worth before anything is looked ahead.
//!
//! Every color has a score, a sum of learned weights: one for each stack it has a piece in, by
//! the kind of square and by which of the pieces are its own, and some for its hand, its
//! captures, the stacks it controls and how soon it moves. The chances to win are the softmax of
//! the scores; where there are two sides, the difference of the scores is the logarithm of the
//! odds. The part of the stacks is kept up to date move by move. Where two sides play, a small
//! [`network`] adds what no stack shows by itself.

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
pub use kind::{Kind, ParseKindError};
pub use layout::Layout;
pub(super) use layout::{CLASSES, class};
pub use network::{Accumulator, Network};
pub use weights::Weights;
