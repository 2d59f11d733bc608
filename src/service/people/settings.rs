//! Settings of people and servers in the store.

use std::collections::HashSet;

use crate::service::Service;
use crate::service::api::fault::Fault;
use crate::service::api::ids::{GuildId, PersonId, Place};
use crate::service::model::settings::languages::Chooser;
use crate::service::model::settings::{GuildData, GuildSettings, PersonData, PersonSettings};
use crate::service::people::read_settings::{Choosers, ReadSettings, key};
use crate::service::repository::personal_data::mentions;
use crate::service::repository::retention;
use crate::store::{Batch, Expected, Stored, Table};

/// Number of servers whose data is read at once.
const AT_ONCE: usize = 50;

impl Service {
    /// Returns the settings of a person.
    ///
    /// # Errors
    ///
    /// The store failed.
    pub fn settings(&self, person: PersonId) -> Result<PersonSettings, Fault> {
        let held = self.read::<PersonData>(&key(person.0))?;
        Ok(held.map(|held| held.record.settings).unwrap_or_default())
    }

    /// Reads a person's settings; the batch fails if they change meanwhile.
    pub(crate) fn settings_as_read(
        &self,
        batch: &mut Batch,
        person: PersonId,
    ) -> Result<PersonSettings, Fault> {
        let key = key(person.0);
        let held = self.read::<PersonData>(&key)?;
        let expected = Expected::as_read(held.as_ref().map(|held| held.revision));
        batch.require(Table::Players, key, expected);
        Ok(held.map(|held| held.record.settings).unwrap_or_default())
    }

