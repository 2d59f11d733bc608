//! Commands on the stored games and the settings, without a running bot.

mod progress;

pub(crate) mod backup;
pub(crate) mod compact;
pub(crate) mod config;
#[cfg(feature = "postgres")]
pub(crate) mod migrate;
pub(crate) mod restore;
pub(crate) mod verify;
