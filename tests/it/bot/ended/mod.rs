//! Ended games: history, imported records and ratings.

mod history;
mod imports;
mod ratings;
