//! Sentences about positions, moves and the state of a game.

pub(super) mod caption;
pub(super) mod clock;
pub(super) mod event;
pub(super) mod hint;
mod kind;
pub(super) mod moves;
pub(super) mod names;
mod plans;
pub(super) mod position;
pub(super) mod reasons;
pub(super) mod spoken;
pub(super) mod step;
pub(super) mod table;