    /// Returns the settings of a server.
    ///
    /// # Errors
    ///
    /// The store failed.
    pub fn guild_settings(&self, guild: GuildId) -> Result<GuildSettings, Fault> {
        Ok(self.guild_data(guild)?.settings)
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

    /// Returns the settings of a person and of the server at a place, the defaults without one.
    ///
    /// # Errors
    ///
    /// The store failed.
    pub fn settings_for(
        &self,
        person: PersonId,
        place: Place,
    ) -> Result<(PersonSettings, GuildSettings), Fault> {
        let read = self.read_settings(&Choosers::at(place, person))?;
        Ok(read.for_person(person))
    }

    /// Reads the settings of a server and of people.
    pub(crate) fn read_settings(&self, choosers: &Choosers) -> Result<ReadSettings, Fault> {
        let values = self.archive.store().get_many(&choosers.keys())?;
        Ok(self.settings_in(choosers, values))
    }

    /// Returns the settings in values just read under [`Choosers::keys`].
    pub(crate) fn settings_in(
        &self,
        choosers: &Choosers,
        values: impl IntoIterator<Item = Option<Stored>>,
    ) -> ReadSettings {
        let (mut values, mut read) = (values.into_iter(), ReadSettings::default());
        if let Some(server) = choosers.server
            && let Some(value) = values.next()
            && let Ok(held) = self.value::<GuildData>(&key(server.0), value)
        {
            let settings = held.map(|held| held.record.settings);
            read.server = Some((server, settings.unwrap_or_default()));
        }
        for (person, value) in choosers.people.iter().zip(values) {
            if let Ok(held) = self.value::<PersonData>(&key(person.0), value) {
                let expected = Expected::as_read(held.as_ref().map(|held| held.revision));
                let settings = held.map(|held| held.record.settings);
                let settings = settings.unwrap_or_default();
                read.people.push((*person, settings, expected));
            }
        }
        read
    }

    /// Returns the data about a server.
    pub(crate) fn guild_data(&self, guild: GuildId) -> Result<GuildData, Fault> {
        let held = self.read::<GuildData>(&key(guild.0))?;
        Ok(held.map(|held| held.record).unwrap_or_default())
    }

    /// Returns which of these servers the bot is known to have left.
    ///
    /// # Errors
    ///
    /// The store failed.
    pub fn left_among(&self, servers: &HashSet<GuildId>) -> Result<Vec<GuildId>, Fault> {
        let servers: Vec<_> = servers.iter().copied().collect();
        let mut left = Vec::new();
        for servers in servers.chunks(AT_ONCE) {
            let keys = servers.iter().map(|server| key(server.0));
            let keys: Vec<_> = keys.map(|key| (Table::Guilds, key)).collect();
            let values = self.archive.store().get_many(&keys)?;
            for ((server, (_, key)), value) in servers.iter().zip(&keys).zip(values) {
                // The data of one of them may be unreadable; nothing is known about it then.
                let held = self.value::<GuildData>(key, value).ok().flatten();
                let is_left = held.is_some_and(|held| held.record.left.is_some());
                left.extend(is_left.then_some(*server));
            }
        }
        Ok(left)
    }

    /// Reads the data about a server; the batch fails if it changes meanwhile.
    pub(crate) fn guild_data_as_read(
        &self,
        batch: &mut Batch,
        guild: GuildId,
    ) -> Result<GuildData, Fault> {
        let held = self.read::<GuildData>(&key(guild.0))?;
        let expected = Expected::as_read(held.as_ref().map(|held| held.revision));
        batch.require(Table::Guilds, key(guild.0), expected);
        Ok(held.map(|held| held.record).unwrap_or_default())
    }

    /// Changes the data about a person.
    pub(crate) fn change_person(
        &self,
        person: PersonId,
        change: impl Fn(&mut PersonData),
    ) -> Result<(), Fault> {
        self.write(|batch| {
            self.put_person(batch, person, |data| {
                change(data);
                Ok::<_, Fault>(())
            })
        })
    }

    /// Adds to `batch` a change of the data about a person.
    pub(crate) fn put_person<E: From<Fault>>(
        &self,
        batch: &mut Batch,
        person: PersonId,
        change: impl FnOnce(&mut PersonData) -> Result<(), E>,
    ) -> Result<(), E> {
        let (old, new) = self.put_changed(batch, &key(person.0), change)?;
        let keys = |data| mentions::keys_of_person(person, data);
        mentions::update(batch, &keys(&old), &keys(&new));
        Ok(())
    }

    /// Changes the data about a server, and returns the new one.
    pub(crate) fn change_guild(
        &self,
        guild: GuildId,
        change: impl Fn(&mut GuildData),
    ) -> Result<GuildData, Fault> {
        self.write(|batch| {
            self.put_guild(batch, guild, |data| {
                change(data);
                Ok::<_, Fault>(())
            })
        })
    }

    /// Adds to `batch` the removal of all data about a server.
    pub(crate) fn remove_guild(&self, batch: &mut Batch, guild: GuildId) -> Result<(), Fault> {
        let Some(held) = self.read::<GuildData>(&key(guild.0))? else {
            return Ok(());
        };
        update_keys(batch, guild, &held.record, &GuildData::default());
        if held.record.settings.language.is_some() {
            self.note_language(batch, Chooser::Guild(guild), None)?;
        }
        let expected = Expected::Revision(held.revision);
        batch.delete(Table::Guilds, key(guild.0), expected);
        Ok(())
    }

    /// Adds to `batch` a change of the data about a server, and returns the new one.
    pub(crate) fn put_guild<E: From<Fault>>(
        &self,
        batch: &mut Batch,
        guild: GuildId,
        change: impl FnOnce(&mut GuildData) -> Result<(), E>,
    ) -> Result<GuildData, E> {
        let (old, new) = self.put_changed(batch, &key(guild.0), change)?;
        update_keys(batch, guild, &old, &new);
        let language = new.settings.language.as_deref();
        if language != old.settings.language.as_deref() {
            self.note_language(batch, Chooser::Guild(guild), language)?;
        }
        Ok(new)
    }
}

/// Adds to `batch` the index changes that follow when the data about a server changes.
fn update_keys(batch: &mut Batch, guild: GuildId, old: &GuildData, new: &GuildData) {
    retention::keys::update_server(batch, guild, old, new);
    let keys = |data| mentions::keys_of_server(guild, data);
    mentions::update(batch, &keys(old), &keys(new));
}
