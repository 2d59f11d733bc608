//! Settings of people and servers.

use strum::{EnumString, IntoStaticStr, VariantArray};

use crate::service::Service;
use crate::service::api::fault::Fault;
use crate::service::api::ids::{ChannelId, GuildId, PersonId, Place, RoleId, Timestamp};
use crate::service::api::time_control::ClockKind;
use crate::service::people::languages::Chooser;
use crate::service::people::reminder_preferences::{
    QuietHours, ReminderFrequency, ReminderPlace, Zone,
};
use crate::service::people::vacation::Vacation;
use crate::store::records::{GuildRecord, PlayerRecord};
use crate::store::{Batch, Expected, Key, KeyReader, Keys, Record};

/// How a board is drawn.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, Hash, VariantArray, EnumString, IntoStaticStr,
)]
#[strum(serialize_all = "lowercase")]
pub enum Theme {
    /// Towers of discs on a dark background.
    #[default]
    Tower,
    /// High-contrast colors and a sign on every disc.
    Contrast,
    /// Plain shapes on white, for print.
    Flat,
}

impl Theme {
    /// Every theme.
    pub const ALL: &'static [Self] = Self::VARIANTS;

    /// Returns the name on disk and in menus; it never changes.
    #[must_use]
    pub fn name(self) -> &'static str {
        self.into()
    }

    /// Returns the theme with this name.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        name.parse().ok()
    }
}

/// Which side of a board is down.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, Hash, VariantArray, EnumString, IntoStaticStr,
)]
#[strum(serialize_all = "lowercase")]
pub enum Orientation {
    /// Always the same side.
    #[default]
    Fixed,
    /// The side of the person to move; while a computer thinks, that of the next person.
    Mover,
    /// The side of the person who looks; not available for messages that everybody sees.
    Mine,
}

impl Orientation {
    /// Every orientation.
    pub const ALL: &'static [Self] = Self::VARIANTS;

    /// Returns the name on disk and in menus; it never changes.
    #[must_use]
    pub fn name(self) -> &'static str {
        self.into()
    }

    /// Returns the orientation with this name.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        name.parse().ok()
    }
}

/// Settings of a person; `None` in a field leaves it to Discord or the server.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PersonSettings {
    /// Language of answers, as a two-letter ISO 639-1 code.
    pub language: Option<String>,
    /// Theme of boards that only this person sees.
    pub theme: Option<Theme>,
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
    pub fn theme_on(&self, guild: &GuildSettings) -> Theme {
        self.theme.unwrap_or(guild.theme)
    }

    /// Returns the orientation of boards for this person on a server.
    #[must_use]
    pub fn orientation_on(&self, guild: &GuildSettings) -> Orientation {
        self.orientation.unwrap_or(guild.orientation)
    }

    /// Returns the begin and end of this person's night that contains `at`.
    pub(crate) fn night_around(&self, at: Timestamp) -> Option<(Timestamp, Timestamp)> {
        self.night.and_then(|night| night.around(at, &self.zone))
    }

    pub(crate) fn of(record: &PlayerRecord) -> Self {
        let reminders = record
            .reminders
            .as_deref()
            .and_then(ReminderFrequency::from_name);
        let reminder_place = record.reach.as_deref().and_then(ReminderPlace::from_name);
        let zone = record.zone.as_deref().and_then(|zone| zone.parse().ok());
        Self {
            language: record.language.clone(),
            theme: record.theme.as_deref().and_then(Theme::from_name),
            orientation: record
                .orientation
                .as_deref()
                .and_then(Orientation::from_name),
            reminders: reminders.unwrap_or_default(),
            reminder_place: reminder_place.unwrap_or_default(),
            night: record.night.as_deref().and_then(|night| night.parse().ok()),
            zone: zone.unwrap_or_default(),
            vacation: record
                .vacation
                .as_ref()
                .map(Vacation::of)
                .unwrap_or_default(),
        }
    }

    pub(crate) fn write_to(self, record: &mut PlayerRecord) {
        let default = Self::default();
        let reminders = Some(self.reminders).filter(|often| *often != default.reminders);
        let reminder_place =
            Some(self.reminder_place).filter(|place| *place != default.reminder_place);
        let zone = Some(self.zone).filter(|zone| *zone != default.zone);
        record.language = self.language;
        record.theme = self.theme.map(|theme| theme.name().to_owned());
        record.orientation = self.orientation.map(|kind| kind.name().to_owned());
        record.reminders = reminders.map(|often| often.name().to_owned());
        record.reach = reminder_place.map(|place| place.name().to_owned());
        record.night = self.night.map(|night| night.to_string());
        record.zone = zone.map(|zone| zone.to_string());
        record.vacation = self.vacation.record();
    }
}

