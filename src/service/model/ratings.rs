//! Ratings, results and leaderboards.

use crate::service::api::ids::{GuildId, PersonId, Timestamp};

/// Estimated strength of a player.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rating {
    /// Most likely strength.
    pub points: f64,
    /// Standard deviation of the strength, in points.
    pub deviation: f64,
    /// Degree to which the strength itself changes; used only for duels.
    pub volatility: f64,
}

/// Rating of a person in a mode, with the data that lists show beside it.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct PlayerRating {
    /// Name at the end of the last rated game.
    pub(crate) name: String,
    /// The rating.
    pub(crate) rating: Rating,
    /// Rated games won, drawn and lost.
    pub(crate) tally: [u32; 3],
    /// Time when the last rated game ended.
    pub(crate) last: Timestamp,
    /// Lists that have this person, in ascending order.
    pub(crate) lists: Vec<LeaderboardScope>,
}

/// List of the strongest players.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum LeaderboardScope {
    /// Players on all servers who want to be listed.
    All,
    /// Players of rated games on one server.
    Server(GuildId),
}

impl LeaderboardScope {
    /// Returns the number of the list on disk; no server has 0.
    pub(crate) const fn number(self) -> u64 {
        match self {
            Self::All => 0,
            Self::Server(guild) => guild.0,
        }
    }

    /// Returns the list with this number.
    pub(crate) const fn from_number(number: u64) -> Self {
        match number {
            0 => Self::All,
            guild => Self::Server(GuildId(guild)),
        }
    }
}

/// Line of a leaderboard, apart from the rating by which it is sorted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct LeaderboardLine {
    /// Name at the end of the last rated game, or of the last one on the server of the list.
    pub(crate) name: String,
    /// Standard deviation in points.
    pub(crate) deviation: i32,
    /// Rated games won, drawn and lost.
    pub(crate) tally: [u32; 3],
}

/// Result of a game for a person, in the order of a tally.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FormResult {
    /// Won, alone or with others.
    Won,
    /// Nobody won, and this person was still in the game.
    Drawn,
    /// Others won, or share a draw without this person.
    Lost,
}

/// Result of a game among people for one of them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct PlayerResult {
    pub(crate) result: FormResult,
    /// The other players.
    pub(crate) others: Vec<Companion>,
    /// Rating after the game in whole points, if it was rated.
    pub(crate) points: Option<i32>,
}

/// Other player of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Companion {
    pub(crate) person: PersonId,
    /// True if on the same side.
    pub(crate) is_partner: bool,
    /// True if among the winners.
    pub(crate) has_won: bool,
    /// True if one of the two shares a draw and the other does not.
    pub(crate) is_apart: bool,
}
