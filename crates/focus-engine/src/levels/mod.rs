//! The player that people meet, and how strong it plays.

mod engine;
mod handicap;
mod level;

pub use engine::{Engine, Options};
pub use handicap::Handicap;
pub use level::{Level, ParseLevelError};
