//! Positions: how they begin, which moves are legal, and when the game is over.

mod effect;
mod from_setup;
mod illegal;
mod movegen;
mod outcome;
mod play;
mod ply;
mod setup;
mod start;
mod state;
mod zobrist;

pub use effect::Effect;
pub use illegal::IllegalMove;
pub use outcome::{Outcome, Termination};
pub use play::LeaveError;
pub use ply::Ply;
pub use setup::{IllegalPosition, Setup};
pub use state::{Phase, Position, Standing};
