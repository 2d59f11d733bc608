//! Dispatch: events in, each brought to its feature.

pub mod commands;
pub(crate) mod components;
pub(crate) mod events;
pub mod labels;
mod registration;
