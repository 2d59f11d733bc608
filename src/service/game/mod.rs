//! Whole life of a game: its table, its state, commands of players and transactions, and its record
//! when it has ended.

pub(crate) mod commands;
pub mod computer_turns;
pub mod ended;
pub(crate) mod hand_over;
pub mod premove;
pub(crate) mod replay;
pub(crate) mod reserved_id;
pub(crate) mod state;
pub mod table;
pub(crate) mod take_back;
pub(crate) mod timeout;
pub(crate) mod transaction;
