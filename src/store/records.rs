//! Everything that is written down, as plain values: what a record means is up to `session`.
//!
//! A field may be added with `#[serde(default)]`; any other change raises the record's
//! [`Record::SCHEMA`] and gets a migration.

mod rating;

use serde::{Deserialize, Serialize};

use crate::store::{Kind, Record, Table};

pub use self::rating::{
    ChangeRecord, CompanionRecord, LadderRecord, ListedMark, RatedRecord, RatingRecord, ResultKind,
    ResultRecord,
};

/// Every type of record, for those who check a whole store.
pub const KINDS: &[Kind] = &[
    Kind::of::<GameRecord>(),
    Kind::of::<ActionRecord>(),
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
    Kind::of::<PlayerRecord>(),
    Kind::of::<GuildRecord>(),
];

/// A table and the game that came of it, without its actions.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "each is a fact that depends on no other"
)]
pub struct GameRecord {
    /// The server, by Discord's number.
    pub guild: Option<u64>,
    /// The channel or thread, by Discord's number.
    pub channel: u64,
    /// Whether the game is to be moved into a thread of its own and has not been yet.
    pub wants_thread: bool,
    /// Who may sit down.
    pub kind: KindRecord,
    /// People invited who have neither sat down nor declined.
    pub invited: Vec<u64>,
    /// The rules as text, such as `mode=4s goal=last`.
    pub rules: String,
    /// The seed of the lot for colors and first move.
    pub seed: u64,
    /// People who sit, the host first.
    pub people: Vec<SeatRecord>,
    /// Computers with a seat.
    pub computers: Vec<ComputerRecord>,
    /// Who watches, by Discord's number, if only computers play.
    pub watcher: Option<u64>,
    /// When the table was set up, in milliseconds since 1970.
    pub created: u64,
    /// When the table closes by itself, in milliseconds since 1970.
    pub expires: u64,
    /// How far it has come.
    pub stage: StageRecord,
    /// When the game began, in milliseconds since 1970.
    pub started: Option<u64>,
    /// The letter of the color that moves first, once dealt.
    pub first: Option<char>,
    /// How many actions the game has.
    pub actions: u32,
    /// How many of them have been shown, once anything of the game has.
    pub announced: Option<u32>,
    /// Counts the changes that people can see.
    pub version: u64,
    /// The newest message that shows the table or game.
    pub message: Option<u64>,
    /// The winners' letters, or `=` for a draw, once decided.
    pub result: Option<String>,
    /// Whether a computer is to move.
    pub thinks: bool,
    /// How much time players have, if there are clocks.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub clock: Option<ClockRecord>,
    /// Whether it is shown nowhere but in its own channel.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub is_private: bool,
    /// The position it starts from, as FPS, if that is not the usual one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub start: Option<String>,
    /// What it is a rematch of, and who is to play which color in it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rotation: Option<RotationRecord>,
    /// Answers that people have set out beforehand; those for older steps are gone.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub plans: Vec<PlanRecord>,
    /// The newest rematch of it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rematch: Option<u32>,
    /// Whether everybody who sat down agreed that the result counts for the ratings.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub rated: bool,
    /// What the result did to the ratings, once it has.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ratings: Option<RatedRecord>,
    /// Whether a replay of the game is still to be posted.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub owes_replay: bool,
}

/// How much time players have; what is left of it follows from the actions.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ClockRecord {
    /// The time, such as `1d` for every move or `2h+5m` for all of them.
    pub time: String,
    /// What happens when it is over.
    pub overtime: OvertimeRecord,
    /// When the clock that runs calls for something, in milliseconds since 1970.
    pub due: Option<u64>,
    /// The step at which the person to move was last reminded.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reminded: Option<u32>,
}

/// What happens when somebody's time is over.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum OvertimeRecord {
    /// The player is out.
    Out,
    /// The others may put the player out.
    Claim,
    /// A computer plays on.
    Computer,
}

/// An answer set out beforehand.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PlanRecord {
    /// The letter of the color that answers.
    pub color: char,
    /// How often the position had changed when it was set out.
    pub step: u32,
    /// The move that it answers.
    pub when: String,
    /// The answer.
    pub answer: String,
}

