//! Custom ids of buttons and menus, which contain everything needed to work after a restart.
//!
//! Here are those on messages that several features show; a feature declares the ids of its own.

pub mod buttons;
pub mod codec;
pub mod game;
pub(crate) mod host_choice;
pub mod move_origin;
pub mod move_path;
pub mod panel;
pub mod replay_cursor;
pub mod request_buttons;
pub mod rules_page;
pub mod setting;
