//! FOCUS for Discord.

pub mod store;
pub mod wording;
