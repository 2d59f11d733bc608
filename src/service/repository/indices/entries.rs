//! Index entries that follow from the record of a table or game.

use std::collections::BTreeMap;

use crate::service::api::ids::{GameId, GuildId, HistoryScope, PersonId, Timestamp};
use crate::service::repository::indices::keys::{game_key, history_key};
use crate::service::repository::personal_data::{mentions, named};
use crate::service::repository::retention::{RetentionKind, keys as retention_keys};
use crate::service::repository::{computer_results, queue_entries};
use crate::store::records::record::encode;
use crate::store::records::{GameRecord, MarkRecord, StageRecord};
use crate::store::{Batch, Expected, Key, Table};

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
    let is_queue = matches!(
        table,
        Table::Deadlines | Table::Thinking | Table::Replays | Table::Retention
    );
    let server = is_queue.then(|| queue_entries::number(record.guild));
    encode(&MarkRecord { server })
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
        let history = (
            Table::History,
            history_key(HistoryScope::Person(person), id),
        );
        if !keys.contains(&seat) && !keys.contains(&history) {
            keys.push((Table::Mentions, mentions::game_key(person, id)));
        }
    }
    keys
}

fn active(id: GameId, record: &GameRecord) -> Vec<(Table, Key)> {
    let key = |number| Key::new().u64(number).u32(id.0);
    // A person replaced by a computer no longer has a seat.
    let seated = record
        .people
        .iter()
        .filter(|seat| seat.substitute.is_none());
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
    Some((
        Table::Retention,
        retention_keys::key_of_game(kind, since, id),
    ))
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
        .map(HistoryScope::Person)
        .chain(record.guild.map(GuildId).map(HistoryScope::Guild));
    let history = scopes.map(|scope| (Table::History, history_key(scope, id)));
    let against = computer_results::keys(id, record).into_iter();
    let against = against.map(|key| (Table::Against, key));
    history.chain(replay).chain(against).collect()
}
