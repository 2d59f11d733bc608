//! The computer player: what it thinks of a position, and the move it plays.
//!
//! A [`Player`] is asked for a move within [`Limits`] and answers with a [`Choice`]. The
//! [`Engine`] is the player that people meet, at one of the [`Level`]s. The [`arena`] finds out
//! which of two players is better; a [`course::Course`] says how a game went.

mod limits;
mod score;

mod player;

pub mod evaluation;

pub mod policy;

mod alphabeta;

mod handicap;
mod level;

mod engine;

mod clock;
pub(crate) mod dice;
mod watch;

pub mod tree;

pub mod yardsticks;

pub mod arena;
pub mod course;
pub mod train;

pub use alphabeta::{AlphaBeta, Settings};
pub use clock::Clock;
pub use engine::{Engine, Options};
pub use handicap::Handicap;
pub use level::{Level, ParseLevelError};
pub use limits::{Limits, Stop};
pub use player::{Choice, Info, Player};
pub use score::Score;
