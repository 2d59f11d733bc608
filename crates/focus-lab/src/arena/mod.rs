//! Matches between players, and the statistics of their results.
//!
//! Games are played in pairs. Both games of a pair begin with the same opening, and in the second
//! the two kinds of players swap all seats. With more than two players, the pairs cycle through all
//! ways to seat two kinds of players, so that equally strong players win equally often.

mod statistics;

mod seating;

mod opening;

mod process_time;
mod program;
mod spec;

mod contest;

pub use contest::{Bout, Contest, Effort, Illegal, Played};
pub use opening::{Openings, opening};
pub use seating::{Seating, pairs, sharing};
pub use spec::{ParseSpecError, Spec};
pub use statistics::{Interval, Pairs, Sprt, Verdict, elo};
