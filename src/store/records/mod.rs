//! Records on disk as plain values, and their encoding; `service` interprets them.
//!
//! A field may be added with `#[serde(default)]`; any other change raises the record's
//! [`Record::SCHEMA`] and needs an upgrade.

mod game;

mod lease;

mod people;

mod queue;

mod rating;

pub mod record;

pub mod envelope;

pub mod archive;

mod pages;

pub mod format;

pub mod check;

use serde::{Deserialize, Serialize};

use crate::store::{Record, RecordType, Table};

pub use self::archive::{Archive, ReadError, Versioned};
pub use self::game::{
    ActionKindRecord, ActionRecord, ActionsRecord, AdmissionRecord, CandidateRecord, ClockRecord,
    ComputerRecord, FormerRecord, GameRecord, IdleRecord, LostChannelRecord, MovedHereRecord,
    OvertimeRecord, PremoveRecord, RotationRecord, SeatRecord, StageRecord, TeamRecord,
};
pub use self::lease::{AwayRecord, LeaseRecord, LimitsRecord, SessionRecord};
pub use self::pages::pages;
pub use self::people::{
    AuditActionRecord, AuditRecord, ChooserRecord, GuildRecord, LanguageChangeRecord,
    LanguageChangesRecord, PlayerRecord, StartRecord, VacationRecord,
};
pub use self::queue::{ReminderRecord, UnannouncedRecord};
pub use self::rating::{
    CompanionRecord, CountedRatingsRecord, LadderRecord, RatingChangeRecord, RatingRecord,
    ResultKind, ResultRecord,
};

/// Every type of record, for checks of a whole store.
pub const KINDS: &[RecordType] = &[
    RecordType::of::<GameRecord>(),
    RecordType::of::<ActionsRecord>(),
    RecordType::of::<UnannouncedRecord>(),
    RecordType::of::<MessageRecord>(),
    mark(Table::Seats),
    mark(Table::Channels),
    mark(Table::Deadlines),
    mark(Table::Thinking),
    RecordType::of::<AliveRecord>(),
    RecordType::of::<LeaseRecord>(),
    RecordType::of::<ReminderRecord>(),
    RecordType::of::<WatchRecord>(),
    RecordType::of::<BehindRecord>(),
    RecordType::of::<RatingRecord>(),
    RecordType::of::<ResultRecord>(),
    RecordType::of::<LadderRecord>(),
    mark(Table::Listed),
    mark(Table::History),
    mark(Table::Against),
    mark(Table::Replays),
    mark(Table::Retention),
    mark(Table::Mentions),
    RecordType::of::<ImportRecord>(),
    mark(Table::Servers),
    RecordType::of::<LeftoverRecord>(),
    RecordType::of::<PlayerRecord>(),
    RecordType::of::<GuildRecord>(),
];

/// Returns the description of the marks in a table.
const fn mark(table: Table) -> RecordType {
    RecordType {
        table,
        ..RecordType::of::<MarkRecord>()
    }
}

/// Game shown by one of the bot's messages.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct MessageRecord {
    /// The game.
    pub game: u32,
    /// Number of position changes at that time.
    pub step: u32,
}

/// Last time at which the bot was available for people to move.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct AliveRecord {
    /// Time in milliseconds since 1970.
    pub at: u64,
    /// Downtime that is being given back, game by game.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub owed: Option<OwedRecord>,
    /// Shards that people could not reach at that time.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub away: Vec<AwayRecord>,
    /// Servers that Discord could not serve at that time.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub servers: Vec<OutServerRecord>,
    /// Downtime of single shards that is being given back, before that of all.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub shards: Vec<ShardOwedRecord>,
    /// Version of the indices kept by the process that wrote it; `None` if it did not say.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub indices: Option<u32>,
}

/// Server that Discord cannot serve.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct OutServerRecord {
    /// Id of the server.
    pub server: u64,
    /// Time when people could last move there, in milliseconds since 1970.
    pub since: u64,
}

