//! What people and servers have chosen.

use serde::{Deserialize, Serialize};

use crate::store::{Record, Table};

/// What is kept about a person; the key says who. Whatever is unknown to an older program is
/// read there as if it had never been chosen.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct PlayerRecord {
    /// The language to answer in, by the two letters of ISO 639-1, if not Discord's.
    pub language: Option<String>,
    /// How private boards look, such as `contrast`, if not as on the server.
    pub theme: Option<String>,
    /// Which side of private boards is down, such as `mine`, if not as on the server.
    pub orientation: Option<String>,
    /// How often to remind the person in a turn, such as `twice`, if not once.
    pub reminders: Option<String>,
    /// Where, such as `direct`, if not in the channel.
    pub reach: Option<String>,
    /// Hours of the day without a call, such as `22-7`.
    pub night: Option<String>,
    /// The time zone of these hours, such as `Europe/Warsaw`, if not UTC.
    pub zone: Option<String>,
    /// The newest vacation.
    pub vacation: Option<VacationRecord>,
    /// Whether everything about the person is to be deleted and has not been yet.
    pub is_leaving: bool,
}

/// Days on which the clocks of a person stand still.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct VacationRecord {
    /// When it ends, in milliseconds since 1970.
    pub until: u64,
    /// The year in which it began.
    pub year: i16,
    /// Days taken in that year.
    pub used: u16,
}

/// What is kept about a server; the key says which.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct GuildRecord {
    /// The language of what everybody sees, by the two letters of ISO 639-1, if not Discord's.
    pub language: Option<String>,
    /// How boards look, such as `contrast`, if not as usual.
    pub theme: Option<String>,
    /// Which side of boards is down, such as `mover`, if not as usual.
    pub orientation: Option<String>,
    /// Whether games get threads of their own unless their host says otherwise.
    pub in_threads: bool,
    /// Whether games end without a replay for everybody.
    pub no_replays: bool,
    /// Kinds of clocks that games may have, such as `bank`; all if there are none.
    pub clocks: Vec<String>,
    /// Channels to play in; all if there are none.
    pub channels: Vec<u64>,
    /// Roles that may play; everybody if there are none.
    pub roles: Vec<u64>,
    /// Roles that may call games off.
    pub moderators: Vec<u64>,
    /// The last things that were done for the server, oldest first.
    pub audit: Vec<AuditRecord>,
}

/// Something done for a whole server.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct AuditRecord {
    /// When, in milliseconds since 1970.
    pub at: u64,
    /// Who, by Discord's number.
    pub person: u64,
    /// The name at that time.
    pub name: String,
    /// What.
    pub deed: DeedRecord,
}

/// What was done for a whole server; of what is on a list, whether it was put there.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum DeedRecord {
    /// Chose a language.
    Language(Option<String>),
    /// Chose how boards look.
    Theme(String),
    /// Chose which side of boards is down.
    Orientation(String),
    /// Chose whether games get threads.
    Threads(bool),
    /// Chose whether a replay follows the end of a game.
    Replays(bool),
    /// Chose which kinds of clocks games may have.
    Clocks(Vec<String>),
    /// Listed a channel to play in.
    Channel(u64, bool),
    /// Listed a role that may play.
    Role(u64, bool),
    /// Listed a role that may call games off.
    Moderator(u64, bool),
    /// Called a game off.
    Abort(u32),
}

impl Record for PlayerRecord {
    const TABLE: Table = Table::Players;
    const SCHEMA: u16 = 1;
}

impl Record for GuildRecord {
    const TABLE: Table = Table::Guilds;
    const SCHEMA: u16 = 1;
}
