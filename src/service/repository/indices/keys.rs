//! Keys of records and of index entries.

use crate::service::api::ids::{
    ChannelId, GameId, GuildId, HistoryScope, MessageId, PersonId, Timestamp,
};
use crate::store::records::MarkRecord;
use crate::store::records::record::encode;
use crate::store::{Key, KeyReader, Keys};

/// Returns the value of an entry that is in no queue.
pub(crate) fn plain_mark() -> Vec<u8> {
    encode(&MarkRecord::default())
}

/// Returns the key of a game, which is also the prefix of the keys of its actions.
pub(crate) fn game_key(id: GameId) -> Key {
    Key::new().u32(id.0)
}

/// Returns the game at the end of an index key.
pub(crate) fn game_of(key: &[u8]) -> Option<GameId> {
    let number = key.last_chunk::<4>()?;
    Some(GameId(u32::from_be_bytes(*number)))
}

/// Returns the key of a channel that follows a game.
pub(crate) fn watch_key(game: GameId, channel: ChannelId) -> Key {
    game_key(game).u64(channel.0)
}

/// Returns the game and the channel in the key of a watch.
pub(crate) fn watch_of(key: &[u8]) -> Option<(GameId, ChannelId)> {
    let mut parts = KeyReader::new(key);
    Some((GameId(parts.u32()?), ChannelId(parts.u64()?)))
}

/// Returns the key of a superseded message of a game.
pub(crate) fn superseded_key(game: GameId, message: MessageId) -> Key {
    game_key(game).u64(message.0)
}

/// Returns the game and the message in the key of a superseded message.
pub(crate) fn superseded_of(key: &[u8]) -> Option<(GameId, MessageId)> {
    let mut parts = KeyReader::new(key);
    Some((GameId(parts.u32()?), MessageId(parts.u64()?)))
}

/// Returns the key of a record that a person imported; its number is the time of the import, or
/// slightly more.
pub(crate) fn import_key(person: PersonId, number: u64) -> Key {
    Key::new().u64(person.0).u64(number)
}

/// Returns the person and the number in the key of an imported record.
pub(crate) fn import_of(key: &[u8]) -> Option<(PersonId, u64)> {
    let mut parts = KeyReader::new(key);
    Some((PersonId(parts.u64()?), parts.u64()?))
}

/// Returns the keys of the records that a person imported, the oldest first.
pub(crate) fn imports_of(person: PersonId) -> Keys {
    Keys::prefix(&Key::new().u64(person.0))
}

/// Returns the index entries of tables and games at which a person sits or is invited.
pub(crate) fn games_of(person: PersonId) -> Keys {
    Keys::prefix(&Key::new().u64(person.0))
}

/// Returns the index entries of tables and games in a channel.
pub(crate) fn games_in(channel: ChannelId) -> Keys {
    Keys::prefix(&Key::new().u64(channel.0))
}

/// Returns the index entries of tables and games on a server, the newest first.
pub(crate) fn games_on(guild: GuildId) -> Keys {
    Keys::prefix(&Key::new().u64(guild.0)).reversed()
}

/// Returns the index entries of deadlines up to `now`.
pub(crate) fn due(now: Timestamp) -> Keys {
    Keys::all().before(Key::new().u64(now.0.saturating_add(1)))
}

/// Returns the time in an index entry of a deadline.
pub(crate) fn moment_of(key: &[u8]) -> Option<Timestamp> {
    KeyReader::new(key).u64().map(Timestamp)
}

/// Returns the index entries of the ended games of a person or a server, the newest first.
pub(crate) fn history_of(scope: HistoryScope) -> Keys {
    Keys::prefix(&scope_key(scope)).reversed()
}

pub(super) fn history_key(scope: HistoryScope, id: GameId) -> Key {
    scope_key(scope).u32(id.0)
}

fn scope_key(scope: HistoryScope) -> Key {
    let (kind, number) = match scope {
        HistoryScope::Person(person) => (0, person.0),
        HistoryScope::Guild(guild) => (1, guild.0),
    };
    Key::new().u8(kind).u64(number)
}
