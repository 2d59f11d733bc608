//! Single integration test binary.
//!
//! `service`, `store` and `i18n` test the layers of these names. `bot` runs the bot in this process,
//! `whole` the real program, both in the sandbox.

#[cfg(all(feature = "discord", feature = "sandbox"))]
mod bot;
mod cli;
mod i18n;
#[cfg(all(feature = "discord", feature = "sandbox"))]
mod inputs;
mod project;
mod ratings;
mod service;
mod store;
mod support;
#[cfg(all(feature = "discord", feature = "sandbox"))]
mod whole;
