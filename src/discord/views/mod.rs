//! What messages look like: words and buttons put together.
//!
//! - `board`: a game
//! - `table`: a table before its game
//! - `moving`: the steps of making a move
//! - `rules`: pages of the rules; `lesson`: the practice game; `example`: their positions
//! - `standing`: lists of the strongest, and profiles
//! - `buttons`: buttons and menus of both

pub mod board;
pub mod buttons;
pub mod example;
pub mod lesson;
pub mod moving;
pub mod rules;
pub mod standing;
pub mod table;

pub use board::{
    begun, board, file_name, link, look, scene, shown_by, stop, thread_name, watched, watched_name,
};
pub use table::{invited, table};
