//! The computer player, fact by fact.

mod alphabeta;
mod analysis;
mod tactics;
