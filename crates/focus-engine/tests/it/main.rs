//! Tests of the computer player.

mod alphabeta;
mod analysis;
mod limits;
mod reasons;
mod tactics;
