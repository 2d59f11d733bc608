//! Ended games: history, imported records and ratings.

pub(crate) mod history;
mod imports;
mod ratings;
pub(crate) mod replays;
mod reviews;
mod sharing;
