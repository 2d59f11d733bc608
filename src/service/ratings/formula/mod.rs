//! Ratings of people, computed from the results of their games.
//!
//! - [`rating`]: a rating, its uncertainty, and the effect of time and repetition on it
//! - [`system`]: choice between the two formulas
//! - [`duel`]: two people, by Glicko-2
//! - [`several`]: three or four people, or teams, by Weng and Lin
//!
//! Both formulas share one scale: a player 400 points ahead of another with an equally sure rating
//! is expected to win ten of eleven games. The arithmetic is that of the `skillratings` crate.

pub mod duel;
pub mod rating;
pub mod several;
pub mod system;

pub use rating::{Rating, Side};
pub use system::System;
