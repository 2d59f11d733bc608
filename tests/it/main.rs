//! The one integration binary: a module for each layer.

mod architecture;
#[cfg(all(feature = "discord", feature = "sandbox"))]
mod bot;
mod commands;
mod config;
mod dependencies;
mod deploy;
mod engine;
#[cfg(all(feature = "discord", feature = "sandbox"))]
mod inputs;
mod kills;
#[cfg(feature = "sandbox")]
mod page;
mod play;
#[cfg(all(feature = "discord", feature = "sandbox"))]
mod players;
mod program;
mod rating;
mod render;
#[cfg(feature = "sandbox")]
mod sandbox;
mod session;
mod store;
#[cfg(all(feature = "discord", feature = "sandbox"))]
mod whole;
mod wording;
