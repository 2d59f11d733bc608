//! Games played by people and computers: moves, turns, take-backs, handed-over seats.

pub(crate) mod computers;
mod duel;
mod hand_over;
mod moves;
mod premoves;
mod rules;
mod stepwise;
mod takebacks;
mod turns;
