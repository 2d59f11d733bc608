//! FOCUS for Discord.

pub mod store;
