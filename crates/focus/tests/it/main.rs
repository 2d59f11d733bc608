//! Tests of the rules and the notation.

mod games;
mod notation;
mod perft;
mod rules;
