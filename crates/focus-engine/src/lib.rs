//! A computer player of FOCUS, for two to four players.
//!
//! A [`Player`] is asked for a move within [`Limits`] and answers with a [`Choice`]. The [`Engine`]
//! is the player that people play against, at one of the [`Level`]s. It uses alpha-beta search
//! ([`AlphaBeta`]) if two sides play, and Monte-Carlo tree search ([`mcts`]) if three or four play,
//! each alone; both are preceded by a search for wins that no opponent can prevent. [`evaluation`]
//! values positions, [`policy`] predicts likely moves, [`analysis`] describes the course of a game,
//! and [`protocol`] serves the engine to other programs.
//!
//! ```
//! use focus::{Color, Game, Mode, Rules};
//! use focus_engine::{Engine, Limits, Options, Player, Stop};
//!
//! let game = Game::new(Rules::new(Mode::Duel), Color::Orange);
//! let mut engine = Engine::new(Options::default());
//! let choice = engine.choose(&game, &Limits::nodes(1_000), &Stop::new(), &mut |_| {});
//! assert!(game.position().legal_moves().contains(&choice.mv));
//! ```

mod player;

pub mod evaluation;

pub mod policy;

mod proof;

mod alphabeta;

pub mod mcts;

mod levels;

pub mod analysis;

pub mod protocol;

mod rng;

pub use alphabeta::{AlphaBeta, AlphaBetaSettings};
pub use levels::{Engine, Handicap, Level, Options};
pub use player::{Choice, Clock, ClockTime, Info, Limits, Player, Score, ScoredMove, Stop, Timer};
pub use rng::Rng;

/// Holds the examples of the README, which run as documentation tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
