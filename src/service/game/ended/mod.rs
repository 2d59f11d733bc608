//! Ended games, and imported game records.

pub mod history;
pub mod imports;
