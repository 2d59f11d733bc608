//! Identifiers of people, places and games, and points in time.

use std::fmt;
use std::num::ParseIntError;
use std::str::FromStr;
use std::time::{Duration, Instant, SystemTime};

/// A person, by the number Discord gives to a user.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct PersonId(pub u64);

impl PersonId {
    /// Placeholder for a person whose data was deleted; Discord gives this number to nobody.
    pub const GONE: Self = Self(0);
    /// Placeholder for any computer among the opponents of a list; no account has this number.
    pub const COMPUTER: Self = Self(NEVER_GIVEN);
}

/// A server, by the number Discord gives to a guild.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct GuildId(pub u64);

/// A role on a server, by its number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct RoleId(pub u64);

impl RoleId {
    /// Placeholder on a list whose roles were all deleted; no role has this number.
    pub const DELETED: Self = Self(NEVER_GIVEN);
}

/// A channel or a thread, by its number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ChannelId(pub u64);

impl ChannelId {
    /// Placeholder on a list whose channels were all deleted; no channel has this number.
    pub const DELETED: Self = Self(NEVER_GIVEN);
}

/// Number that Discord takes for an id, unlike 0, but gives to nothing before the year 2084.
const NEVER_GIVEN: u64 = u64::MAX >> 1;

/// A message, by its number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct MessageId(pub u64);

/// Place where a game is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Place {
    /// The server, unless it is a private conversation.
    pub guild: Option<GuildId>,
    /// The channel or thread.
    pub channel: ChannelId,
    /// Way in which the bot reaches it.
    pub access: Access,
}

impl Place {
    /// Returns whether a person is alone with the bot there.
    #[must_use]
    pub fn is_direct(self) -> bool {
        self.guild.is_none() && self.access == Access::Member
    }

    /// Returns whether the bot can show something there only in answer to a person.
    #[must_use]
    pub fn is_visited(self) -> bool {
        self.access == Access::Visitor
    }

    /// Returns the server of the place, if the bot is there as a member.
    #[must_use]
    pub fn joined_server(self) -> Option<GuildId> {
        self.guild.filter(|_| !self.is_visited())
    }
}

/// Way in which the bot accesses a place.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Access {
    /// It is a member of the server, or has the conversation with a person.
    #[default]
    Member,
    /// It is not a member, but only user-installed there, and can only answer.
    Visitor,
}

/// A table and the game played at it, counted from 1 and written `#12`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct GameId(pub u32);

impl fmt::Display for GameId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "#{}", self.0)
    }
}

impl FromStr for GameId {
    type Err = ParseIntError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let text = text.trim();
        text.strip_prefix('#').unwrap_or(text).parse().map(Self)
    }
}

/// Point in time, in milliseconds since 1970-01-01 UTC.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Timestamp(pub u64);

impl Timestamp {
    /// Returns the time `duration` later, saturating.
    #[must_use]
    pub fn after(self, duration: Duration) -> Self {
        let millis = u64::try_from(duration.as_millis()).unwrap_or(u64::MAX);
        Self(self.0.saturating_add(millis))
    }

    /// Returns the time `duration` earlier, saturating.
    #[must_use]
    pub fn before(self, duration: Duration) -> Self {
        let millis = u64::try_from(duration.as_millis()).unwrap_or(u64::MAX);
        Self(self.0.saturating_sub(millis))
    }

    /// Returns the time elapsed since `earlier`; zero if `earlier` is later.
    #[must_use]
    pub fn since(self, earlier: Self) -> Duration {
        Duration::from_millis(self.0.saturating_sub(earlier.0))
    }

    /// Returns whole seconds since 1970, as Discord writes times (`<t:…>`).
    #[must_use]
    pub fn seconds(self) -> u64 {
        self.0 / 1000
    }
}

/// Time by the machine's clocks: one that never jumps, and one that continues while the machine
/// sleeps.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct MachineTime {
    /// Time by the first.
    pub steady: Instant,
    /// Time by the second.
    pub system: SystemTime,
}

impl MachineTime {
    /// Returns the current time.
    #[must_use]
    pub fn now() -> Self {
        Self {
            steady: Instant::now(),
            system: SystemTime::now(),
        }
    }

    /// Returns the time since then, by the clock that has advanced more.
    #[must_use]
    pub fn elapsed(self) -> Duration {
        // A clock that was set back does not matter.
        let slept = self.system.elapsed().unwrap_or_default();
        self.steady.elapsed().max(slept)
    }
}

/// Person or server that a list of games is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum HistoryScope {
    /// Games that a person played or watched.
    Person(PersonId),
    /// Games played on a server.
    Guild(GuildId),
}

/// Number of a process of the bot; no two processes share one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ProcessId(pub u64);

impl fmt::Display for ProcessId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:016x}", self.0)
    }
}

/// Part of all places whose events arrive through one connection to Discord.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Shard {
    /// Number of the shard, counted from 0.
    pub number: u32,
    /// Total number of shards.
    pub total: u32,
}

impl Shard {
    /// Returns whether the events of a place arrive through the shard; those of private
    /// conversations arrive through the first one.
    ///
    /// Source: Discord, "Gateway", section "Sharding".
    #[must_use]
    pub fn serves(self, place: Place) -> bool {
        self.serves_server(place.guild)
    }

    /// Returns whether the events of a server arrive through the shard, or, without a server, those
    /// of private conversations.
    #[must_use]
    pub fn serves_server(self, server: Option<GuildId>) -> bool {
        match server {
            Some(guild) => self.has(guild),
            None => self.number == 0,
        }
    }

    /// Returns whether a server belongs to the shard.
    #[must_use]
    pub fn has(self, guild: GuildId) -> bool {
        let total = u64::from(self.total.max(1));
        (guild.0 >> 22) % total == u64::from(self.number)
    }
}
