//! Player against player: the games, and what they prove.
//!
//! Games come in pairs. Both begin with the same opening; in the second every seat changes
//! hands. With more than two players the pairs take turns among all ways to seat two kinds of
//! players, so that equals share the wins equally.

mod statistics;

mod seating;

mod opening;

mod program;
mod spec;

mod contest;

pub use contest::{Bout, Contest, Illegal, Played};
pub use opening::opening;
pub use seating::{Seating, pairs};
pub use spec::{ParseSpecError, Spec};
pub use statistics::{Interval, Pairs, Sprt, Verdict, elo, mean_interval};
