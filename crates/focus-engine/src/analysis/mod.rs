//! Analysis of games for people: the review of a finished game, its report, and the reasons for a
//! move.

mod game_report;
mod line;
mod reasons;
mod review;

pub use game_report::{GameReport, Moment, around, position_at, stages, unfinished};
pub use line::{Balance, prepared};
pub use reasons::{Reason, Takeover, Threat, reasons};
pub use review::{REVIEW_NODES, Review};
