//! Ratings: changes at the end of a game, leaderboards and profiles.
//!
//! - `settle`: the change that belongs to the commit in which a game ends
//! - [`erase`]: export and deletion of a person's results
//! - `keys`: keys of ratings, results and lists
//! - [`leaderboard`]: leaderboards of a server or of all servers, page by page
//! - [`profile`]: statistics of one person's games
//! - `leaderboard_lines`: lines of a rating on the leaderboards
//! - `listing_consent`: consent to be on the leaderboards of all servers
//! - `remove_server_leaderboards`: removal of the leaderboards of a server

mod contest;
pub mod erase;
pub mod formula;
pub(in crate::service) mod keys;
pub mod leaderboard;
pub(in crate::service) mod leaderboard_lines;
mod listing_consent;
pub mod profile;
mod remove_server_leaderboards;
pub(in crate::service) mod settle;

use crate::service::ratings::formula::System;
use focus::Mode;

/// Returns the rating method of a mode.
fn system(mode: Mode) -> System {
    match mode {
        Mode::Duel => System::Duel,
        Mode::ThreeWay | Mode::Partners | Mode::FreeForAll => System::Several,
    }
}

/// Rounds points to the whole number that people read.
#[expect(clippy::cast_possible_truncation, reason = "a few thousand points")]
fn shown(points: f64) -> i32 {
    points.round() as i32
}
