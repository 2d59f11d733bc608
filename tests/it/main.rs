//! Single integration test binary, with a module for each layer.

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
