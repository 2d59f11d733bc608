//! Analysis of games for people: the course of a finished game, and the reasons for a move.

mod course;
mod reasons;

pub use course::{Course, Moment, around, position_at, side_chance, stages, unfinished};
pub use reasons::{Balance, Reason, Threat, pieces_to_goal, reasons};