/// Settings of a server, for everybody on it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct GuildSettings {
    /// Language of public messages, as a two-letter ISO 639-1 code; `None` for the server's own
    /// language on Discord.
    pub language: Option<String>,
    /// Theme of boards.
    pub theme: Theme,
    /// Orientation of boards.
    pub orientation: Orientation,
    /// True if games get threads of their own unless their host says otherwise.
    pub in_threads: bool,
    /// True if games end without a replay for everybody.
    pub no_replays: bool,
    /// Kinds of clocks that games may have; all if empty.
    pub clocks: Vec<ClockKind>,
    /// Channels to play in, including their threads; all if empty.
    pub channels: Vec<ChannelId>,
    /// Roles that may play; everybody if empty.
    pub roles: Vec<RoleId>,
    /// Roles that may call games off, besides people who manage the server.
    pub moderators: Vec<RoleId>,
}

impl GuildSettings {
    pub(crate) fn of(record: &GuildRecord) -> Self {
        let theme = record.theme.as_deref().and_then(Theme::from_name);
        let orientation = record.orientation.as_deref();
        Self {
            language: record.language.clone(),
            theme: theme.unwrap_or_default(),
            orientation: orientation
                .and_then(Orientation::from_name)
                .unwrap_or_default(),
            in_threads: record.in_threads,
            no_replays: record.no_replays,
            clocks: kinds(&record.clocks),
            channels: record.channels.iter().copied().map(ChannelId).collect(),
            roles: record.roles.iter().copied().map(RoleId).collect(),
            moderators: record.moderators.iter().copied().map(RoleId).collect(),
        }
    }

    pub(crate) fn write_to(self, record: &mut GuildRecord) {
        let default = Self::default();
        let theme = Some(self.theme).filter(|theme| *theme != default.theme);
        let orientation = Some(self.orientation).filter(|kind| *kind != default.orientation);
        record.language = self.language;
        record.theme = theme.map(|theme| theme.name().to_owned());
        record.orientation = orientation.map(|kind| kind.name().to_owned());
        record.in_threads = self.in_threads;
        record.no_replays = self.no_replays;
        let clocks = self.clocks.iter();
        record.clocks = clocks.map(|kind| kind.name().to_owned()).collect();
        record.channels = self.channels.iter().map(|channel| channel.0).collect();
        record.roles = self.roles.iter().map(|role| role.0).collect();
        record.moderators = self.moderators.iter().map(|role| role.0).collect();
    }
}

impl Service {
    /// Returns the settings of a person.
    ///
    /// # Errors
    ///
    /// The store failed.
    pub fn settings(&self, person: PersonId) -> Result<PersonSettings, Fault> {
        let held = self.archive.read::<PlayerRecord>(&key(person.0))?;
        Ok(held.map_or_else(PersonSettings::default, |held| {
            PersonSettings::of(&held.record)
        }))
    }

    /// Returns the settings of a server.
    ///
    /// # Errors
    ///
    /// The store failed.
    pub fn guild_settings(&self, guild: GuildId) -> Result<GuildSettings, Fault> {
        Ok(GuildSettings::of(&self.guild_record(guild)?))
    }

