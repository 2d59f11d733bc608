//! Analysis of games for people: the review of an ended game, its report, and the reasons for a
//! move.
//!
//! A [`Review`] says which positions to search, and takes the choices there until its
//! [`GameReport`] is certain:
//!
//! ```
//! use focus::{Color, Game, Mode, Rules};
//! use focus_engine::analysis::Review;
//! use focus_engine::{Engine, Limits, Options, Player, Stop};
//!
//! let mut game = Game::new(Rules::new(Mode::Duel), Color::Orange);
//! for _ in 0..3 {
//!     let mv = game.position().legal_moves()[0];
//!     game.play(mv).expect("a legal move");
//! }
//! let mut engine = Engine::new(Options::default());
//! let mut review = Review::new(&game, None);
//! let report = loop {
//!     let (positions, nodes) = review.wanted();
//!     // A real review searches all `nodes`.
//!     let limits = Limits::nodes(nodes.min(200));
//!     let positions = positions.into_iter();
//!     let choices = positions.map(|game| engine.choose(game, &limits, &Stop::new(), &mut |_| {}));
//!     let choices = choices.collect();
//!     if let Some(report) = review.take(choices) {
//!         break report;
//!     }
//! };
//! // The chances before every move and after the last one.
//! assert_eq!(report.chances.len(), 4);
//! ```

mod game_report;
mod line;
mod reasons;
mod review;

pub use game_report::{GameReport, Moment, around, position_at, stages, unfinished};
pub use line::{Balance, prepared};
pub use reasons::{Reason, Takeover, Threat, reasons};
pub use review::{REVIEW_NODES, Review};
