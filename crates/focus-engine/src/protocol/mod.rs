//! Engine protocol: lines on standard input and output, modeled on UCI (chess) and TEI (Tak).
//!
//! Lines are answered in order. While a command runs, only `stop` takes effect at once, as does
//! `quit` during a search without limits.

mod answer;
mod command;
mod option;
mod server;
mod start;

pub use answer::Identity;
pub use server::{check_line, run};
pub use start::{position, rules_with};
