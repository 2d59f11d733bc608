//! The computer player.

mod alphabeta;
mod arena;
mod contest;
mod course;
mod tactics;
mod tree;
mod yardsticks;
