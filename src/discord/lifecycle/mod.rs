//! The bot from its start to its end: connection, outages, and what time brings.

pub(crate) mod outages;
pub(crate) mod presence;
pub mod run;
pub(crate) mod timers;
