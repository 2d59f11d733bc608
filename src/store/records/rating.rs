//! Ratings, the results they follow from, and the lists in their order.
//!
//! Points and deviations are in thousandths, so that what is read back is what was written.

use serde::{Deserialize, Serialize};

use crate::store::{Record, Table};

/// What a rated game did to the ratings of those who played it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct RatedRecord {
    /// When, in milliseconds since 1970: later than every rated game before it of anybody in it.
    pub at: u64,
    /// How many rated games two of these people had that day; the more, the less this one counts.
    pub repeats: u32,
    /// The change of each seat.
    pub changes: Vec<ChangeRecord>,
}

/// What a game did to one rating, in whole points.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ChangeRecord {
    /// The letter of the color.
    pub color: char,
    /// The rating before.
    pub before: i32,
    /// The rating after.
    pub after: i32,
    /// Whether it is sure by now.
    pub sure: bool,
}

/// How strong a person is in a mode; the key says who and which.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct RatingRecord {
    /// The name at the end of the last rated game.
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
    /// When the last of them ended, in milliseconds since 1970.
    pub last: u64,
    /// The servers with a list that has this person, by Discord's numbers; 0 for that of all.
    pub lists: Vec<u64>,
}

/// How a game among people ended for one of them; the key says for whom, in which mode, when and which game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ResultRecord {
    /// How it ended.
    pub result: ResultKind,
    /// The others who played it.
    pub others: Vec<CompanionRecord>,
    /// The rating after it in whole points, if it was rated.
    pub points: Option<i32>,
}

/// Somebody else in a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct CompanionRecord {
    /// The person, by Discord's number.
    pub person: u64,
    /// Whether on the same side.
    pub partner: bool,
    /// Whether among the winners.
    pub won: bool,
    /// Whether one of the two shares a draw and the other does not.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub apart: bool,
}

/// What became of a game for somebody.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ResultKind {
    /// Won, maybe with others.
    Won,
    /// Nobody won, and this person was still in.
    Drawn,
    /// Others won, or share a draw.
    Lost,
}

/// A line in a list of the strongest; the key says where, in which mode, the rating and who.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct LadderRecord {
    /// The name at the end of the last rated game.
    pub name: String,
    /// The deviation in whole points.
    pub deviation: i32,
    /// Rated games won.
    pub won: u32,
    /// Rated games drawn.
    pub drawn: u32,
    /// Rated games lost.
    pub lost: u32,
}

/// Says that a person wants to be on the lists of all servers; the key says who.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ListedMark {}

impl Record for ListedMark {
    const TABLE: Table = Table::Listed;
    const SCHEMA: u16 = 1;
}

impl Record for RatingRecord {
    const TABLE: Table = Table::Ratings;
    const SCHEMA: u16 = 1;
}

impl Record for ResultRecord {
    const TABLE: Table = Table::Results;
    const SCHEMA: u16 = 1;
}

impl Record for LadderRecord {
    const TABLE: Table = Table::Ladder;
    const SCHEMA: u16 = 1;
}
