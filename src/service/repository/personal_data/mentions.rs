//! Index of records that name a person, of followers by server and channel, and of imported records
//! by time, so that no export, erasure, limit or removal has to read everything.
//!
//! Tables and games are in it only for people to whom neither [`Table::Seats`] nor
//! [`Table::History`] has an entry: most names are found there.

use std::collections::BTreeSet;

use strum::FromRepr;

use crate::service::api::ids::{ChannelId, GameId, GuildId, PersonId, Timestamp};
use crate::service::model::settings::{GuildData, PersonData};
use crate::service::model::watch::Watch;
use crate::service::repository::indices::keys::plain_mark;
use crate::store::{Batch, Expected, Key, KeyReader, Keys, Table};

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
    /// Followers for which a person asked.
    Person(PersonId),
    /// Followers on a server.
    Server(GuildId),
    /// Followers in a channel.
    Channel(ChannelId),
}

impl FollowerScope {
    pub(super) fn keys(self) -> Keys {
        Keys::prefix(&match self {
            Self::Person(person) => MentionKind::OwnFollower.of(person.0),
            Self::Server(server) => MentionKind::ServerFollower.of(server.0),
            Self::Channel(channel) => MentionKind::ChannelFollower.of(channel.0),
        })
    }

    /// Returns whether a follower in a channel is one of these.
    pub(super) fn has(self, channel: ChannelId, watch: &Watch) -> bool {
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

/// Returns the key of a person in a table or game.
pub(crate) fn game_key(person: PersonId, id: GameId) -> Key {
    MentionKind::Game.of(person.0).u32(id.0)
}

/// Returns the entries of the tables and games that name a person.
pub(super) fn games_with(person: PersonId) -> Keys {
    Keys::prefix(&MentionKind::Game.of(person.0))
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

/// Returns the entries of the servers whose audit log names a person.
pub(super) fn servers_naming(person: PersonId) -> Keys {
    Keys::prefix(&MentionKind::AuditLog.of(person.0))
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

/// Returns the entries of the people whose data is being deleted.
pub(super) fn leaving() -> Keys {
    Keys::prefix(&Key::new().u8(MentionKind::Leaving as u8))
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
        batch.put(Table::Mentions, key.clone(), plain_mark(), Expected::Any);
    }
}
