//! Views that several modules share: boards, tables and their buttons.
//!
//! - `board`: a game; `table`: a table before its game
//! - `scene`: the picture of a game; `links`: addresses of messages and channels
//! - `button_rows`: their buttons and menus
//! - `stepping`: buttons of a person who steps through a game
//! - `replay`: replays and reviews
//! - `games`: the list of a person's games
//! - `help`: buttons to the rules and the practice game
//! - `setting_menu`: the menu of a setting

pub mod board;
pub mod button_rows;
pub(crate) mod games;
pub mod help;
mod links;
pub mod replay;
pub mod scene;
pub(crate) mod setting_menu;
pub mod stepping;
pub mod table;

pub use board::{
    board, file_name, is_watched_name, plies_shown_by, private_board, shown_by, stop, thread_name,
    watched, watched_name,
};
pub(super) use links::link_or_channel;
pub use links::{left_by, link, link_to_channel};
pub use replay::{animation, moment, replay, replay_rows, review_rows, share_rows};
pub(super) use scene::names;
pub use scene::{outcome, scene};
pub use table::{ask_guests, ask_level, invited, table, table_file_name, table_scene};

use focus::{Color, Mode};
use focus_render::{Rgb, Theme};

/// Returns the color that stands for a mode: of its messages, and of its curve in a profile.
#[must_use]
pub fn mode_color(mode: Mode) -> Color {
    match mode {
        Mode::Duel => Color::Orange,
        Mode::ThreeWay => Color::Green,
        Mode::Partners => Color::Blue,
        Mode::FreeForAll => Color::Pink,
    }
}

/// Returns the accent color of a message about a color.
#[must_use]
pub fn accent(color: Color) -> Rgb {
    Theme::TOWER.inks(color).tint
}
