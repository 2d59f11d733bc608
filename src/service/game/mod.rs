//! Whole life of a game: its table, its state, commands of players and transactions, and its record
//! when it has ended.

pub(crate) mod commands;
pub mod ended;
pub(crate) mod hand_over;
pub(crate) mod loading;
pub(crate) mod premove;
pub(crate) mod queries;
pub(crate) mod running_clock;
pub(crate) mod state;
pub(crate) mod table;
pub(crate) mod take_back;
pub(crate) mod transaction;
