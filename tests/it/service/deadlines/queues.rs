//! Cost of background work: it depends on what is due, not on the number of games.

use std::collections::HashSet;
use std::ops::{Range, RangeInclusive};
use std::sync::Arc;
use std::time::{Duration, Instant};

use focus::Mode;
use focusbot::service::upkeep::consistency::{RawGame, following};
use focusbot::service::{
    GameId, GuildId, LeaseHolder, Limits, MessageId, PersonId, Place, ProcessId, QueuePage,
    Reached, RetentionPeriods, Service, ShardQuota, Timestamp, View,
};
use focusbot::store::records::record::encode;
use focusbot::store::records::{GameRecord, StageRecord, UnannouncedRecord, WatchRecord};
use focusbot::store::{Batch, Expected, Key, Keys, Store, Table};

use crate::service::deadlines::due::{Cost, Counting, many};
use crate::service::growth::assert_flat;
use crate::service::harness::{
    AFAR, HERE, HOUR, LIMITS, MINUTE, NOW, World, closed_table, expire_at, leave_lost_server,
    place_on, record, remove_entries,
};

/// Number of games in which something is due, in each of the jobs.
pub(super) const DUE: u32 = 4;
/// Interval of looks at the leases.
const LOOK: Duration = Duration::from_secs(2);
pub(super) const TOTAL: u32 = 4;

/// Adds games with this record.
pub(in crate::service) fn add(
    store: &dyn Store,
    games: impl Iterator<Item = u32>,
    record: &GameRecord,
) {
    let (bytes, raw) = (encode(record), RawGame::from(record.clone()));
    for game in games {
        let mut batch = Batch::new();
        let key = Key::new().u32(game);
        batch.put(Table::Games, key, bytes.clone(), Expected::Absent);
        let entries = following(GameId(game), &raw, NOW.0);
        for (table, key, bytes) in entries {
            batch.put(table, key, bytes, Expected::Absent);
        }
        store.commit(batch).expect("a store");
    }
}

/// Adds followers on another server that show this version of their games.
fn add_followers(store: &dyn Store, games: Range<u32>, version: u64) {
    let follower = WatchRecord {
        guild: Some(2),
        begun: NOW.0,
        message: Some(5),
        shown: version,
        by: None,
    };
    let mut batch = Batch::new();
    for game in games {
        batch.put_record(Key::new().u32(game).u64(900), &follower, Expected::Absent);
    }
    store.commit(batch).expect("a store");
}

/// Returns a store with games that wait for people alone, and some in which something is due for
/// each of the jobs; `due` is the time of their deadlines.
pub(super) fn filled(idle: u32) -> (Arc<Counting>, Service, Timestamp) {
    let (store, service) = many(u64::from(DUE));
    // The first look notes that the index of what is removed is complete.
    let retired = service.retire(NOW, None, |_| true);
    retired.expect("a store");
    let due = service.next_deadline(NOW).expect("a store");
    let due = due.expect("a reminder");
    let mut waiting = record(&*store, GameId(1));
    let clock = waiting.clock.as_mut().expect("a clock");
    clock.due = Some(due.after(Duration::from_secs(1)).0);
    add(&*store, 1_000..1_000 + idle, &waiting);
    add_followers(&*store, 1_000..1_000 + idle, waiting.version);
    waiting.thinks = true;
    add(&*store, 100..100 + DUE, &waiting);
    waiting.stage = StageRecord::Ended;
    waiting.owes_replay = true;
    add(&*store, 200..200 + DUE, &waiting);
    let view = service.view(GameId(1)).expect("a game");
    for message in 0..=u64::from(DUE) {
        let noted = service.announced(&view, MessageId(70 + message));
        noted.expect("a store");
    }
    // It has been shown, and is to be shown again.
    let mut batch = Batch::new();
    let again = UnannouncedRecord {
        post: true,
        server: Some(1),
    };
    batch.put_record(Key::new().u32(1), &again, Expected::Any);
    store.commit(batch).expect("a store");
    for game in 1..=DUE {
        // A player may have it followed on another server.
        let player = PersonId(2 * u64::from(game));
        let watched = service.watch(NOW, player, elsewhere(game), GameId(game));
        watched.expect("a game");
    }
    (store, service, due)
}

