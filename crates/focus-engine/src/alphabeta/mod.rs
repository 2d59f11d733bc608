//! Alpha-beta search, the player for two sides.
//!
//! It plays duels, partners, and larger games once only two players are left. Modules in reading
//! order: teams, scores, evaluation of positions and moves, memory, and the search from leaves to
//! root.

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
