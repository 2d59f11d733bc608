//! Games that have ended, and records that people bring along.

pub mod history;
pub mod imports;