fn elsewhere(game: u32) -> Place {
    place_on(1, 900 + u64::from(game))
}

/// Returns the number of games that each job finds, and its cost.
fn costs(store: &Counting, service: &Service, due: Timestamp) -> Vec<(usize, Cost)> {
    let mut costs = Vec::new();
    let mut note = |cost| costs.push(cost);
    let next =
        |service: &Service| usize::from(service.next_deadline(NOW).expect("a store").is_some());
    note(store.cost("next deadline", || next(service)));
    let found = || service.due(due).expect("a store").len();
    note(store.cost("deadlines", found));
    expire_at(service, due);
    let found = || all(|after| service.reminders_due(after).expect("a store")).len();
    note(store.cost("reminders", found));
    let found = || all(|after| service.thinking(after).expect("a store")).len();
    note(store.cost("computers", found));
    let found = || all(|after| service.unannounced(after).expect("a store")).len();
    note(store.cost("boards", found));
    let found = || all(|after| service.owed_replays(after).expect("a store")).len();
    note(store.cost("replays", found));
    let found = || all(|after| service.superseded_messages(after).expect("a store")).len();
    note(store.cost("superseded", found));
    let found = || all(|after| service.watches_behind(after).expect("a store")).len();
    note(store.cost("watches", found));
    costs
}

/// Returns the costs of the jobs, each of which finds something to do, among games that wait for
/// people. `games` must be at least a page.
pub(in crate::service) fn job_costs(games: u32) -> Vec<Cost> {
    let (store, service, due) = filled(games);
    let mut costs = costs(&store, &service, due);
    service.note_online(NOW).expect("a store");
    let back = service.note_back_online(NOW.after(MINUTE));
    back.expect("a store");
    let moved = Keys::all().from(Key::new().u64(due.after(MINUTE).0));
    let later = || {
        let entries = store.scan(Table::Deadlines, &moved);
        entries.expect("a store").len()
    };
    let before = later();
    let give_back = || service.give_back().expect("a store");
    let (_, cost) = store.cost("page of games that get time back", give_back);
    costs.push((later() - before, cost));
    let retention = RetentionPeriods {
        closed_tables: Some(MINUTE),
        idle_games: Some(MINUTE),
        left_servers: Some(MINUTE),
        audit_entries: Some(MINUTE),
        ..RetentionPeriods::NEVER
    };
    let limits = Limits {
        retention,
        ..LIMITS
    };
    let keeping = Service::new(Arc::clone(&store) as _, limits);
    // On a server of their own.
    let close = |_| closed_table(&service, 99, place_on(9, 10));
    let tables: Vec<_> = (0..DUE).map(close).collect();
    // Times of retention are rounded up to whole days.
    let over = NOW.after(HOUR * 48);
    let retire = || keeping.retire(over, None, |_| true).expect("a store");
    let (_, cost) = store.cost("removal of old data", retire);
    let removed = tables.iter().filter(|id| keeping.view(**id).is_err());
    costs.push((removed.count(), cost));
    let (holder, cost) = store.cost("taking a shard", || process(&store, 1));
    let held = holder.held_shards().map_or(0, |held| held.len());
    costs.push((held, cost));
    assert!(costs.iter().all(|(found, _)| *found > 0), "{costs:?}");
    costs.into_iter().map(|(_, cost)| cost).collect()
}

/// Returns the entries of all pages of a queue.
fn all<T>(next: impl Fn(Option<Reached>) -> QueuePage<T>) -> Vec<T> {
    let mut entries = Vec::new();
    let mut reached = None;
    loop {
        let page = next(reached);
        entries.extend(page.entries);
        reached = page.next;
        if reached.is_none() {
            return entries;
        }
    }
}

#[test]
fn jobs_read_what_is_due_whatever_the_number_of_games() {
    let all = [
        ("next deadline", 1, 1),
        // Each entry, and its game for the people in it.
        ("deadlines", 4, 8),
        ("reminders", 4, 4),
        ("computers", 4, 4),
        ("boards", 4, 4),
        ("replays", 4, 4),
        ("superseded", 4, 4),
        // Each entry, and its follower.
        ("watches", 4, 8),
    ];
    let [few, many] = [100, 10_000].map(|idle| {
        let (store, service, due) = filled(idle);
        let costs = costs(&store, &service, due).into_iter();
        let (found, costs): (Vec<_>, Vec<_>) = costs.unzip();
        let read = found.into_iter().zip(&costs);
        let read = read.map(|(found, cost)| (cost.what, found, cost.values));
        assert_eq!(read.collect::<Vec<_>>(), all, "{idle} games");
        costs
    });
    assert_flat(&few, &many);
}

