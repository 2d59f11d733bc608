//! Settings of people and servers, and the record of their changes.

pub(crate) mod appearance;
pub(crate) mod audit;
pub(crate) mod languages;
pub(crate) mod reminder_preferences;
pub(crate) mod vacation;

use crate::service::api::ids::{ChannelId, MessageId, RoleId, Timestamp};
use crate::service::api::time_control::{ClockKind, TimeRule};
use crate::service::model::settings::appearance::{Orientation, ThemeName};
use crate::service::model::settings::audit::AuditEntry;
use crate::service::model::settings::reminder_preferences::{
    QuietHours, ReminderFrequency, ReminderPlace, Zone,
};
use crate::service::model::settings::vacation::Vacation;

/// Settings of a person; `None` in a field leaves it to Discord or the server.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PersonSettings {
    /// Language of answers, as a two-letter ISO 639-1 code.
    pub language: Option<String>,
    /// Theme of boards that only this person sees.
    pub theme: Option<ThemeName>,
    /// Orientation of these boards.
    pub orientation: Option<Orientation>,
    /// Number of reminders to move.
    pub reminders: ReminderFrequency,
    /// Place of reminders.
    pub reminder_place: ReminderPlace,
    /// Hours in which this person does not want to be disturbed.
    pub night: Option<QuietHours>,
    /// Time zone of the night.
    pub zone: Zone,
    /// Vacation of this person.
    pub vacation: Vacation,
}

impl PersonSettings {
    /// Returns the theme of boards for this person on a server.
    #[must_use]
    pub fn theme_on(&self, guild: &GuildSettings) -> ThemeName {
        self.theme.unwrap_or(guild.theme)
    }

    /// Returns the orientation of boards for this person on a server.
    #[must_use]
    pub fn orientation_on(&self, guild: &GuildSettings) -> Orientation {
        self.orientation.unwrap_or(guild.orientation)
    }

    /// Returns the start and end of this person's night that contains `at`.
    pub(crate) fn night_around(&self, at: Timestamp) -> Option<(Timestamp, Timestamp)> {
        self.night.and_then(|night| night.around(at, &self.zone))
    }
}

/// Settings of a server, for everybody on it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct GuildSettings {
    /// Language of public messages, as a two-letter ISO 639-1 code; `None` for the server's own
    /// language on Discord.
    pub language: Option<String>,
    /// Theme of boards.
    pub theme: ThemeName,
    /// Orientation of boards.
    pub orientation: Orientation,
    /// True if games get threads of their own unless their host says otherwise; `None` if they are
    /// proposed where a game is running already.
    pub in_threads: Option<bool>,
    /// True if games end without a replay for everybody.
    pub no_replays: bool,
    /// Kinds of clocks that games may have; all if empty.
    pub clocks: Vec<ClockKind>,
    /// Channels to play in, including their threads; all if empty, and none if it is
    /// [`ChannelId::DELETED`] alone: the deletion of the last one listed must not allow all others.
    pub channels: Vec<ChannelId>,
    /// Roles that may play; everybody if empty, and nobody if it is [`RoleId::DELETED`] alone.
    pub roles: Vec<RoleId>,
    /// Roles that may call games off, besides people who manage the server.
    pub moderators: Vec<RoleId>,
}

impl GuildSettings {
    /// Returns whether games may have this clock, or no clock.
    #[must_use]
    pub fn allows_clock(&self, time: Option<TimeRule>) -> bool {
        self.clocks.is_empty() || self.clocks.contains(&ClockKind::of(time))
    }
}

/// Data kept about a person, apart from games.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct PersonData {
    pub(crate) settings: PersonSettings,
    /// Preferences for the last game set up, in their notation, if not the default.
    pub(crate) last_setup: Option<String>,
    /// Message on which a game was last set up, by its button or by a command, and when.
    pub(crate) last_start: Option<(MessageId, Timestamp)>,
    /// True if everything about the person must be deleted and has not been yet.
    pub(crate) is_leaving: bool,
}

/// Data kept about a server, apart from games.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct GuildData {
    pub(crate) settings: GuildSettings,
    /// Audit log, the oldest entry first.
    pub(crate) audit: Vec<AuditEntry>,
    /// Time when the bot left it.
    pub(crate) left: Option<Timestamp>,
}
