//! Whole life of a game: its table, its state, actions of players and transactions, and its record
//! when it has ended.

pub mod ended;
pub(crate) mod hand_over;
pub(crate) mod loading;
pub(crate) mod player_actions;
pub(crate) mod premove;
pub(crate) mod queries;
pub(crate) mod running_clock;
pub(crate) mod state;
pub(crate) mod table;
pub(crate) mod take_back;
pub(crate) mod transaction;
