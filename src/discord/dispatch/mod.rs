//! Events in: interactions, presses and messages, each brought to the feature it is for.

pub(crate) mod components;
pub(crate) mod events;
pub(crate) mod typed_moves;
