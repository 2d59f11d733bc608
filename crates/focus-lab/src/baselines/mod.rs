//! Players known from the literature, to measure others by.
//!
//! They do what their papers say, for every mode and option; what the papers leave open, or do
//! not have, is said where it is done.
//!
//! Source: J. A. M. Nijssen, *Monte-Carlo Tree Search for Multi-Player Games*, thesis,
//! Maastricht 2013, whose test games are this one to captures (there for two to four players).

mod ordering;
mod worth;

mod simple;

mod coalition;

mod playout;
mod treetop;

mod mage;

pub use coalition::{Coalition, Replies};
pub use mage::{Mage, Settings};
pub use simple::{Greedy, Random};
