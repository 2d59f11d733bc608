//! The computer player.

mod alphabeta;
mod arena;
mod tactics;
mod yardsticks;
