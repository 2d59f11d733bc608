//! The engine protocol: lines on standard input and output, after UCI (chess) and TEI (Tak).
//!
//! Lines are answered in their order. Only `stop` is looked out for while something runs.

mod answer;
mod command;
mod option;
mod server;
mod start;

pub use server::{Identity, check_line, run};
pub use start::{position, rules_with};
