//! The computer player.

mod alphabeta;
mod arena;
mod yardsticks;
