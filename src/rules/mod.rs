//! The rules of FOCUS, and nothing else: no input, clock, chance or words.
//!
//! In reading order: what is on the board, what a game is played by, positions, what can be done
//! in them, and games.

mod color;
mod square;
pub(crate) mod stack;

pub(crate) mod rays;

mod board;

mod mode;
mod options;
mod ruleset;

mod ply;
mod setup;
mod start;

mod symmetry;

mod position;
mod splitmix;
mod zobrist;

mod moves;

mod illegal;
mod movegen;
mod play;

mod outcome;

mod game;
mod perft;

pub use board::Board;
pub use color::{Color, ColorSet, ParseColorError};
pub use game::{Departure, Game, Leaving, PlayError, Played};
pub use illegal::IllegalMove;
pub use mode::{Mode, ParseModeError};
pub use moves::{Effect, Move, MoveList};
pub use options::{DrawRule, Goal, Opening, Quiet, Repetition, RuleOption, SetupSize, Stuck, Talk};
pub use outcome::{Outcome, Termination};
pub use perft::{perft, perft_until};
pub use play::LeaveError;
pub use ply::{ParsePlyError, Ply};
pub use position::{Phase, Position, Standing};
pub use ruleset::{Rules, RulesError};
pub use setup::{IllegalPosition, Setup};
pub(crate) use splitmix::SplitMix;
pub use square::{Direction, ParseSquareError, Square};
pub use stack::Stack;
pub use symmetry::Symmetry;
