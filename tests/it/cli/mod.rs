//! Commands of the program and its settings, as people and other programs see them.

mod commands;
mod config;
mod engine;
#[expect(dead_code, reason = "the tests of replays use the rest")]
#[path = "../../../crates/focus-render/tests/it/frames.rs"]
mod frames;
#[expect(dead_code, reason = "the tests of pictures use the rest")]
#[path = "../../../crates/focus-render/tests/it/picture.rs"]
mod picture;
mod play;
mod render;
mod replay;
