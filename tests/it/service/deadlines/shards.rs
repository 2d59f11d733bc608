//! Cost of the background work of a process that holds some of the shards.

use std::ops::Range;
use std::sync::Arc;

use focusbot::service::{GameId, GameRequest, Service, Shard, Timestamp};
use focusbot::store::records::{IdleRecord, UnannouncedRecord};
use focusbot::store::{Batch, Expected, Key, Keys, Store, Table};

use crate::service::deadlines::due::Counting;
use crate::service::deadlines::queues::{DUE, TOTAL, add, filled, process, process_of};
use crate::service::harness::{DAY, LIMITS, MINUTE, NOW, person, record};

#[test]
fn games_of_other_processes_are_not_read() {
    let (store, _, due) = filled(100);
    // All servers here are those of the first shard.
    let found = |number| {
        let service = process(&store, number);
        let boards = store.count(|| service.unannounced(None).expect("a store").entries.len());
        let computers = store.count(|| service.thinking(None).expect("a store").entries.len());
        let replays = store.count(|| service.owed_replays(None).expect("a store").entries.len());
        let due = store.count(|| service.due(due).expect("a store").len());
        let watches = store.count(|| service.watches_behind(None).expect("a store").entries.len());
        [boards, computers, replays, due, watches]
    };
    assert_eq!(found(1), [(0, 4); 5]);
    assert_eq!(found(0), [(4, 4), (4, 4), (4, 4), (4, 8), (4, 8)]);
}

/// Notes whether these shards are there; returns whether games are owed time.
fn note(service: &Service, numbers: Range<u32>, now: Timestamp, is_there: bool) -> bool {
    let shards = numbers.map(|number| Shard {
        number,
        total: TOTAL,
    });
    let shards: Vec<_> = shards.map(|shard| (shard, is_there)).collect();
    let noted = service.note_shards(now, now, &shards);
    noted.expect("a store")
}

/// Notes that these shards were away for a minute.
fn miss(service: &Service, numbers: Range<u32>) {
    note(service, numbers.clone(), NOW, false);
    note(service, numbers, NOW.after(MINUTE), true);
}

#[test]
fn time_of_a_shard_is_given_back_without_a_look_at_games_of_others() {
    let (store, _, _) = filled(100);
    let service = process(&store, 1);
    let played = || {
        let draw = GameRequest::Draw.in_game(GameId(1), None);
        let refused = service.handle(NOW, &person(99), draw, 1);
        refused.expect_err("a game of others");
    };
    let ((), usual) = store.count(played);
    miss(&service, 1..TOTAL);
    let ((), read) = store.count(played);
    assert!(read <= usual + 5, "{read} values, {usual} without");
    let entries = store.scan(Table::Deadlines, &Keys::all());
    let entries = entries.expect("a store").len();
    let ((), read) = store.count(|| while service.give_back().expect("a store") {});
    // Owed time is read as well.
    assert!(read <= entries + 2, "{read} values, {entries} entries");
}

#[test]
fn leases_are_read_once_however_many_shards_come_back() {
    let requests = [1, TOTAL].map(|count| {
        let store = Arc::new(Counting::default());
        let service = process_of(&store, 0..=TOTAL - 1);
        note(&service, 0..count, NOW, false);
        let come_back = || note(&service, 0..count, NOW.after(MINUTE), true);
        let (is_owed, requests) = store.count_requests(come_back);
        assert!(is_owed, "{count} shards");
        requests
    });
    assert_eq!(requests[0], requests[1]);
}

#[test]
fn leases_are_not_read_by_a_process_that_shares_the_store_with_no_other() {
    let store = Arc::new(Counting::default());
    let service = Service::new(Arc::clone(&store) as _, LIMITS);
    note(&service, 0..1, NOW, false);
    let come_back = || note(&service, 0..1, NOW.after(MINUTE), true);
    let (is_owed, requests) = store.count_requests(come_back);
    assert!(is_owed);
    assert_eq!(requests, 1, "the sign of life");
}

/// Adds games on a server of the second shard, with this deadline; nothing has happened in them.
fn add_on_second(store: &Counting, games: Range<u32>, due: Timestamp) {
    let mut game = record(store, GameId(2));
    game.guild = Some(1 << 22);
    game.clock.as_mut().expect("a clock").due = Some(due.0);
    add(store, games, &game);
}

#[test]
fn time_of_a_shard_takes_few_commits_among_many_games_of_others() {
    let (store, _, due) = filled(10_000);
    add_on_second(&store, 20_000..20_060, due);
    let service = process(&store, 1);
    miss(&service, 1..2);
    let ((), commits) = store.count_commits(|| while service.give_back().expect("a store") {});
    assert!(commits <= 15, "{commits} commits");
    let later = Keys::all().from(Key::new().u64(due.after(MINUTE).0));
    let later = store.scan(Table::Deadlines, &later);
    assert_eq!(later.expect("a store").len(), 60);
}

#[test]
fn notices_of_other_shards_are_looked_at_once() {
    let (store, _, _) = filled(0);
    let mut game = record(&*store, GameId(2));
    game.clock = None;
    game.idle = Some(IdleRecord {
        since: NOW.0,
        warned: Some(NOW.0),
    });
    add(&*store, 10_000..12_000, &game);
    game.guild = Some(1 << 22);
    add(&*store, 20_000..20_120, &game);
    let service = process(&store, 1);
    let back = NOW.after(DAY * 2);
    note(&service, 1..2, NOW, false);
    note(&service, 1..2, back, true);
    let ((), read) = store.count(|| while service.give_back().expect("a store") {});
    assert!(read <= 3_000, "{read} values");
    // The kind of these entries is 1.
    let told = Key::new().u8(1);
    let renewed = Keys::prefix(&told).from(told.u64(back.0));
    let renewed = store.scan(Table::Retention, &renewed);
    assert_eq!(renewed.expect("a store").len(), 120);
}

#[test]
fn own_deadlines_behind_many_of_others_are_found_in_several_looks() {
    let (store, _, due) = filled(3_000);
    let last = due.after(MINUTE);
    add_on_second(&store, 20_000..20_002, last);
    let service = process(&store, 1);
    let look = |_| {
        let (found, read) = store.count(|| service.due(last).expect("a store"));
        assert!(read <= 1_000, "{read} values");
        found.len()
    };
    // The process looks for them again, because nobody has handled them.
    let found: Vec<_> = (0..8).map(look).collect();
    assert_eq!(found, [0, 0, 0, 2, 0, 0, 0, 2]);
}

#[test]
fn entries_of_older_versions_belong_to_the_server_of_their_game() {
    let (store, _, _) = filled(0);
    for game in 1..=DUE {
        let old = UnannouncedRecord {
            post: true,
            server: None,
        };
        let mut batch = Batch::new();
        batch.put_record(Key::new().u32(game), &old, Expected::Any);
        store.commit(batch).expect("a store");
    }
    let found = |number| {
        let service = process(&store, number);
        store.count(|| service.unannounced(None).expect("a store").entries.len())
    };
    assert_eq!(found(1), (0, 8));
    assert_eq!(found(0), (4, 8));
}
