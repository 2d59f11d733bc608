//! FOCUS for Discord.
