//! Messages about games, public and private: boards, tables, answers to commands, reminders; and
//! their pictures.

pub(crate) mod clear_superseded;
pub mod delivery;
pub(crate) mod drawing;
pub(crate) mod error_replies;
pub(crate) mod followers;
pub(crate) mod publisher;
pub(crate) mod reminder_messages;
pub(crate) mod replays;
pub(crate) mod respond;
pub(crate) mod server_outages;
pub(crate) mod shown_game;
pub(crate) mod unreachable;
