//! Sentences that say why something cannot be done.

pub(super) mod fault;
pub(super) mod illegal;
pub(super) mod refusal;
pub(super) mod start;
