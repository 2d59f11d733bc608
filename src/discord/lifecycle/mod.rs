//! Lifecycle of the bot: start, timers, and end.

pub mod run;
pub(crate) mod shard_leases;
pub(crate) mod timers;
