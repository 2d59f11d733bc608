//! Lifecycle of the bot: start, timers, and end.

pub mod run;
pub(crate) mod sharing;
pub(crate) mod timers;
