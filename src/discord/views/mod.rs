//! Views that several rooms share: boards, tables and their buttons.
//!
//! - `board`: a game; `table`: a table before its game
//! - `buttons`: their buttons and menus
//! - `stepping`: buttons of a person who steps through a game
//! - `replay`: replays and reviews
//! - `games`: the list of a person's games
//! - `help`: ways to the rules and the practice game
//! - `setting_menu`: the menu of a setting

pub mod board;
pub mod buttons;
pub(crate) mod games;
pub mod help;
pub mod replay;
pub(crate) mod setting_menu;
pub mod stepping;
pub mod table;

pub(super) use board::names;
pub use board::{
    board, called, file_name, is_watched_name, left_by, link, link_to_channel, look, outcome,
    scene, shown_by, stop, thread_name, watched, watched_name,
};
pub use replay::{film, moment, replay, replay_rows, review_rows, share_rows};
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
