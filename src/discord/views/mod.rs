//! What messages look like: words and buttons put together.
//!
//! - `board`: a game
//! - `table`: a table before its game
//! - `moving`: the steps of making a move
//! - `rules`: pages of the rules; `lesson`: the practice game; `example`: their positions
//! - `standing`: lists of the strongest, and profiles
//! - `past`: games to look back on
//! - `buttons`: buttons and menus of tables and games

pub mod board;
pub mod buttons;
pub mod example;
pub mod lesson;
pub mod moving;
pub mod past;
pub mod rules;
pub mod standing;
pub mod table;

pub use board::{
    begun, board, file_name, link, look, outcome, scene, shown_by, stop, thread_name, watched,
    watched_name,
};
pub use past::{export, film, moment, past, replay, replay_rows, review_rows};
pub use table::{invited, table};
