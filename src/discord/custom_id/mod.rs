//! Custom ids of buttons and menus, which contain everything needed to work after a restart.

pub mod admin;
pub mod game;
pub mod history;
pub mod import;
pub mod leaderboard;
pub mod move_origin;
pub mod panel;
pub(crate) mod placing;
pub mod replay_cursor;
pub mod rules_page;
pub mod settings;
