//! The computer player.

mod arena;
