//! Running the bot, on Discord or in the sandbox, and asking a running bot for its state.

#[cfg(feature = "discord")]
mod backup_schedule;
#[cfg(feature = "discord")]
mod bot;
#[cfg(feature = "discord")]
mod monitor;
#[cfg(feature = "discord")]
mod store_monitor;

pub(crate) mod health;
#[cfg(feature = "discord")]
pub(crate) mod run;
#[cfg(all(feature = "discord", feature = "sandbox"))]
pub(crate) mod sandbox;
