//! Records of tables, games and their actions.

use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::store::records::CountedRatingsRecord;
use crate::store::records::record::Upgrade;
use crate::store::{Record, Table};

/// Table and the game that it became, without the actions.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "each is a fact that depends on no other"
)]
pub struct GameRecord {
    /// Discord id of the server.
    pub guild: Option<u64>,
    /// Discord id of the channel or thread.
    pub channel: u64,
    /// True if the bot is not a member there, and can only answer people who use it.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub visited: bool,
    /// True if the game should be moved into a thread of its own and has not been yet.
    pub wants_thread: bool,
    /// Rule for who may sit down.
    #[serde(rename = "kind")]
    pub admission: AdmissionRecord,
    /// People invited who have neither sat down nor declined.
    pub invited: Vec<u64>,
    /// People who were invited to a waiting table and have not been mentioned yet.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub uncalled: Vec<u64>,
    /// Everybody who has been invited to a waiting table, once for each invitation.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub called: Vec<u64>,
    /// People who declined to sit down at a waiting table, and have not been invited again.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub declined: Vec<u64>,
    /// The rules as text, such as `mode=4s goal=last`.
    pub rules: String,
    /// Seed of the random draw of colors and first move.
    pub seed: u64,
    /// People with a seat, the host first.
    pub people: Vec<SeatRecord>,
    /// Teams in which places are kept for people invited, at a table of partners.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub reserved: Vec<(u64, TeamRecord)>,
    /// Computers with a seat.
    pub computers: Vec<ComputerRecord>,
    /// Discord id of the person who watches, if only computers play.
    pub watcher: Option<u64>,
    /// Time when the table was set up, in milliseconds since 1970.
    pub created: u64,
    /// Time when the table closes by itself, in milliseconds since 1970.
    pub expires: u64,
    /// Stage of the table or game.
    pub stage: StageRecord,
    /// Time when the game began, in milliseconds since 1970.
    pub started: Option<u64>,
    /// Letter of the color that moves first, once dealt.
    pub first: Option<char>,
    /// Number of actions in the game.
    pub actions: u32,
    /// Number of actions that have been shown; `None` before anything of the game has been.
    pub announced: Option<u32>,
    /// Counter of the changes that people can see.
    pub version: u64,
    /// Newest message that shows the table or game.
    pub message: Option<u64>,
    /// True if that message is made of components.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub of_components: bool,
    /// Letters of the winners, or `=` for a draw, once decided.
    pub result: Option<String>,
    /// Letters of the colors that share the draw, if it is one and not everybody does.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sharing: Option<String>,
    /// True if a computer is to move.
    pub thinks: bool,
    /// Time control, if there are clocks.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub clock: Option<ClockRecord>,
    /// True if it is shown nowhere but in its own channel.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub is_private: bool,
    /// Start position as FPS; `None` for the usual one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub start: Option<String>,
    /// Game of which this is the rematch, and the colors that follow from it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rotation: Option<RotationRecord>,
    /// True if everybody at the table may choose a color; in a game, if somebody has.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub chooses_colors: bool,
    /// Premoves; those for older steps are dropped.
    #[serde(rename = "plans", default, skip_serializing_if = "Vec::is_empty")]
    pub premoves: Vec<PremoveRecord>,
    /// Newest rematch of the game.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rematch: Option<u32>,
    /// True if everybody who sat down agreed that the result counts for the ratings.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub rated: bool,
    /// Effect of the result on the ratings, once it has been counted.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ratings: Option<CountedRatingsRecord>,
    /// Person who asks for the free seat.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub candidate: Option<CandidateRecord>,
    /// People who had a seat before it changed hands, in the order in which they left it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub former: Vec<FormerRecord>,
    /// True if a replay of the game is still to be posted.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub owes_replay: bool,
    /// Players who know that it cannot be shown in its channel, until it is shown again.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub lost: Option<LostChannelRecord>,
    /// Discord id of the parent channel of the thread in which it is shown, if known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub parent: Option<u64>,
    /// Number of actions shown before the newest board was posted; that board announces the later
    /// ones.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub told: Option<u32>,
    /// Time without changes, of a closed table or a running game without a clock.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub idle: Option<IdleRecord>,
    /// Newest move of the game to another channel by a person.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub moved: Option<MovedHereRecord>,
}

/// Move of a game to its channel by a person.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct MovedHereRecord {
    /// Version of the game before.
    pub version: u64,
    /// Letters of the players who may not see that channel, because they have played no move since.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub hidden: String,
    /// Letters of the players who have yet to learn of it.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub untold: String,
    /// Version of the game that is shown, if the queue of updates holds it for these players alone.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub shown: Option<u64>,
    /// Discord id of the channel in which these players last saw it, if the bot can post there.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub from: Option<u64>,
}

/// Time without changes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct IdleRecord {
    /// Time of the last change, in milliseconds since 1970; a later one if nobody could be told that
    /// the game will be called off.
    pub since: u64,
    /// Time when the channel or a player was told that the game will be called off, or when that was
    /// decided, in milliseconds since 1970.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub warned: Option<u64>,
}

/// Channel in which a game cannot be shown, because it is gone or closed to the bot.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct LostChannelRecord {
    /// Discord id of the channel.
    pub channel: u64,
    /// Letters of the players who have been told.
    pub told: String,
    /// Number of actions up to the last one reported to them; `None` if the channel is gone or
    /// closed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub actions: Option<u32>,
}

