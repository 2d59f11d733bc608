//! Players from the literature, as baselines for comparison.
//!
//! They follow their papers for every mode and option. Where a paper leaves something open or does
//! not cover it, a comment says so.
//!
//! Source: J. A. M. Nijssen, *Monte-Carlo Tree Search for Multi-Player Games*, thesis, Maastricht
//! 2013, which uses FOCUS with the capture goal (for two to four players) as a test game.

mod evaluation;
mod ordering;

mod simple;

mod coalition;

mod playout;
mod search_tree;

mod mage;

pub use coalition::{Coalition, Replies};
pub use mage::{Mage, MageSettings};
pub use simple::Ordering;
