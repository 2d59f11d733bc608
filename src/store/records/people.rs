//! Settings of people and servers.

use serde::{Deserialize, Serialize};

/// Data about a person; the key holds the person. A setting unknown to an older program is read
/// there as not chosen.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct PlayerRecord {
    /// Language of answers as a two-letter ISO 639-1 code, if not Discord's.
    pub language: Option<String>,
    /// Theme of private boards, such as `contrast`, if not the server's.
    pub theme: Option<String>,
    /// Orientation of private boards, such as `mine`, if not the server's.
    pub orientation: Option<String>,
    /// Number of reminders in a turn, such as `twice`, if not one.
    pub reminders: Option<String>,
    /// Place of reminders, such as `direct`, if not the channel.
    #[serde(rename = "reach")]
    pub reminder_place: Option<String>,
    /// Hours of the day without reminders, such as `22-7`.
    pub night: Option<String>,
    /// Time zone of these hours, such as `Europe/Warsaw`, if not UTC.
    pub zone: Option<String>,
    /// Newest vacation.
    pub vacation: Option<VacationRecord>,
    /// Preferences for the last game set up, as in `c.2.2..`, if not the default.
    #[serde(rename = "last_wishes", skip_serializing_if = "Option::is_none")]
    pub last_setup: Option<String>,
    /// Press or command that last set a game up.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub last_start: Option<StartRecord>,
    /// True if everything about the person must be deleted and has not been yet.
    pub is_leaving: bool,
}

/// Press of a button, or command used on a message, that sets a game up.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct StartRecord {
    /// That message; as text, because a person's data is exported in this form.
    pub message: String,
    /// Time of the press or the command, in milliseconds since 1970.
    pub at: u64,
}

/// Vacation of a person, whose clocks are paused during it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct VacationRecord {
    /// End of the vacation, in milliseconds since 1970.
    pub until: u64,
    /// Year in which it began.
    pub year: i16,
    /// Days used in that year.
    pub used: u16,
}

/// Data about a server; the key holds the server.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct GuildRecord {
    /// Language of public messages as a two-letter ISO 639-1 code, if not Discord's.
    pub language: Option<String>,
    /// Theme of boards, such as `contrast`, if not the default.
    pub theme: Option<String>,
    /// Orientation of boards, such as `mover`, if not the default.
    pub orientation: Option<String>,
    /// True if games get threads of their own unless their host says otherwise.
    pub in_threads: bool,
    /// True if a manager has decided against threads. Older records do not say so.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub threads_decided: bool,
    /// True if games end without a replay for everybody.
    pub no_replays: bool,
    /// Kinds of clocks that games may have, such as `bank`; all if empty.
    pub clocks: Vec<String>,
    /// Channels to play in; all if empty.
    pub channels: Vec<u64>,
    /// Roles that may play; everybody if empty.
    pub roles: Vec<u64>,
    /// Roles that may call games off.
    pub moderators: Vec<u64>,
    /// Audit log, oldest entry first.
    pub audit: Vec<AuditRecord>,
    /// Time when the bot left it, in milliseconds since 1970.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub left: Option<u64>,
}

/// Entry of the audit log.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct AuditRecord {
    /// Time in milliseconds since 1970.
    pub at: u64,
    /// Discord id of the person.
    pub person: u64,
    /// Name at that time.
    pub name: String,
    /// The action.
    #[serde(rename = "deed")]
    pub action: AuditActionRecord,
    /// True if the action is that threads are proposed again, which is stored as `threads` with
    /// `false`: older programs ignore this field, and read a decision against threads.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub proposed: bool,
}

/// Action taken for a whole server; for lists, the flag is `true` if the entry was added.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum AuditActionRecord {
    /// Chose a language.
    Language(Option<String>),
    /// Chose a theme of boards.
    Theme(String),
    /// Chose an orientation of boards.
    Orientation(String),
    /// Chose whether games get threads.
    Threads(bool),
    /// Chose whether a replay follows the end of a game.
    Replays(bool),
    /// Chose the kinds of clocks that games may have.
    Clocks(Vec<String>),
    /// Added or removed a channel to play in.
    Channel(u64, bool),
    /// Added or removed a role that may play.
    Role(u64, bool),
    /// Added or removed a role that may call games off.
    Moderator(u64, bool),
    /// Called a game off.
    Abort(u32),
}

/// Latest changes of the languages that people and servers have chosen.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct LanguageChangesRecord {
    /// Number of changes so far.
    pub changes: u64,
    /// Number of the last change that `latest` may lack.
    pub forgotten: u64,
    /// Latest change of each chooser, the oldest first.
    pub latest: Vec<LanguageChangeRecord>,
}

/// Change of a language.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct LanguageChangeRecord {
    /// Number of the change, counted from 1.
    pub number: u64,
    /// Person or server that chose.
    pub by: ChooserRecord,
    /// Two-letter ISO 639-1 code, if one was chosen.
    pub language: Option<String>,
}

/// Person or server that chooses a language, by Discord id.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ChooserRecord {
    /// A person.
    Person(u64),
    /// A server.
    Guild(u64),
}
