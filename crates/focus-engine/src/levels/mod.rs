//! The built-in player and its strength levels.

mod engine;
mod handicap;
mod level;

pub use engine::{Engine, Options};
pub use handicap::Handicap;
pub use level::Level;
