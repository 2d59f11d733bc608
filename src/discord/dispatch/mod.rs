//! Dispatch of events to features.

pub(crate) mod command_ids;
pub mod commands;
pub(crate) mod components;
pub(crate) mod events;
pub mod labels;
mod late_events;
mod registration;
