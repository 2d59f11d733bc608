//! Alpha-beta search, the player for two sides.
//!
//! It plays duels, partners, and larger games once only two players are left. Modules in reading
//! order: teams, scores, evaluation of positions and moves, memory, and the search from leaves to
//! root.

pub(crate) mod ordering;
pub(crate) mod search;

mod sides;

mod score;

mod static_evaluation;
mod transposition_table;

mod player;

pub use player::{AlphaBeta, AlphaBetaSettings};
