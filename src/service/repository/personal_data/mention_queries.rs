//! Queries of the index of mentions, which read everything until the index is complete.

use std::collections::BTreeSet;

use crate::service::Service;
use crate::service::api::fault::Fault;
use crate::service::api::ids::{GameId, GuildId, HistoryScope, PersonId};
use crate::service::model::settings::{GuildData, PersonData};
use crate::service::model::watch::Watch;
use crate::service::repository::indices::keys;
use crate::service::repository::persistent::Persistent;
use crate::service::repository::personal_data::mentions::{self, FollowerScope, MentionSource};
use crate::store::{Entries, Key, KeyReader, Keys, Table, Versioned};

impl Service {
    /// Returns the tables and games that may name a person, or `None` if all of them have to be
    /// read to find out.
    pub(crate) fn games_with(&self, person: PersonId) -> Result<Option<BTreeSet<GameId>>, Fault> {
        if !self.knows_mentions()? {
            return Ok(None);
        }
        let scans = [
            (Table::Seats, keys::games_of(person)),
            (
                Table::History,
                keys::history_of(HistoryScope::Person(person)),
            ),
            (Table::Mentions, mentions::games_with(person)),
        ];
        let entries = self.archive.store().scan_many(&scans)?;
        let keys = entries.iter().flatten();
        Ok(Some(
            keys.filter_map(|(key, _)| keys::game_of(key)).collect(),
        ))
    }

    /// Returns the followers in these scopes.
    pub(crate) fn followers(
        &self,
        scopes: &[FollowerScope],
    ) -> Result<Entries<Versioned<Watch>>, Fault> {
        if !self.knows_mentions()? {
            return self.filtered(|key, watch| {
                let channel = keys::watch_of(key).map(|(_, channel)| channel);
                let mut scopes = scopes.iter();
                channel.is_some_and(|channel| scopes.any(|scope| scope.has(channel, watch)))
            });
        }
        let scans = scopes.iter().map(|scope| (Table::Mentions, scope.keys()));
        let found = self.archive.store().scan_many(&scans.collect::<Vec<_>>())?;
        let keys = found.iter().flatten();
        let keys = keys.filter_map(|(key, _)| mentions::source(key));
        let keys = keys.filter_map(|source| match source {
            MentionSource::Follower(game, channel) => Some(keys::watch_key(game, channel)),
            MentionSource::Game(_)
            | MentionSource::Server(_)
            | MentionSource::Person(_)
            | MentionSource::Import(..) => None,
        });
        let keys: BTreeSet<_> = keys.collect();
        let keys: Vec<_> = keys.into_iter().map(|key| (Table::Watches, key)).collect();
        let values = self.archive.store().get_many(&keys)?;
        let entries = keys.into_iter().zip(values);
        let entries =
            entries.filter_map(|((_, key), value)| value.map(|value| (key.into_bytes(), value)));
        Ok(self.values(entries.collect()))
    }

    /// Returns the servers whose audit log may name a person, with their data.
    pub(crate) fn servers_naming(
        &self,
        person: PersonId,
    ) -> Result<Vec<(GuildId, GuildData)>, Fault> {
        if !self.knows_mentions()? {
            let names = |_: &[u8], data: &GuildData| {
                let mut entries = data.audit.iter();
                entries.any(|entry| entry.by.id == person)
            };
            let servers = self.filtered::<GuildData>(names)?.into_iter();
            let servers = servers.filter_map(|(key, held)| {
                let server = KeyReader::new(&key).u64().map(GuildId)?;
                Some((server, held.record))
            });
            return Ok(servers.collect());
        }
        let keys = mentions::servers_naming(person);
        let mut servers = Vec::new();
        for (key, _) in self.archive.store().scan(Table::Mentions, &keys)? {
            let Some(MentionSource::Server(server)) = mentions::source(&key) else {
                continue;
            };
            let held = self.read_intact::<GuildData>(&Key::new().u64(server.0))?;
            servers.extend(held.map(|held| (server, held.record)));
        }
        Ok(servers)
    }

    /// Returns the people whose data is still to be deleted.
    ///
    /// # Errors
    ///
    /// The store failed.
    pub fn leaving(&self) -> Result<Vec<PersonId>, Fault> {
        if !self.knows_mentions()? {
            let people = self.filtered::<PersonData>(|_, data| data.is_leaving)?;
            let people = people.iter();
            let people = people.filter_map(|(key, _)| KeyReader::new(key).u64().map(PersonId));
            return Ok(people.collect());
        }
        let keys = mentions::leaving();
        let entries = self.archive.store().scan(Table::Mentions, &keys)?;
        let people = entries.iter();
        let people = people.filter_map(|(key, _)| match mentions::source(key) {
            Some(MentionSource::Person(person)) => Some(person),
            Some(
                MentionSource::Game(_)
                | MentionSource::Follower(..)
                | MentionSource::Server(_)
                | MentionSource::Import(..),
            )
            | None => None,
        });
        Ok(people.collect())
    }

    /// Returns the values of a table that satisfy a condition; of the others, no more than a page is
    /// in memory.
    fn filtered<T: Persistent>(
        &self,
        is_meant: impl Fn(&[u8], &T) -> bool,
    ) -> Result<Entries<Versioned<T>>, Fault> {
        let mut found = Vec::new();
        for page in self.archive.pages(T::table(), Keys::all()) {
            let page = self.values::<T>(page?).into_iter();
            found.extend(page.filter(|(key, held)| is_meant(key, &held.record)));
        }
        Ok(found)
    }
}
