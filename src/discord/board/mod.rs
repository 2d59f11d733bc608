//! Public messages: boards, tables, and the messages that follow them.

pub mod direct_messages;
pub(crate) mod followers;
pub(crate) mod publisher;
pub(crate) mod reminders;
pub mod renderers;
pub(crate) mod replay_encoder;
pub(crate) mod replays;
pub(crate) mod sending;
pub(crate) mod superseded;
pub mod tokens;
pub mod unconfirmed;
pub(crate) mod unreachable;
pub(crate) mod view_preferences;
