//! The computer player.

mod alphabeta;
mod arena;
mod contest;
mod tactics;
mod tree;
mod yardsticks;
