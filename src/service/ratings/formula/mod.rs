//! How strong people are, told from the results of their games.
//!
//! - [`strength`]: a rating, how sure it is, and what time and repetition do to it
//! - [`duel`]: two people, by Glicko-2
//! - [`several`]: three or four people, or teams, by Weng and Lin
//!
//! Both kinds share one scale: whoever is 400 points ahead of somebody as sure is expected to win
//! ten of eleven games of the two. The arithmetic is that of the `skillratings` crate.

pub mod duel;
pub mod several;
pub mod strength;

pub use strength::{Rating, Side, System};