/// Colors that are not dealt by lot, but follow from those of an earlier game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct RotationRecord {
    /// The earlier game.
    pub of: u32,
    /// People by Discord's numbers, with the letters of their colors.
    pub people: Vec<(u64, char)>,
    /// The letters of the computers' colors, in the order of their seats.
    pub computers: Vec<char>,
    /// The letter of the color that moves first.
    pub first: char,
}

/// A person's seat at a table.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SeatRecord {
    /// The person, by Discord's number.
    pub person: u64,
    /// The name at the time of sitting down.
    pub name: String,
    /// The letter of the color, once dealt.
    pub color: Option<char>,
    /// How strong the computer plays that has taken over, such as `expert`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub computer: Option<String>,
}

/// A computer's seat at a table.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ComputerRecord {
    /// How strong it plays, such as `expert`.
    pub level: String,
    /// Whether it is to play on the host's side.
    pub is_partner: bool,
    /// The letter of the color, once dealt.
    pub color: Option<char>,
}

/// Who may sit down.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum KindRecord {
    /// Everyone.
    Open,
    /// The invited; the host starts.
    Invited,
    /// The invited; it starts by itself.
    Challenge,
}

/// How far a table or game has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum StageRecord {
    /// People can sit down.
    Open,
    /// Everybody left.
    Closed,
    /// This person declined the challenge.
    Declined(u64),
    /// Nobody came in time.
    Expired,
    /// The game goes on.
    Playing,
    /// The game has a result.
    Ended,
    /// The game was called off.
    Aborted,
}

/// One thing done in a game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ActionRecord {
    /// When, in milliseconds since 1970.
    pub at: u64,
    /// The letter of the color that did it.
    pub color: char,
    /// What.
    pub what: ActKind,
}

/// What was done.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ActKind {
    /// A move in algebraic notation, without its suffix; `--` for a forced pass.
    Move(String),
    /// Gave up.
    Resign,
    /// Offered a draw or agreed to one.
    Draw,
    /// Turned the draw down.
    RefuseDraw,
    /// Called the game off.
    Abort,
    /// Ran out of time, which the others may claim.
    Overdue,
    /// Ran out of time and was put out.
    TimeOut,
    /// Ran out of time, and a computer took over.
    TakeOver,
    /// The clock that runs stood still until a moment, in milliseconds since 1970.
    Stand(u64),
    /// Asked the others to let the last decision be taken back.
    AskTakeBack,
    /// Let it be taken back.
    AllowTakeBack,
    /// Did not.
    RefuseTakeBack,
    /// A move that was set out beforehand.
    Planned(String),
    /// Took so many plies back.
    TakeBack(u32),
    /// Had the game called off by a moderator.
    Stop,
}

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
}

/// When the bot last was there for people to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct AliveRecord {
    /// In milliseconds since 1970.
    pub at: u64,
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
}

impl Record for WatchRecord {
    const TABLE: Table = Table::Watches;
    const SCHEMA: u16 = 1;
}

/// Says that a game has ended; the key says which, and who played it or where.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PastMark {}

/// Says that a replay is still to be posted; the key says of which game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ReplayMark {}

/// Says that the games which ended before there was an index of them are in it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PastIndexed {}
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
    /// Whether everything about the person is to be deleted and has not been yet.
    pub is_leaving: bool,
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
    /// Listed a channel to play in.
    Channel(u64, bool),
    /// Listed a role that may play.
    Role(u64, bool),
    /// Listed a role that may call games off.
    Moderator(u64, bool),
    /// Called a game off.
    Abort(u32),
}

impl Record for GameRecord {
    const TABLE: Table = Table::Games;
    const SCHEMA: u16 = 1;
}

impl Record for ActionRecord {
    const TABLE: Table = Table::Actions;
    const SCHEMA: u16 = 1;
}

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

impl Record for PastIndexed {
    const TABLE: Table = Table::Meta;
    const SCHEMA: u16 = 1;
}

impl Record for PlayerRecord {
    const TABLE: Table = Table::Players;
    const SCHEMA: u16 = 1;
}

impl Record for GuildRecord {
    const TABLE: Table = Table::Guilds;
    const SCHEMA: u16 = 1;
}
