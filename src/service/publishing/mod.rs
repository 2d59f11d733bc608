//! Outbox: boards, superseded boards, replays and followers still to be shown, and their channels.

pub mod channels;
pub mod followers;
mod move_game;
pub mod outbox;
pub mod replay_queue;
pub mod shown_messages;
pub mod superseded_queue;
