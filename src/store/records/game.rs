//! Tables, games and what was done in them.

use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::store::record::Upgrade;
use crate::store::records::RatedRecord;
use crate::store::{Record, Table};

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
    /// Teams in which places are kept for people invited, at a table of partners.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub reserved: Vec<(u64, TeamRecord)>,
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
    /// The letters of those who share the draw, if it is one and not everybody does.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sharing: Option<String>,
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
    /// Who asks for a seat that is free.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub candidate: Option<CandidateRecord>,
    /// Who had a seat before it changed hands, in the order in which they left it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub former: Vec<FormerRecord>,
    /// Whether a replay of the game is still to be posted.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub owes_replay: bool,
    /// Who has been told that it cannot be shown in its channel, until it is shown again.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub lost: Option<LostRecord>,
    /// The channel of the thread in which it is shown, by Discord's number, where that is known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub parent: Option<u64>,
    /// How many actions had been shown before the newest board was posted, which has told of those
    /// after them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub told: Option<u32>,
}

/// A channel in which a game cannot be shown, gone or closed to the bot.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct LostRecord {
    /// The channel, by Discord's number.
    pub channel: u64,
    /// The letters of those who have been told.
    pub told: String,
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
    /// How many of the moments to remind had passed then; two, where it is not said.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reminders: Option<u8>,
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
    /// The language of the person's Discord at that time, by the two letters of ISO 639-1.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub language: Option<String>,
    /// The team chosen, at a table of partners.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub team: Option<TeamRecord>,
}

/// One of two teams that are to be partners; its colors are dealt when the game begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum TeamRecord {
    /// The first.
    First,
    /// The second.
    Second,
}

/// Somebody who asks for a seat.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct CandidateRecord {
    /// The person, by Discord's number.
    pub person: u64,
    /// The name at that time.
    pub name: String,
    /// The language of the person's Discord at that time, by the two letters of ISO 639-1.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub language: Option<String>,
}

/// Somebody who left a seat to somebody else.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct FormerRecord {
    /// The person, by Discord's number.
    pub person: u64,
    /// The name at the time of sitting down.
    pub name: String,
    /// The letter of the color.
    pub color: char,
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
    /// The team in which it is placed, at a table of partners.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub team: Option<TeamRecord>,
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

impl StageRecord {
    /// Whether there is a game, or was one.
    #[must_use]
    pub const fn has_begun(self) -> bool {
        match self {
            Self::Playing | Self::Ended | Self::Aborted => true,
            Self::Open | Self::Closed | Self::Declined(_) | Self::Expired => false,
        }
    }
}

/// Things done in a game, one after the other; the key says in which game, and how many had been
/// done before them. While a game goes on, they lie in several such records.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct ActionsRecord(pub Vec<ActionRecord>);

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
    /// Is on vacation until a moment, in milliseconds since 1970; the clock that runs stands still.
    GoAway(u64),
    /// Ended the vacation before its time.
    ComeBack,
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
    /// Offered the own seat to others.
    OfferSeat,
    /// Asked for a computer on the seat that is free.
    WantComputer,
    /// Has a seat that somebody else asked for.
    WantSeat,
    /// Let a seat change hands.
    AllowSeat,
    /// Did not.
    RefuseSeat,
    /// Has a seat that changed hands.
    HandOver,
}

impl Record for GameRecord {
    const TABLE: Table = Table::Games;
    const SCHEMA: u16 = 1;
}

impl Record for ActionsRecord {
    const TABLE: Table = Table::Actions;
    const SCHEMA: u16 = 2;
    const UPGRADES: &'static [Upgrade] = &[one_action_to_many];
}

fn one_action_to_many(action: Value) -> Value {
    Value::Array(vec![action])
}