/// Time control; the time left follows from the actions.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ClockRecord {
    /// The time, such as `1d` for every move or `2h+5m` for all of them.
    pub time: String,
    /// Consequence for a player whose time is over.
    pub overtime: OvertimeRecord,
    /// Next deadline of the running clock, in milliseconds since 1970.
    pub due: Option<u64>,
    /// The step at which the person to move was last reminded.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reminded: Option<u32>,
    /// Number of reminder moments that had passed then; two if missing.
    #[serde(rename = "reminders", default, skip_serializing_if = "Option::is_none")]
    pub moments: Option<u8>,
}

/// Consequence for a player whose time is over.
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

/// Line of premoves.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PremoveRecord {
    /// Letter of the color that answers.
    pub color: char,
    /// Number of position changes at which its moves come next.
    pub step: u32,
    /// First move.
    pub when: String,
    /// Second move.
    pub answer: String,
    /// Further moves.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub then: Vec<String>,
}

/// Colors that follow from an earlier game instead of a lot.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct RotationRecord {
    /// The earlier game.
    pub of: u32,
    /// Discord ids of people, with the letters of their colors.
    pub people: Vec<(u64, char)>,
    /// Letters of the computers' colors, in the order of their seats.
    pub computers: Vec<char>,
    /// Letter of the color that moves first.
    pub first: char,
}

/// Seat of a person at a table.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SeatRecord {
    /// Discord id of the person.
    pub person: u64,
    /// Name at the time of sitting down.
    pub name: String,
    /// Letter of the color, once chosen or dealt.
    pub color: Option<char>,
    /// Level of the computer that has taken over, such as `expert`.
    #[serde(rename = "computer", default, skip_serializing_if = "Option::is_none")]
    pub substitute: Option<String>,
    /// Language of the person's Discord client at that time, as a two-letter ISO 639-1 code.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub language: Option<String>,
    /// The team chosen, at a table of partners.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub team: Option<TeamRecord>,
}

/// One of the two teams at a table of partners; its colors are dealt when the game begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum TeamRecord {
    /// The first.
    First,
    /// The second.
    Second,
}

/// Person who asks for a seat.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct CandidateRecord {
    /// Discord id of the person.
    pub person: u64,
    /// Name at that time.
    pub name: String,
    /// Language of the person's Discord client at that time, as a two-letter ISO 639-1 code.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub language: Option<String>,
}

/// Person whose seat was taken over by another person.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct FormerRecord {
    /// Discord id of the person.
    pub person: u64,
    /// Name at the time of sitting down.
    pub name: String,
    /// Letter of the color.
    pub color: char,
}

/// Seat of a computer at a table.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ComputerRecord {
    /// Playing strength, such as `expert`.
    pub level: String,
    /// True if it plays on the host's side.
    pub is_partner: bool,
    /// Letter of the color, once chosen or dealt.
    pub color: Option<char>,
    /// The team in which it is placed, at a table of partners.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub team: Option<TeamRecord>,
}

/// Rule for who may sit down.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum AdmissionRecord {
    /// Everyone.
    Open,
    /// Invited people; the host starts.
    Invited,
    /// Invited people; the game starts by itself.
    Challenge,
}

/// Stage of a table or game.
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
    /// Returns whether the game has begun, even if it is over.
    #[must_use]
    pub const fn has_begun(self) -> bool {
        match self {
            Self::Playing | Self::Ended | Self::Aborted => true,
            Self::Open | Self::Closed | Self::Declined(_) | Self::Expired => false,
        }
    }
}

/// Consecutive actions in a game; the key holds the game and the number of actions before them. A
/// running game has several such records.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct ActionsRecord(pub Vec<ActionRecord>);

/// Action in a game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ActionRecord {
    /// Time in milliseconds since 1970.
    pub at: u64,
    /// Letter of the color that did it.
    #[serde(rename = "color")]
    pub by: char,
    /// Kind of action.
    #[serde(rename = "what")]
    pub kind: ActionKindRecord,
}

/// Kind of action, with its data.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ActionKindRecord {
    /// A move in algebraic notation, without its suffix; `--` for a forced pass.
    Move(String),
    /// Resigned.
    Resign,
    /// Offered a draw or agreed to one.
    Draw,
    /// Refused the draw.
    RefuseDraw,
    /// Called the game off.
    Abort,
    /// Ran out of time, which the others may claim.
    Overdue,
    /// Ran out of time and was put out.
    TimeOut,
    /// Ran out of time, and a computer took over.
    TakeOver,
    /// The running clock was paused until a time, in milliseconds since 1970.
    #[serde(rename = "stand")]
    Pause(u64),
    /// Went on vacation until a time, in milliseconds since 1970; the running clock is paused.
    #[serde(rename = "go_away")]
    StartVacation(u64),
    /// Ended the vacation early.
    #[serde(rename = "come_back")]
    EndVacation,
    /// Asked the others to allow taking the last decision back.
    AskTakeBack,
    /// Allowed the take-back.
    AllowTakeBack,
    /// Refused the take-back.
    RefuseTakeBack,
    /// Played a premove.
    #[serde(rename = "planned")]
    Premove(String),
    /// Took back this many plies.
    TakeBack(u32),
    /// Had the game called off by a moderator.
    #[serde(rename = "stop")]
    CallOff,
    /// Offered their own seat to others.
    OfferSeat,
    /// Requested a computer for the free seat.
    WantComputer,
    /// Somebody else asked for the seat.
    WantSeat,
    /// Agreed that a seat changes hands.
    AllowSeat,
    /// Refused that a seat changes hands.
    RefuseSeat,
    /// The seat changed hands.
    HandOver,
    /// Had the game called off because nobody had moved for a long time.
    Abandon,
}

impl Record for ActionsRecord {
    const TABLE: Table = Table::Actions;
    const SCHEMA: u16 = 2;
    const UPGRADES: &'static [Upgrade] = &[one_action_to_many];
}

fn one_action_to_many(action: Value) -> Value {
    Value::Array(vec![action])
}
