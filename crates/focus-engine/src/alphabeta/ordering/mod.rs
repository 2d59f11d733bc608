//! Moves, in the order in which the search tries them.

pub(crate) mod history;
pub(crate) mod moves;
pub(crate) mod packed;
pub(crate) mod picker;
