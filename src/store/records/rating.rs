//! Records of ratings, results and leaderboards.
//!
//! Points and deviations are in thousandths, so that they survive a round trip exactly.

use serde::{Deserialize, Serialize};

/// Effect of a rated game on the ratings of its players.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct CountedRatingsRecord {
    /// Time in milliseconds since 1970; later than every earlier rated game of any of its players.
    pub at: u64,
    /// Number of rated games that two of these people had that day; the more, the less this one
    /// counts.
    pub repeats: u32,
    /// Change of each seat's rating.
    pub changes: Vec<RatingChangeRecord>,
}

/// Effect of a game on one rating, in whole points.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct RatingChangeRecord {
    /// Letter of the color.
    pub color: char,
    /// The rating before.
    pub before: i32,
    /// The rating after.
    pub after: i32,
    /// True if the rating is sure now.
    pub sure: bool,
}

/// Rating of a person in a mode; the key holds both.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct RatingRecord {
    /// Name at the end of the last rated game.
    pub name: String,
    /// The rating, in thousandths of a point.
    pub points: i64,
    /// Its standard deviation, in thousandths of a point.
    pub deviation: i64,
    /// Its volatility, in millionths.
    pub volatility: i64,
    /// Rated games won.
    pub won: u32,
    /// Rated games drawn.
    pub drawn: u32,
    /// Rated games lost.
    pub lost: u32,
    /// Time when the last rated game ended, in milliseconds since 1970.
    pub last: u64,
    /// Discord ids of the servers whose lists have this person; 0 is the list of all servers.
    pub lists: Vec<u64>,
}

/// Result of a game among people for one of them; the key holds the person, the mode, the time and
/// the game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ResultRecord {
    /// The result.
    pub result: ResultKind,
    /// The other players.
    pub others: Vec<CompanionRecord>,
    /// Rating after the game in whole points, if it was rated.
    pub points: Option<i32>,
}

/// Other player of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct CompanionRecord {
    /// Discord id of the person.
    pub person: u64,
    /// True if on the same side.
    pub partner: bool,
    /// True if among the winners.
    pub won: bool,
    /// True if one of the two shares a draw and the other does not.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub apart: bool,
}

/// Result of a game for a person.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ResultKind {
    /// Won, alone or with others.
    Won,
    /// Nobody won, and this person was still in.
    Drawn,
    /// Others won, or share a draw without this person.
    Lost,
}

/// Line of a leaderboard; the key holds the list, the mode, the rating and the person.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct LadderRecord {
    /// Name at the end of the last rated game, or of the last one on the server of the list.
    pub name: String,
    /// Deviation in whole points.
    pub deviation: i32,
    /// Rated games won.
    pub won: u32,
    /// Rated games drawn.
    pub drawn: u32,
    /// Rated games lost.
    pub lost: u32,
}
