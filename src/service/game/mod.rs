//! A game that goes on: its state, its clock, the commands of its players, and how a change is written.

pub(crate) mod cache;
pub(crate) mod calls;
pub(crate) mod clock;
pub(crate) mod commands;
pub mod computer_turns;
pub(crate) mod hand_over;
pub(crate) mod match_state;
pub mod premove;
pub(crate) mod replay;
pub(crate) mod take_back;
pub(crate) mod transaction;
