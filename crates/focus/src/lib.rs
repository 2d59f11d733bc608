//! Rules of FOCUS, Sid Sackson's stacking game of 1964, for two to four players.
//!
//! The crate contains only the game: no I/O, clock or randomness.
//!
//! - [`Color`], [`Square`], [`Stack`] and [`Board`] are the pieces and the board.
//! - [`Rules`] hold the [`Mode`], the [`Goal`] and the other options of a game.
//! - A [`Setup`] is any arrangement of pieces; a [`Position`] is always legal.
//! - [`Position::legal_moves`] lists each [`Move`], [`Position::play`] makes one, and
//!   [`Position::outcome`] returns how the game ended.
//! - A [`Game`] is a position with its history: repetitions, players who left, take-backs.
//! - [`notation`] reads and writes moves, rules, positions and whole games as text.
//! - [`packed`] and [`rays`] are for programs that look at millions of positions.
//!
//! ```
//! use focus::notation::MoveText;
//! use focus::{Color, Mode, Position, Rules};
//!
//! let mut position = Position::start(Rules::new(Mode::Duel), Color::Orange);
//! assert_eq!(position.legal_moves().len(), 68);
//!
//! let text: MoveText = "b7-b6".parse()?;
//! let mv = text.resolve(&position)?;
//! position.play(mv)?;
//! assert!(position.outcome().is_none());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod color;
mod geometry;
pub mod packed;
mod stack;

mod board;

mod rules;

mod position;
mod splitmix;

mod moves;

mod game;
mod perft;

pub mod notation;

pub use board::Board;
pub use color::{Color, ColorSet};
pub use game::{Departure, Game, Leaving, PlayError, Played};
pub use geometry::rays;
pub use geometry::{Direction, Square, Symmetry};
pub use moves::{Move, MoveList};
pub use notation::ParseError;
pub use perft::{perft, perft_until};
pub use position::{
    Effect, IllegalMove, IllegalPosition, LeaveError, Outcome, Phase, Ply, Position, Setup,
    Standing, Termination,
};
pub use rules::{
    DrawRule, Goal, Mode, Opening, Quiet, Repetition, RuleOption, Rules, RulesError, SetupSize,
    Stuck, Talk,
};
pub use splitmix::SplitMix;
pub use stack::Stack;

/// Holds the examples of the README, which run as documentation tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
