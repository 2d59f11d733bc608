//! Check of the index of mentions of people, apart from the entries of games.

use std::collections::BTreeSet;

use crate::service::api::ids::{GuildId, PersonId};
use crate::service::model::game::ImportedGame;
use crate::service::model::settings::{GuildData, PersonData};
use crate::service::model::watch::Watch;
use crate::service::repository::games::RawGame;
use crate::service::repository::indices;
use crate::service::repository::persistent::Persistent;
use crate::service::repository::personal_data::mentions::{self, MentionSource};
use crate::service::upkeep::consistency::check::{ConsistencyCheck, Lookup};
use crate::store::{Key, KeyReader, StoreError, Table};

impl ConsistencyCheck<'_> {
    /// Reports entries that lead nowhere, and missing ones of followers, servers, people and imported
    /// records.
    pub(super) fn mentions(&mut self) -> Result<(), StoreError> {
        self.strays(Table::Mentions, |audit, key| {
            let Some(source) = mentions::source(key) else {
                return Ok(Lookup::Nothing);
            };
            let own = audit.keys_of(source)?;
            Ok(own.map(|own| own.iter().any(|own| **own == *key)))
        })?;
        if !self.is_indexed(Table::Mentions)? {
            return Ok(());
        }
        self.expect_all::<Watch>(|key| {
            let (game, channel) = indices::watch_of(key)?;
            Some(MentionSource::Follower(game, channel))
        })?;
        self.expect_all::<GuildData>(|key| {
            let server = KeyReader::new(key).u64()?;
            Some(MentionSource::Server(GuildId(server)))
        })?;
        self.expect_all::<PersonData>(|key| {
            let person = KeyReader::new(key).u64()?;
            Some(MentionSource::Person(PersonId(person)))
        })?;
        self.expect_all::<ImportedGame>(|key| {
            let (person, number) = indices::import_of(key)?;
            Some(MentionSource::Import(person, number))
        })
    }

    /// Returns the keys that follow from a record.
    fn keys_of(&self, source: MentionSource) -> Result<Lookup<BTreeSet<Key>>, StoreError> {
        Ok(match source {
            MentionSource::Game(id) => self.read::<RawGame>(&indices::game_key(id))?.map(|game| {
                let entries = game.entries(id);
                let entries = entries.filter(|(table, ..)| *table == Table::Mentions);
                entries.map(|(_, key, _)| key).collect()
            }),
            MentionSource::Follower(game, channel) => self
                .read::<Watch>(&indices::watch_key(game, channel))?
                .map(|watch| mentions::keys_of_follower(game, channel, &watch)),
            MentionSource::Server(server) => self
                .read::<GuildData>(&Key::new().u64(server.0))?
                .map(|data| mentions::keys_of_server(server, &data)),
            MentionSource::Person(person) => self
                .read::<PersonData>(&Key::new().u64(person.0))?
                .map(|data| mentions::keys_of_person(person, &data)),
            MentionSource::Import(person, number) => self
                .read::<ImportedGame>(&indices::import_key(person, number))?
                .map(|_| BTreeSet::from([mentions::import_key(person, number)])),
        })
    }

    /// Reports missing entries of all records of a table.
    fn expect_all<T: Persistent>(
        &mut self,
        source: impl Fn(&[u8]) -> Option<MentionSource>,
    ) -> Result<(), StoreError> {
        self.each(T::table(), |audit, key, _| {
            let own = match source(&key) {
                None => Lookup::Nothing,
                Some(source) => audit.keys_of(source)?,
            };
            if let Lookup::Value(own) = own {
                for key in own {
                    audit.expect(Table::Mentions, key.into_bytes(), indices::plain_mark())?;
                }
            }
            Ok(())
        })
    }
}
