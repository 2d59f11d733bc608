//! Dispatch of events to features.

pub mod button_id;
pub(crate) mod command_ids;
pub mod command_labels;
pub mod commands;
pub(crate) mod components;
pub(crate) mod events;
mod late_events;
mod registration;
