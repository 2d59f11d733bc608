//! Lifecycle of the bot: connection, outages, and timers.

pub(crate) mod outages;
pub(crate) mod presence;
pub mod run;
pub(crate) mod timers;
