//! Moves, boards, and everything else that players do in a game.

pub mod autocomplete;
pub(crate) mod commands;
mod hint;
pub(crate) mod play_buttons;
pub(crate) mod premoves;
mod premoves_view;
pub(crate) mod private_boards;
mod spoken_view;
pub(crate) mod stepwise;
mod stepwise_view;
pub(crate) mod typed;
