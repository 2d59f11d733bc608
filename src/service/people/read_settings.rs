//! Settings of a server and of people that are read together, often with a game.

use crate::service::api::ids::{GuildId, PersonId, Place};
use crate::service::model::TableOrGame;
use crate::service::model::settings::{GuildSettings, PersonSettings};
use crate::store::{Batch, Expected, Key, Table};

/// Server and people whose settings matter for something.
#[derive(Clone, Debug, Default)]
pub(crate) struct Choosers {
    pub(crate) server: Option<GuildId>,
    pub(crate) people: Vec<PersonId>,
}

impl Choosers {
    /// Returns those of a table or game; people matter only while a game runs.
    pub(crate) fn of(stored: &TableOrGame) -> Self {
        let game = stored.running().ok().into_iter();
        let people = game.flat_map(|game| &game.people);
        Self {
            server: stored.common().place.guild,
            people: people.map(|player| player.seat.person).collect(),
        }
    }

    /// Returns a person and the server of a place.
    pub(crate) fn at(place: Place, person: PersonId) -> Self {
        Self {
            server: place.guild,
            people: vec![person],
        }
    }

    /// Returns the keys of their settings.
    pub(crate) fn keys(&self) -> Vec<(Table, Key)> {
        let server = self.server.map(|server| (Table::Guilds, server.0));
        let people = self.people.iter();
        let people = people.map(|person| (Table::Players, person.0));
        let keys = server.into_iter().chain(people);
        keys.map(|(table, number)| (table, key(number))).collect()
    }
}

/// Settings of a server and of people, as read at one moment. Those that cannot be read are missing.
#[derive(Clone, Debug, Default)]
pub(crate) struct ReadSettings {
    pub(super) server: Option<(GuildId, GuildSettings)>,
    /// Settings of people, with the expectation that they have not changed since.
    pub(super) people: Vec<(PersonId, PersonSettings, Expected)>,
}

impl ReadSettings {
    /// Returns the settings of a server, if they were read.
    pub(crate) fn of_server(&self, server: GuildId) -> Option<&GuildSettings> {
        let (read, settings) = self.server.as_ref()?;
        (*read == server).then_some(settings)
    }

    /// Returns the settings of a person, if they were read.
    pub(crate) fn of_person(&self, person: PersonId) -> Option<&PersonSettings> {
        let mut people = self.people.iter();
        let found = people.find(|(read, ..)| *read == person);
        found.map(|(_, settings, _)| settings)
    }

    /// Returns the settings of a person and of the server, the defaults for those that are missing.
    pub(crate) fn for_person(&self, person: PersonId) -> (PersonSettings, GuildSettings) {
        let own = self.of_person(person).cloned();
        let server = self.server.as_ref().map(|(_, settings)| settings.clone());
        (own.unwrap_or_default(), server.unwrap_or_default())
    }

    /// Returns the settings of a person as [`Self::of_person`] does; the batch fails if they have
    /// changed since.
    pub(crate) fn require(&self, batch: &mut Batch, person: PersonId) -> Option<&PersonSettings> {
        let mut people = self.people.iter();
        let (_, settings, expected) = people.find(|(read, ..)| *read == person)?;
        batch.require(Table::Players, key(person.0), *expected);
        Some(settings)
    }

    /// Returns whether the settings of all these were read.
    pub(crate) fn covers(&self, choosers: &Choosers) -> bool {
        let mut people = choosers.people.iter();
        let server = choosers.server;
        server.is_none_or(|server| self.of_server(server).is_some())
            && people.all(|person| self.of_person(*person).is_some())
    }
}

/// Returns the key of the data about a person or a server.
pub(super) fn key(number: u64) -> Key {
    Key::new().u64(number)
}
