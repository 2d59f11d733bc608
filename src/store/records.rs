//! Everything that is written down, as plain values: what a record means is up to `service`.
//!
//! A field may be added with `#[serde(default)]`; any other change raises the record's
//! [`Record::SCHEMA`] and gets a migration.

mod game;
mod people;
mod rating;

use serde::{Deserialize, Serialize};

use crate::store::{Kind, Record, Table};

pub use self::game::{
    ActKind, ActionRecord, ActionsRecord, CandidateRecord, ClockRecord, ComputerRecord,
    FormerRecord, GameRecord, KindRecord, LostRecord, OvertimeRecord, PlanRecord, RotationRecord,
    SeatRecord, StageRecord, TeamRecord,
};
pub use self::people::{AuditRecord, DeedRecord, GuildRecord, PlayerRecord, VacationRecord};
pub use self::rating::{
    ChangeRecord, CompanionRecord, LadderRecord, ListedMark, RatedRecord, RatingRecord, ResultKind,
    ResultRecord,
};

/// Every type of record, for those who check a whole store.
pub const KINDS: &[Kind] = &[
    Kind::of::<GameRecord>(),
    Kind::of::<ActionsRecord>(),
    Kind::of::<UnannouncedRecord>(),
    Kind::of::<MessageRecord>(),
    Kind::of::<SeatMark>(),
    Kind::of::<ChannelMark>(),
    Kind::of::<DeadlineMark>(),
    Kind::of::<ThinkingMark>(),
    Kind::of::<AliveRecord>(),
    Kind::of::<ReminderRecord>(),
    Kind::of::<WatchRecord>(),
    Kind::of::<RatingRecord>(),
    Kind::of::<ResultRecord>(),
    Kind::of::<LadderRecord>(),
    Kind::of::<ListedMark>(),
    Kind::of::<PastMark>(),
    Kind::of::<ReplayMark>(),
    Kind::of::<ImportRecord>(),
    Kind::of::<ServerMark>(),
    Kind::of::<LeftoverRecord>(),
    Kind::of::<PlayerRecord>(),
    Kind::of::<GuildRecord>(),
];

/// A change that has not been shown yet.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct UnannouncedRecord {
    /// Whether it wants a new message; else the old one is changed.
    pub post: bool,
}

/// What a message of ours shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct MessageRecord {
    /// The game.
    pub game: u32,
    /// How often the position had changed.
    pub step: u32,
}

/// Somebody is to be reminded to move; the key says in which game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ReminderRecord {
    /// How often the position had changed when the reminder fell due.
    pub step: u32,
    /// Which reminder of that step it is, counted over all that anybody can get.
    #[serde(default)]
    pub number: u8,
}

/// When the bot last was there for people to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct AliveRecord {
    /// In milliseconds since 1970.
    pub at: u64,
    /// Time that is being given back, game by game, because nobody could move in it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub owed: Option<OwedRecord>,
}

/// Time that some games have not got back yet.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct OwedRecord {
    /// When people could last move, in milliseconds since 1970.
    pub from: u64,
    /// When they could again, in milliseconds since 1970.
    pub until: u64,
    /// The deadline, and its game, down to which all have got it back.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub down_to: Option<(u64, u32)>,
}

/// Says that a person sits or is invited at an active table or game; the key says who and which.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SeatMark {}

/// Says that a channel holds an active table or game; the key says which.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ChannelMark {}

/// Says that the time of a table or of a player is over at a moment; the key says when and which.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct DeadlineMark {}

/// Says that a computer is to move; the key says in which game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ThinkingMark {}

/// A message in another channel that follows a game; the key says which game and channel.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct WatchRecord {
    /// The server of the channel, by Discord's number.
    pub guild: Option<u64>,
    /// When it began, in milliseconds since 1970.
    pub begun: u64,
    /// The message, once it is posted.
    pub message: Option<u64>,
    /// The version of the game that it shows.
    pub shown: u64,
    /// Who asked for it, by Discord's number, unless that is not known.
    #[serde(default)]
    pub by: Option<u64>,
}

/// Says that a game has ended; the key says which, and who played it or where.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PastMark {}

/// Says that a replay is still to be posted; the key says of which game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ReplayMark {}

/// A record of a game that somebody brought along; the key says who and when.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ImportRecord {
    /// The record, as the notation has it.
    pub text: String,
}

/// Says that a server holds an active table or game; the key says which.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ServerMark {}

/// A message that another one has taken the place of, and that is still to be changed; the key says
/// of which game, and which message.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct LeftoverRecord {
    /// The server, by Discord's number.
    pub guild: Option<u64>,
    /// The channel or thread, by Discord's number.
    pub channel: u64,
    /// What it was.
    pub was: LeftoverKind,
}

/// What a message was before another one took its place.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum LeftoverKind {
    /// A table at which people sat down.
    Table,
    /// A board, which told of these actions.
    Board {
        /// How many actions had been told of before.
        from: u32,
        /// How many had been then.
        to: u32,
    },
    /// A board in a channel that the game has left.
    Moved,
    /// A message that followed the game from elsewhere.
    Watch,
}

/// Says that the games from before there was an index are in it; the key names the index.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct IndexFilled {}

/// Says that nothing is left in a form that takes more room than it has to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct TidyMark {}

impl Record for UnannouncedRecord {
    const TABLE: Table = Table::Unannounced;
    const SCHEMA: u16 = 1;
}

impl Record for MessageRecord {
    const TABLE: Table = Table::Messages;
    const SCHEMA: u16 = 1;
}

impl Record for SeatMark {
    const TABLE: Table = Table::Seats;
    const SCHEMA: u16 = 1;
}

impl Record for ChannelMark {
    const TABLE: Table = Table::Channels;
    const SCHEMA: u16 = 1;
}

impl Record for DeadlineMark {
    const TABLE: Table = Table::Deadlines;
    const SCHEMA: u16 = 1;
}

impl Record for ThinkingMark {
    const TABLE: Table = Table::Thinking;
    const SCHEMA: u16 = 1;
}

impl Record for WatchRecord {
    const TABLE: Table = Table::Watches;
    const SCHEMA: u16 = 1;
}

impl Record for AliveRecord {
    const TABLE: Table = Table::Alive;
    const SCHEMA: u16 = 1;
}

impl Record for ReminderRecord {
    const TABLE: Table = Table::Reminders;
    const SCHEMA: u16 = 1;
}

impl Record for PastMark {
    const TABLE: Table = Table::Past;
    const SCHEMA: u16 = 1;
}

impl Record for ReplayMark {
    const TABLE: Table = Table::Replays;
    const SCHEMA: u16 = 1;
}

impl Record for ImportRecord {
    const TABLE: Table = Table::Imports;
    const SCHEMA: u16 = 1;
}

impl Record for ServerMark {
    const TABLE: Table = Table::Servers;
    const SCHEMA: u16 = 1;
}

impl Record for LeftoverRecord {
    const TABLE: Table = Table::Leftovers;
    const SCHEMA: u16 = 1;
}

impl Record for TidyMark {
    const TABLE: Table = Table::Meta;
    const SCHEMA: u16 = 1;
}

impl Record for IndexFilled {
    const TABLE: Table = Table::Meta;
    const SCHEMA: u16 = 1;
}
