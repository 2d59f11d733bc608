//! Measuring and training of computer players of FOCUS.
//!
//! Playing needs none of this: [`focus_engine`] contains what was learned here. The program
//! `focus-lab` adds a command line, files that survive an interruption, and threads.
//!
//! | module | subject |
//! | --- | --- |
//! | [`arena`] | matches between two kinds of players, with error bars |
//! | [`anchors`] | simple players that never change, for measuring the levels |
//! | [`baselines`] | players from the literature, for comparison |
//! | [`train`] | weights, networks and policies from games of the engine against itself |
//! | [`wins`] | positions with forced wins, found by exhaustive search |
//!
//! A kind of player is written as a [`Spec`](arena::Spec), such as `level:expert` or `brs`. A
//! [`Contest`](arena::Contest) plays its games in pairs: both begin with the same opening, and in
//! the second all seats are swapped. The results of a pair depend on each other, and
//! [`Pairs`](arena::Pairs) takes that into account:
//!
//! ```
//! use focus_engine::{Limits, Stop};
//! use focus_lab::arena::{Bout, Contest, Openings, Pairs};
//!
//! let contest = Contest {
//!     rules: "mode=2 goal=race".parse()?,
//!     kinds: ["greedy".parse()?, "random".parse()?],
//!     limits: Limits::nodes(1_000),
//!     openings: Openings::Random,
//!     seed: 1,
//!     longest: 400,
//! };
//! let mut pairs = Pairs::new();
//! for pair in 0..2 {
//!     let [first, second] = [false, true].map(|is_second| {
//!         let played = contest.play(Bout { pair, is_second }, &Stop::new());
//!         let played = played.expect("legal moves").expect("a game that nobody stops");
//!         played.points()
//!     });
//!     pairs.add(first, second);
//! }
//! let share = pairs.share();
//! println!("{:.3} [{:.3}, {:.3}]", share.value, share.low, share.high);
//! assert!(share.value > 0.5);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! With a fixed number of nodes and one thread, a game depends only on its seed and its number.

pub mod anchors;

pub mod arena;

pub mod baselines;

pub mod train;

pub mod wins;
