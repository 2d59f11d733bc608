//! Lifecycle of the bot: start, timers, and end.

pub mod run;
pub mod settings;
pub(crate) mod shard_leases;
pub(crate) mod timers;