    /// Returns the settings at a place: those of its server, or the defaults without one.
    ///
    /// # Errors
    ///
    /// The store failed.
    pub fn settings_at(&self, place: Place) -> Result<GuildSettings, Fault> {
        let guild = place.guild.map(|guild| self.guild_settings(guild));
        Ok(guild.transpose()?.unwrap_or_default())
    }

    /// Returns the record of a server.
    pub(crate) fn guild_record(&self, guild: GuildId) -> Result<GuildRecord, Fault> {
        let held = self.archive.read::<GuildRecord>(&key(guild.0))?;
        Ok(held.map(|held| held.record).unwrap_or_default())
    }

    /// Returns the servers with a record.
    pub(crate) fn guilds(&self) -> Result<Vec<GuildId>, Fault> {
        let guilds = self.archive.scan::<GuildRecord>(&Keys::all())?;
        let numbers = guilds
            .iter()
            .filter_map(|(key, _)| KeyReader::new(key).u64());
        Ok(numbers.map(GuildId).collect())
    }

    /// Changes the settings of a server, and returns the new ones.
    ///
    /// # Errors
    ///
    /// The store failed; nothing has changed then.
    pub fn change_guild_settings(
        &self,
        guild: GuildId,
        change: impl Fn(&mut GuildSettings),
    ) -> Result<GuildSettings, Fault> {
        let record = self.change_guild(guild, |record| {
            let mut settings = GuildSettings::of(record);
            change(&mut settings);
            settings.write_to(record);
        })?;
        Ok(GuildSettings::of(&record))
    }

    /// Changes the record of a person.
    pub(crate) fn change_player(
        &self,
        person: PersonId,
        change: impl Fn(&mut PlayerRecord),
    ) -> Result<PlayerRecord, Fault> {
        self.change_record(&key(person.0), change)
    }

    /// Changes the record of a server.
    pub(crate) fn change_guild(
        &self,
        guild: GuildId,
        change: impl Fn(&mut GuildRecord),
    ) -> Result<GuildRecord, Fault> {
        self.write(|batch| {
            self.put_guild(batch, guild, |record| {
                change(record);
                Ok::<_, Fault>(())
            })
        })
    }

    /// Adds to `batch` a change of the record of a server, and returns the new one.
    pub(crate) fn put_guild<E: From<Fault>>(
        &self,
        batch: &mut Batch,
        guild: GuildId,
        change: impl Fn(&mut GuildRecord) -> Result<(), E>,
    ) -> Result<GuildRecord, E> {
        let held = self.archive.read::<GuildRecord>(&key(guild.0));
        let held = held.map_err(Fault::from)?;
        let expected = Expected::as_read(held.as_ref().map(|held| held.revision));
        let old = held.map(|held| held.record).unwrap_or_default();
        let mut record = old.clone();
        change(&mut record)?;
        if record.language != old.language {
            let language = record.language.as_deref();
            self.note_language(batch, Chooser::Guild(guild), language)?;
        }
        if record != old {
            batch.put_record(key(guild.0), &record, expected);
        }
        Ok(record)
    }

    /// Reads, changes and writes a record, and tries again if another write came in between.
    fn change_record<R: Record + Clone + Default + PartialEq>(
        &self,
        key: &Key,
        change: impl Fn(&mut R),
    ) -> Result<R, Fault> {
        self.write(|batch| {
            let held = self.archive.read::<R>(key)?;
            let expected = Expected::as_read(held.as_ref().map(|held| held.revision));
            let old = held.map(|held| held.record).unwrap_or_default();
            let mut record = old.clone();
            change(&mut record);
            if record != old {
                batch.put_record(key.clone(), &record, expected);
            }
            Ok(record)
        })
    }
}

/// Returns the kinds of clocks with these names; unknown names of newer versions are skipped.
pub(crate) fn kinds(names: &[String]) -> Vec<ClockKind> {
    let kinds = names.iter().map(|name| ClockKind::from_name(name));
    kinds.flatten().collect()
}

fn key(number: u64) -> Key {
    Key::new().u64(number)
}