#[test]
fn followers_are_compared_with_their_games_in_a_few_requests() {
    let (store, service) = many(200);
    for game in 1..=200 {
        let number = u64::from(game);
        let place = place_on(number, 900 + number);
        let watched = service.watch(NOW, PersonId(10_000 + number), place, GameId(game));
        watched.expect("a follower");
    }
    let find = || service.watches_behind(None).expect("a store").entries.len();
    let queue = || {
        service
            .queue_followers(None)
            .expect("a store")
            .entries
            .len()
    };
    let behind = store.count_requests(find);
    remove_entries(&*store, Table::Behind);
    for (found, requests) in [behind, store.count_requests(queue)] {
        assert_eq!(found, 200);
        assert!(requests <= 10, "{requests} requests");
    }
}

/// Returns a process that holds one of the shards.
pub(super) fn process(store: &Arc<Counting>, number: u32) -> Service {
    process_of(store, number..=number)
}

/// Returns a process that holds these shards.
pub(super) fn process_of(store: &Arc<Counting>, numbers: RangeInclusive<u32>) -> Service {
    let service = Service::new(Arc::clone(store) as _, LIMITS);
    service.begin_sharing();
    let (first, last) = numbers.into_inner();
    let mut holder = LeaseHolder::new(ProcessId(u64::from(first)));
    let quota = ShardQuota::Fixed {
        first,
        last,
        total: TOTAL,
    };
    let wanted = (last - first + 1) as usize;
    let mut at = Instant::now();
    while service.held_shards().is_none_or(|held| held.len() < wanted) {
        let assignment = service.renew_and_assign(&mut holder, (NOW, at), quota);
        assignment.expect("a store");
        at += LOOK;
    }
    service
}

#[test]
fn a_page_holds_a_limited_number_of_games() {
    let (store, service) = many(1);
    let mut thinking = record(&*store, GameId(1));
    thinking.thinks = true;
    add(&*store, 100..700, &thinking);
    let (mut sizes, mut games, mut reached) = (Vec::new(), Vec::new(), None);
    loop {
        let (page, read) = store.count(|| service.thinking(reached).expect("a store"));
        assert_eq!(page.entries.len(), read);
        sizes.push(read);
        games.extend(page.entries);
        reached = page.next;
        if reached.is_none() {
            break;
        }
    }
    assert_eq!(sizes, [250, 250, 100]);
    assert_eq!(games, (100..700).map(GameId).collect::<Vec<_>>());
}

#[test]
fn messages_and_followers_of_one_game_are_found_without_the_others() {
    let (store, service, _) = filled(0);
    let (left, read) = store.count(|| {
        service
            .superseded_messages_of(&[GameId(1)], [])
            .expect("a store")
    });
    assert_eq!((left.len(), read), (4, 4));
    let none = store.count(|| {
        service
            .superseded_messages_of(&[GameId(2)], [])
            .expect("a store")
    });
    assert_eq!(none, (Vec::new(), 0));
    let (behind, read) = store.count(|| service.watches_behind_of(&[GameId(2)]).expect("a store"));
    assert_eq!(behind.len(), 1);
    assert_eq!((behind[0].place, read), (elsewhere(2), 2));
}

#[test]
fn entries_follow_a_game_to_another_server() {
    let (world, id) = World::with_game(Mode::Duel);
    world.ok(1, leave_lost_server(id, AFAR));
    let on = |server| {
        let servers = HashSet::from([server]);
        let page = world.service.unannounced_on(&servers, None);
        page.expect("a store").entries
    };
    assert_eq!(on(GuildId(2)), [id]);
    assert_eq!(on(HERE.guild.expect("a server")), []);
    assert!(matches!(world.service.view(id), Ok(View::Game(_))));
}
