//! Availability of the bot, and the downtime that it owes to games.

use crate::service::api::ids::{GameId, GuildId, Shard, Timestamp};
use crate::store::INDICES_VERSION;

/// Last time at which the bot was available for people to move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Alive {
    pub(crate) at: Timestamp,
    /// Downtime that is being given back, game by game.
    pub(crate) owed: Option<OwedTime>,
    /// Shards that people could not reach at that time, with the start of each outage.
    pub(crate) away: Vec<(Shard, Timestamp)>,
    /// Servers that Discord could not serve at that time, with the start of each outage.
    pub(crate) servers: Vec<(GuildId, Timestamp)>,
    /// Downtime of single shards that is being given back, before that of all.
    pub(crate) shards: Vec<(Shard, OwedTime)>,
    /// Version of the indices kept by the process that wrote it; `None` if it did not say.
    pub(crate) indices: Option<u32>,
}

impl Alive {
    /// Returns a sign of life with nothing owed.
    pub(crate) const fn new(at: Timestamp) -> Self {
        Self {
            at,
            owed: None,
            away: Vec::new(),
            servers: Vec::new(),
            shards: Vec::new(),
            indices: Some(INDICES_VERSION),
        }
    }

    /// Returns whether some games may be owed time.
    pub(crate) const fn owes_time(&self) -> bool {
        self.owed.is_some() || !self.shards.is_empty()
    }
}

/// Downtime that some games have not got back yet.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct OwedTime {
    /// Time when people could last move.
    pub(crate) from: Timestamp,
    /// Time when they could move again.
    pub(crate) until: Timestamp,
    /// Deadline and game reached so far: all entries from the latest deadline down to it are done.
    pub(crate) down_to: Option<(Timestamp, GameId)>,
    /// Day and game of the notice reached so far; notices come before the deadlines.
    pub(crate) notices_to: Option<(Timestamp, GameId)>,
}

impl OwedTime {
    /// Creates time of which no game has got anything back yet.
    pub(crate) const fn new(from: Timestamp, until: Timestamp) -> Self {
        Self {
            from,
            until,
            down_to: None,
            notices_to: None,
        }
    }
}
