//! The rules and the notation, fact by fact.

mod games;
mod notation;
mod perft;
mod rules;
