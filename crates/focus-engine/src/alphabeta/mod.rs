//! The player for two sides: alpha-beta search.
//!
//! It plays duels, partners, and what is left of a larger game once only two are in it. In
//! reading order: who plays against whom, scores, what positions and moves are worth, what is
//! remembered, and the search from its leaves to its root.

mod sides;

mod packed;
mod score;

mod judge;
mod moves;

mod history;
mod table;

mod budget;
mod picker;
mod trail;
mod tuning;
mod worker;

mod branches;
mod node;
mod quiesce;
mod root;
mod sight;

mod player;

pub use player::{AlphaBeta, Settings};
