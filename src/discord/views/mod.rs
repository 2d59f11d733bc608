//! Views: the text and buttons of messages.
//!
//! - `board`: a game
//! - `panel`: the panel that sets a game up; `table`: a table before its game
//! - `moving`: steps of making a move
//! - `rules`: pages of the rules; `lesson`: the practice game; `example`: their positions
//! - `standing`: leaderboards and profiles
//! - `past`: ended games; `import`: imported records
//! - `buttons`: buttons and menus of tables and games
//! - `spoken`: a position in words
//! - `settings`: settings of a person; `privacy`: data about a person
//! - `admin`: settings and audit log of a server

pub mod admin;
pub mod board;
pub mod buttons;
pub mod example;
pub mod import;
pub mod lesson;
pub mod moving;
pub mod panel;
pub mod past;
pub mod privacy;
pub mod rules;
pub mod settings;
pub mod spoken;
pub mod standing;
pub mod table;

pub use admin::{audit, call_off, guild_settings};
pub(super) use board::names;
pub use board::{
    board, called, file_name, is_watched_name, left_by, link, link_to_channel, look, outcome,
    scene, shown_by, stop, thread_name, watched, watched_name,
};
pub use past::{export, film, moment, past, replay, replay_rows, review_rows};
pub use privacy::{erase_question, paper};
pub(super) use settings::sample;
pub use settings::settings;
pub use spoken::{Focus, spoken};
pub use table::{ask_guests, ask_level, invited, table};
