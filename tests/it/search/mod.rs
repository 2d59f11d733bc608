//! The computer player.

mod alphabeta;
mod arena;
