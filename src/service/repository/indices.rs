//! Keys of records, and the index entries that follow from a record.

use std::collections::BTreeMap;

use crate::service::api::ids::PastScope;
use crate::service::api::ids::{ChannelId, GameId, GuildId, MessageId, PersonId, Timestamp};
use crate::service::repository::personal_data::{mentions, named};
use crate::service::repository::retention::{RetentionKind, keys};
use crate::service::repository::{computer_results, queues};
use crate::store::records::record::encode;
use crate::store::records::{
    AgainstMark, ChannelMark, DeadlineMark, GameRecord, ListedMark, MetaMark, PastMark, ReplayMark,
    RetentionMark, SeatMark, ServerMark, StageRecord, ThinkingMark,
};
use crate::store::{Batch, Expected, Key, KeyReader, Keys, Table};

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

/// Returns the key of a record that a person imported; its number is the time of that, or a little
/// more.
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

/// Adds to `batch` the index changes that follow when `old` becomes `new`.
pub(crate) fn update(batch: &mut Batch, id: GameId, old: Option<&GameRecord>, new: &GameRecord) {
    let old = old.map_or_else(BTreeMap::new, |old| entries(id, old));
    let new = entries(id, new);
    for ((table, key), _) in old.iter().filter(|(place, _)| !new.contains_key(place)) {
        batch.delete(*table, key.clone(), Expected::Any);
    }
    for (place, value) in new {
        // The server of a game may change.
        if old.get(&place) != Some(&value) {
            let (table, key) = place;
            batch.put(table, key, value, Expected::Any);
        }
    }
}

/// Returns all index entries of a table or game with their values: for an active one by its people
/// and its place, for an ended one by its players and its place, and for all by the other people
/// that they name.
pub(crate) fn entries(id: GameId, record: &GameRecord) -> BTreeMap<(Table, Key), Vec<u8>> {
    let entries = keys(id, record).into_iter();
    entries
        .map(|(table, key)| ((table, key), mark(table, record)))
        .collect()
}

/// Returns the value of an index entry of a table or game.
fn mark(table: Table, record: &GameRecord) -> Vec<u8> {
    let server = Some(queues::number(record.guild));
    match table {
        Table::Seats => encode(&SeatMark {}),
        Table::Servers => encode(&ServerMark {}),
        Table::Channels => encode(&ChannelMark {}),
        Table::Thinking => encode(&ThinkingMark { server }),
        Table::Past => encode(&PastMark {}),
        Table::Against => encode(&AgainstMark {}),
        Table::Replays => encode(&ReplayMark { server }),
        Table::Retention => encode(&RetentionMark { server }),
        Table::Mentions => mentions::mark(),
        _ => encode(&DeadlineMark { server }),
    }
}

/// Returns the value of a mark that does not follow from a game.
pub(crate) fn note(table: Table) -> Vec<u8> {
    match table {
        Table::Listed => encode(&ListedMark {}),
        _ => encode(&MetaMark {}),
    }
}

/// Returns the keys of all index entries of a table or game.
fn keys(id: GameId, record: &GameRecord) -> Vec<(Table, Key)> {
    let mut keys = match record.stage {
        StageRecord::Open | StageRecord::Playing => active(id, record),
        StageRecord::Ended => ended(id, record),
        StageRecord::Closed | StageRecord::Declined(_) | StageRecord::Expired => {
            retained(id, record).into_iter().collect()
        }
        StageRecord::Aborted => Vec::new(),
    };
    for person in named(record) {
        let seat = (Table::Seats, Key::new().u64(person.0).u32(id.0));
        let past = (Table::Past, past_key(PastScope::Person(person), id));
        if !keys.contains(&seat) && !keys.contains(&past) {
            keys.push((Table::Mentions, mentions::game_key(person, id)));
        }
    }
    keys
}

fn active(id: GameId, record: &GameRecord) -> Vec<(Table, Key)> {
    let key = |number| Key::new().u64(number).u32(id.0);
    // A person replaced by a computer no longer has a seat.
    let seated = record.people.iter().filter(|seat| seat.computer.is_none());
    let seated = seated.map(|seat| seat.person);
    let people = seated
        .chain(record.invited.iter().copied())
        .chain(record.watcher);
    let people = people.filter(|person| *person != PersonId::GONE.0);
    let people = people.map(|person| (Table::Seats, key(person)));
    let thinking = record.thinks.then(|| (Table::Thinking, game_key(id)));
    let is_open = record.stage == StageRecord::Open;
    let due = if is_open {
        Some(record.expires)
    } else {
        record.clock.as_ref().and_then(|clock| clock.due)
    };
    let deadline = due.map(|due| (Table::Deadlines, key(due)));
    let server = record.guild.map(|guild| (Table::Servers, key(guild)));
    people
        .chain([(Table::Channels, key(record.channel))])
        .chain(server)
        .chain(deadline)
        .chain(thinking)
        .chain(retained(id, record))
        .collect()
}

/// Returns the index entry of a closed table or of a running game without a clock, unless it is
/// older than the index.
fn retained(id: GameId, record: &GameRecord) -> Option<(Table, Key)> {
    let idle = record.idle.filter(|_| can_be_idle(record))?;
    let kind = match (record.stage, idle.warned) {
        (StageRecord::Playing, None) => RetentionKind::IdleGame,
        (StageRecord::Playing, Some(_)) => RetentionKind::WarnedGame,
        _ => RetentionKind::ClosedTable,
    };
    let since = Timestamp(idle.warned.unwrap_or(idle.since));
    Some((Table::Retention, keys::key_of_game(kind, since, id)))
}

/// Returns whether a table was closed before its game began.
pub(crate) fn is_closed_table(record: &GameRecord) -> bool {
    !record.stage.has_begun() && record.stage != StageRecord::Open
}

/// Returns whether a table or game is removed or called off after a time without changes.
pub(crate) fn can_be_idle(record: &GameRecord) -> bool {
    let is_untimed = record.stage == StageRecord::Playing && record.clock.is_none();
    is_untimed || is_closed_table(record)
}

fn ended(id: GameId, record: &GameRecord) -> Vec<(Table, Key)> {
    let replay = record.owes_replay.then(|| (Table::Replays, game_key(id)));
    let people = record.people.iter().map(|seat| seat.person);
    let former = record.former.iter().map(|former| former.person);
    let people = people.chain(former).chain(record.watcher).map(PersonId);
    let scopes = people
        .map(PastScope::Person)
        .chain(record.guild.map(GuildId).map(PastScope::Guild));
    let past = scopes.map(|scope| (Table::Past, past_key(scope, id)));
    let against = computer_results::keys(id, record).into_iter();
    let against = against.map(|key| (Table::Against, key));
    past.chain(replay).chain(against).collect()
}

/// Returns the index entries of the ended games of a person or a server, the newest first.
pub(crate) fn past_of(scope: PastScope) -> Keys {
    Keys::prefix(&scope_key(scope)).reversed()
}

fn past_key(scope: PastScope, id: GameId) -> Key {
    scope_key(scope).u32(id.0)
}

fn scope_key(scope: PastScope) -> Key {
    let (kind, number) = match scope {
        PastScope::Person(person) => (0, person.0),
        PastScope::Guild(guild) => (1, guild.0),
    };
    Key::new().u8(kind).u64(number)
}
