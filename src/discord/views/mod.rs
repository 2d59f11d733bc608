//! What messages look like: words and buttons put together.
//!
//! - `board`: a game
//! - `table`: a table before its game
//! - `moving`: the steps of making a move
//! - `rules`: pages of the rules; `lesson`: the practice game; `example`: their positions
//! - `standing`: lists of the strongest, and profiles
//! - `past`: games to look back on; `import`: records that people bring along
//! - `buttons`: buttons and menus of tables and games
//! - `spoken`: a position in words
//! - `settings`: what a person has chosen; `privacy`: what is kept about one
//! - `admin`: what those who run a server see

pub mod admin;
pub mod board;
pub mod buttons;
pub mod example;
pub mod import;
pub mod lesson;
pub mod moving;
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
pub use table::{invited, table};
