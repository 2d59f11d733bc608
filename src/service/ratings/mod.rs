//! Ratings: changes at the end of a game, leaderboards and profiles.
//!
//! - `settle`: the change that belongs to the commit in which a game ends
//! - [`forget`]: export and deletion of a person's results
//! - `keys`: keys of ratings, results and lists
//! - [`ladder`]: leaderboards of a server or of all servers, page by page
//! - [`profile`]: statistics of one person's games
//! - `listing`: consent to be on the lists of all servers
//! - [`recount`]: ratings recomputed from the games alone

mod contest;
pub mod forget;
pub mod formula;
pub(in crate::service) mod keys;
pub mod ladder;
mod listing;
pub mod profile;
pub mod recount;
pub(in crate::service) mod settle;

use crate::service::ratings::formula::{Rating, System};
use crate::store::records::RatingRecord;
use focus::Mode;

/// Returns the rating method of a mode.
fn system(mode: Mode) -> System {
    match mode {
        Mode::Duel => System::Duel,
        Mode::ThreeWay | Mode::Partners | Mode::FreeForAll => System::Several,
    }
}

/// Returns the rating in a record.
fn rating(record: &RatingRecord) -> Rating {
    Rating {
        points: float(record.points) / 1e3,
        deviation: float(record.deviation) / 1e3,
        volatility: float(record.volatility) / 1e6,
    }
}

#[expect(clippy::cast_precision_loss, reason = "thousandths of a rating")]
fn float(whole: i64) -> f64 {
    whole as f64
}

#[expect(clippy::cast_possible_truncation, reason = "thousandths of a rating")]
fn whole(float: f64) -> i64 {
    float.round() as i64
}

/// Rounds points to the whole number that people read.
fn shown(points: f64) -> i32 {
    i32::try_from(whole(points)).expect("a rating of a few thousand points")
}
