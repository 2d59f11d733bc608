//! Analysis of games for people: the review of a finished game, its course, and the reasons for a
//! move.

mod course;
mod reasons;
mod review;

pub use course::{Course, Moment, around, position_at, side_chance, stages, unfinished};
pub use reasons::{Balance, Reason, Threat, pieces_to_goal, reasons};
pub use review::{REVIEW_NODES, Review};