/// Downtime that some games of one shard have not got back yet.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ShardOwedRecord {
    /// Number of the shard.
    pub shard: u32,
    /// Total number of shards.
    pub total: u32,
    /// The downtime.
    pub owed: OwedRecord,
}

/// Downtime that some games have not got back yet.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct OwedRecord {
    /// Time when people could last move, in milliseconds since 1970.
    pub from: u64,
    /// Time when they could move again, in milliseconds since 1970.
    pub until: u64,
    /// Deadline and game reached so far: all entries from the latest deadline down to it are done.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub down_to: Option<(u64, u32)>,
    /// Day and game of the notice reached so far; notices come before the deadlines.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub notices_to: Option<(u64, u32)>,
}

/// Marks what the table and the key say; only entries of queues have more.
///
/// Its own table is that of notes that older data has been dealt with, such as games older than an
/// index.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct MarkRecord {
    /// Discord id of the server, or 0, in an entry of a queue.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub server: Option<u64>,
}

/// Message in another channel that follows a game; the key holds the game and the channel.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct WatchRecord {
    /// Discord id of the channel's server.
    pub guild: Option<u64>,
    /// Time when it began, in milliseconds since 1970.
    pub begun: u64,
    /// The message, once it is posted.
    pub message: Option<u64>,
    /// Version of the game that it shows.
    pub shown: u64,
    /// Discord id of the person who asked for it, if known.
    #[serde(default)]
    pub by: Option<u64>,
}

/// Follower that does not show the current state of its game; the key holds the game and the
/// channel.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct BehindRecord {
    /// Discord id of the channel's server.
    pub guild: Option<u64>,
    /// Version of the game that it should show.
    pub version: u64,
}

/// Imported record of a game; the key holds the person and the time.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ImportRecord {
    /// The record in its notation.
    pub text: String,
}

/// Superseded message that must still be changed; the key holds the game and the message.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct LeftoverRecord {
    /// Discord id of the server.
    pub guild: Option<u64>,
    /// Discord id of the channel or thread.
    pub channel: u64,
    /// True if the bot is not a member there, and can only answer people who use it.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub visited: bool,
    /// True if it is made of components.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub of_components: bool,
    /// Kind of message it was.
    pub was: LeftoverKind,
}

/// Kind of a superseded message.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum LeftoverKind {
    /// A table at which people sat down, or a call to a table.
    Table,
    /// A board that announced these actions.
    Board {
        /// Number of actions announced before it.
        from: u32,
        /// Number of actions up to and including it.
        to: u32,
    },
    /// A board in a channel that the game has left.
    Moved,
    /// A follower's message in another channel.
    Watch,
}

/// Lower bound of the numbers of new tables and games, so that the number of a removed one is not
/// given again.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct IdFloorRecord {
    /// Highest number of a table that was removed; 0 if none was.
    pub removed: u32,
}

/// Implements [`Record`] for types that have the schema of their first version.
macro_rules! first_schema {
    ($($record:ident in $table:ident,)*) => {
        $(
            impl Record for $record {
                const TABLE: Table = Table::$table;
                const SCHEMA: u16 = 1;
            }
        )*
    };
}

first_schema! {
    GameRecord in Games,
    UnannouncedRecord in Unannounced,
    MessageRecord in Messages,
    AliveRecord in Alive,
    LeaseRecord in Leases,
    ReminderRecord in Reminders,
    WatchRecord in Watches,
    BehindRecord in Behind,
    RatingRecord in Ratings,
    ResultRecord in Results,
    LadderRecord in Ladder,
    ImportRecord in Imports,
    LeftoverRecord in Leftovers,
    PlayerRecord in Players,
    GuildRecord in Guilds,
    IdFloorRecord in Meta,
    MarkRecord in Meta,
    LanguageChangesRecord in Meta,
}
