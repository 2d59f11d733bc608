//! Tables: their names on disk, and the values in them.

use std::fmt;
use strum::{EnumString, IntoStaticStr, VariantArray};

/// Named set of keys and values.
///
/// To add one, see `docs/recipes.md`.
#[derive(
    Clone,
    Copy,
    Debug,
    PartialEq,
    Eq,
    PartialOrd,
    Ord,
    Hash,
    VariantArray,
    EnumString,
    IntoStaticStr,
)]
#[strum(serialize_all = "lowercase")]
pub enum Table {
    /// Facts about the store itself, such as its format.
    Meta,
    /// One record for each game: rules, seats, state.
    Games,
    /// Actions of each game, in order.
    Actions,
    /// Settings of each person.
    Players,
    /// Games shown by messages, by message.
    Messages,
    /// Deadlines, by time.
    Deadlines,
    /// Settings of each server.
    Guilds,
    /// Active games at which a person sits or is invited, by person.
    Seats,
    /// Active games in a channel, by channel.
    Channels,
    /// Outbox of updates that have not been shown yet.
    Unannounced,
    /// Games in which a computer is to move.
    Thinking,
    /// Last time at which the bot was available for people to move.
    Alive,
    /// Processes that share the store, and the shards that each of them holds.
    Leases,
    /// Reminders to be sent.
    Reminders,
    /// Followers of games, by game and channel.
    Watches,
    /// Followers that do not show the current state of their game, by game and channel.
    Behind,
    /// Ratings of each person in each mode.
    Ratings,
    /// Results of each person.
    Results,
    /// Leaderboards, the strongest first, by server and mode.
    Ladder,
    /// People who want to be on the lists of all servers.
    Listed,
    /// Ended games, by person and by server.
    #[strum(serialize = "past")]
    History,
    /// Ended games against computers alone, by person.
    Against,
    /// Games whose replay is still to be posted.
    Replays,
    /// Imported records of games.
    Imports,
    /// Active games on a server, by server.
    Servers,
    /// Superseded messages that must still be changed, by game.
    Leftovers,
    /// Tables, games and servers that are removed or called off after a time, by kind and time.
    Retention,
    /// Games, followers and audit logs that name a person, followers by server and channel, people
    /// whose data is being deleted, and imported records by time.
    Mentions,
    /// Values that could not be read, kept for a person to inspect.
    Quarantine,
}

impl Table {
    /// Every table, in the order of the variants.
    pub const ALL: &'static [Self] = Self::VARIANTS;

    /// Returns the name on disk and in backups; it never changes.
    #[must_use]
    pub fn name(self) -> &'static str {
        self.into()
    }

    /// Returns the table called `name` on disk.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        name.parse().ok()
    }
}

impl fmt::Display for Table {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// Maximum size of a value in bytes; well above this size the database would leak disk space.
pub const MAX_VALUE_BYTES: usize = 64 * 1024;

/// Number of the commit that last wrote a value.
///
/// It never repeats for a key, not even when the key is deleted and written again.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Revision(pub u64);

/// Value in a table, with the commit that wrote it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stored {
    /// The value as it was put.
    pub bytes: Vec<u8>,
    /// Revision that a later change of this key can expect.
    pub revision: Revision,
}

/// Keys and their values.
pub type Entries<T> = Vec<(Vec<u8>, T)>;
