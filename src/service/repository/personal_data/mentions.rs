//! Index of what names a person, of followers by server and channel, and of imported records by time,
//! so that neither an export nor an erasure nor a limit nor a removal reads everything.
//!
//! Tables and games are in it only for people to whom neither [`Table::Seats`] nor [`Table::Past`]
//! has an entry: most names are found there.

use std::collections::BTreeSet;

use strum::FromRepr;

use crate::service::Service;
use crate::service::api::fault::Fault;
use crate::service::api::ids::{ChannelId, GameId, GuildId, PastScope, PersonId, Timestamp};
use crate::service::model::settings::{GuildData, PersonData};
use crate::service::model::watch::Watch;
use crate::service::repository::indices::keys;
use crate::service::repository::persistent::Persistent;
use crate::store::records::MentionMark;
use crate::store::records::record;
use crate::store::{Batch, Entries, Expected, Key, KeyReader, Keys, Table, Versioned};

/// Kind of an entry, in the order of the keys; the numbers are on disk.
#[derive(Clone, Copy, Debug, PartialEq, Eq, FromRepr)]
#[repr(u8)]
enum MentionKind {
    /// Table or game that names a person.
    Game = 0,
    /// Follower for which a person asked.
    OwnFollower = 1,
    /// Follower on a server.
    ServerFollower = 2,
    /// Follower in a channel.
    ChannelFollower = 3,
    /// Server whose audit log names a person.
    AuditLog = 4,
    /// Person whose data is being deleted.
    Leaving = 5,
    /// Imported record, by its number, which is its time.
    Import = 6,
}

impl MentionKind {
    /// Returns the beginning of the keys of a person, a server, a channel or a time.
    fn of(self, number: u64) -> Key {
        Key::new().u8(self as u8).u64(number)
    }
}

/// Record to which an entry leads.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum MentionSource {
    Game(GameId),
    Follower(GameId, ChannelId),
    Server(GuildId),
    Person(PersonId),
    /// Record that a person imported, with its number.
    Import(PersonId, u64),
}

/// Followers that are counted together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum FollowerScope {
    /// Those for which a person asked.
    Person(PersonId),
    /// Those on a server.
    Server(GuildId),
    /// Those in a channel.
    Channel(ChannelId),
}

impl FollowerScope {
    fn keys(self) -> Keys {
        Keys::prefix(&match self {
            Self::Person(person) => MentionKind::OwnFollower.of(person.0),
            Self::Server(server) => MentionKind::ServerFollower.of(server.0),
            Self::Channel(channel) => MentionKind::ChannelFollower.of(channel.0),
        })
    }

    /// Returns whether a follower in a channel is one of these.
    fn has(self, channel: ChannelId, watch: &Watch) -> bool {
        match self {
            Self::Person(person) => watch.by == Some(person),
            Self::Server(server) => watch.guild == Some(server),
            Self::Channel(own) => channel == own,
        }
    }
}

/// Returns the record to which an entry leads.
pub(crate) fn source(key: &[u8]) -> Option<MentionSource> {
    let mut parts = KeyReader::new(key);
    let kind = MentionKind::from_repr(parts.u8()?)?;
    let number = parts.u64()?;
    Some(match kind {
        MentionKind::Game => MentionSource::Game(GameId(parts.u32()?)),
        MentionKind::OwnFollower | MentionKind::ServerFollower | MentionKind::ChannelFollower => {
            MentionSource::Follower(GameId(parts.u32()?), ChannelId(parts.u64()?))
        }
        MentionKind::AuditLog => MentionSource::Server(GuildId(parts.u64()?)),
        MentionKind::Leaving => MentionSource::Person(PersonId(number)),
        MentionKind::Import => MentionSource::Import(PersonId(parts.u64()?), number),
    })
}

/// Returns the value of every entry.
pub(crate) fn mark() -> Vec<u8> {
    record::encode(&MentionMark {})
}

/// Returns the key of a person in a table or game.
pub(crate) fn game_key(person: PersonId, id: GameId) -> Key {
    MentionKind::Game.of(person.0).u32(id.0)
}

