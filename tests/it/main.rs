//! Single integration test binary, with a module for each layer.

mod architecture;
#[cfg(all(feature = "discord", feature = "sandbox"))]
mod bot;
mod commands;
mod config;
#[cfg(feature = "discord")]
mod custom_ids;
mod dependencies;
mod deploy;
mod engine;
mod i18n;
#[cfg(all(feature = "discord", feature = "sandbox"))]
mod inputs;
mod kills;
#[cfg(feature = "postgres")]
mod kubernetes;
#[cfg(all(feature = "discord", feature = "sandbox"))]
mod page;
#[expect(dead_code, reason = "the tests of pictures use the rest")]
#[path = "../../crates/focus-render/tests/it/picture.rs"]
mod picture;
mod play;
#[cfg(all(feature = "discord", feature = "sandbox"))]
mod players;
mod program;
mod ratings;
mod render;
mod replay;
mod service;
#[expect(dead_code, reason = "the tests of replays use the rest")]
#[path = "../../crates/focus-render/tests/it/shots.rs"]
mod shots;
mod store;
#[cfg(all(feature = "discord", feature = "sandbox"))]
mod whole;
