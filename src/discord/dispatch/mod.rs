//! Dispatch of events: interactions, presses and messages, each to its feature.

pub(crate) mod components;
pub(crate) mod events;
pub(crate) mod typed_moves;
