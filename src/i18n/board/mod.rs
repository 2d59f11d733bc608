//! Sentences about positions, moves and the state of a game.

pub(super) mod caption;
pub(super) mod clock;
pub(super) mod event;
mod kind;
pub(super) mod moves;
pub(super) mod names;
pub(super) mod position;
mod premoves;
pub(super) mod spoken;
pub(super) mod step;
pub(super) mod table;