/// Returns the keys that follow from a follower.
pub(crate) fn keys_of_follower(game: GameId, channel: ChannelId, watch: &Watch) -> BTreeSet<Key> {
    let person = watch.by.filter(|person| *person != PersonId::GONE);
    let person = person.map(|person| MentionKind::OwnFollower.of(person.0));
    let server = watch
        .guild
        .map(|server| MentionKind::ServerFollower.of(server.0));
    let scopes = person.into_iter().chain(server);
    let scopes = scopes.chain([MentionKind::ChannelFollower.of(channel.0)]);
    scopes
        .map(|scope| scope.u32(game.0).u64(channel.0))
        .collect()
}

/// Returns the keys that follow from the data about a server.
pub(crate) fn keys_of_server(server: GuildId, data: &GuildData) -> BTreeSet<Key> {
    let people = data.audit.iter().map(|entry| entry.by.id);
    let people = people.filter(|person| *person != PersonId::GONE);
    people
        .map(|person| MentionKind::AuditLog.of(person.0).u64(server.0))
        .collect()
}

/// Returns the keys that follow from the data about a person.
pub(crate) fn keys_of_person(person: PersonId, data: &PersonData) -> BTreeSet<Key> {
    let key = data.is_leaving.then(|| leaving_key(person));
    key.into_iter().collect()
}

/// Returns the key of a person whose data is being deleted.
pub(crate) fn leaving_key(person: PersonId) -> Key {
    MentionKind::Leaving.of(person.0)
}

/// Returns the key of a record that a person imported, by its number.
pub(crate) fn import_key(person: PersonId, number: u64) -> Key {
    MentionKind::Import.of(number).u64(person.0)
}

/// Returns the entries of the records that were imported before a time.
pub(crate) fn imports_before(time: Timestamp) -> Keys {
    Keys::prefix(&Key::new().u8(MentionKind::Import as u8)).before(MentionKind::Import.of(time.0))
}

/// Returns the person and the number in an entry of an imported record.
pub(crate) fn import_of(key: &[u8]) -> Option<(PersonId, u64)> {
    match source(key)? {
        MentionSource::Import(person, number) => Some((person, number)),
        MentionSource::Game(_)
        | MentionSource::Follower(..)
        | MentionSource::Server(_)
        | MentionSource::Person(_) => None,
    }
}

/// Adds to `batch` the changes that follow when the keys of a record change.
pub(crate) fn update(batch: &mut Batch, old: &BTreeSet<Key>, new: &BTreeSet<Key>) {
    for key in old.difference(new) {
        batch.delete(Table::Mentions, key.clone(), Expected::Any);
    }
    for key in new.difference(old) {
        batch.put(Table::Mentions, key.clone(), mark(), Expected::Any);
    }
}

impl Service {
    /// Returns the tables and games that may name a person, or `None` if only reading all of them
    /// tells.
    pub(crate) fn games_with(&self, person: PersonId) -> Result<Option<BTreeSet<GameId>>, Fault> {
        if !self.knows_mentions()? {
            return Ok(None);
        }
        let scans = [
            (Table::Seats, keys::games_of(person)),
            (Table::Past, keys::past_of(PastScope::Person(person))),
            (
                Table::Mentions,
                Keys::prefix(&MentionKind::Game.of(person.0)),
            ),
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
        let keys = found.iter().flatten().filter_map(|(key, _)| source(key));
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
        let keys = Keys::prefix(&MentionKind::AuditLog.of(person.0));
        let mut servers = Vec::new();
        for (key, _) in self.archive.store().scan(Table::Mentions, &keys)? {
            let Some(MentionSource::Server(server)) = source(&key) else {
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
        let keys = Keys::prefix(&Key::new().u8(MentionKind::Leaving as u8));
        let entries = self.archive.store().scan(Table::Mentions, &keys)?;
        let people = entries.iter().filter_map(|(key, _)| match source(key) {
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

    /// Returns the values of a table that satisfy a condition; of the others, no more than a page is in
    /// memory.
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
