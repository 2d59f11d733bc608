//! Storage of a game's actions, and the cleanup of older stores.

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;

use focus::{Mode, Rules};
use focusbot::service::upkeep::cleanup::CleanupProgress;
use focusbot::service::{GameId, MessageId, SeatRequest, Service, View};
use focusbot::store::backup::restore::restore;
use focusbot::store::records::record::{decode, encode};
use focusbot::store::records::{ActionsRecord, MessageRecord};
use focusbot::store::{Batch, Expected, Folder, Key, KeyReader, Keys, Options, Store, Table};
use tempfile::TempDir;

use crate::service::harness::{LIMITS, NOW, World, clean_up, granted, mv, record, resign, seat};
use crate::store::open_when_free;

/// Returns the number of actions in each record of a game.
fn records(store: &dyn Store, game: GameId) -> Vec<usize> {
    let keys = Keys::prefix(&Key::new().u32(game.0));
    let records = store.scan(Table::Actions, &keys).expect("a store");
    let length = |bytes: &[u8]| decode::<ActionsRecord>(bytes).expect("a record").0.len();
    let mut start = 0;
    let mut lengths = Vec::new();
    for (key, stored) in records {
        let length = length(&stored.bytes);
        assert_eq!(*key, *Key::new().u32(game.0).u32(start));
        start += u32::try_from(length).expect("a small count");
        lengths.push(length);
    }
    lengths
}

/// Returns the games of a store as people see them.
fn games(world: &World) -> BTreeMap<GameId, String> {
    let all = world.store.scan(Table::Games, &Keys::all());
    let all = all.expect("a store").into_iter();
    let ids = all.filter_map(|(key, _)| KeyReader::new(&key).u32().map(GameId));
    let seen = |id| format!("{:?}", world.service.view(id).expect("a game"));
    ids.map(|id| (id, seen(id))).collect()
}

#[test]
fn game_that_goes_on_lies_in_few_records() {
    let (world, game) = World::with_game(Mode::Duel);
    for ply in 1..=40_usize {
        world.move_on(game, 1);
        let records = records(&*world.store, game);
        assert_eq!(records.iter().sum::<usize>(), ply);
        assert!(records.len() < 16, "{records:?}");
    }
    let before = games(&world);
    assert_eq!(games(&world.restarted()), before);
}

#[test]
fn game_that_is_over_lies_in_one_record() {
    let (world, game) = World::with_game(Mode::Duel);
    world.move_on(game, 5);
    assert_eq!(records(&*world.store, game), [1; 5]);
    world.ok(1, resign(game));
    assert_eq!(records(&*world.store, game), [6]);
    let before = games(&world);
    assert_eq!(games(&world.restarted()), before);
}

#[test]
fn long_history_lies_in_several_records_that_are_not_too_large() {
    let (world, game) = World::with_game(Mode::ThreeWay);
    world.move_on(game, 1);
    world.ok(1, seat(game, SeatRequest::Offer));
    for _ in 0..220 {
        world.ok(9, seat(game, SeatRequest::Mine));
        world.ok(2, seat(game, SeatRequest::Refuse));
    }
    world.ok(2, resign(game));
    world.ok(3, resign(game));
    assert_eq!(records(&*world.store, game), [400, 44]);
    let before = games(&world);
    assert_eq!(games(&world.restarted()), before);
}

#[test]
fn move_in_place_of_one_that_the_store_has_lost_is_seen_by_all_processes() {
    let world = World::new();
    let other = Service::new(Arc::clone(&world.store) as _, LIMITS);
    let id = world.begun(Rules::new(Mode::Duel));
    let (mover, key) = (world.mover(id), Key::new().u32(id.0));
    let legal = world.game(id).game.position().legal_moves();
    let before = world.store.get(Table::Games, &key).expect("a store");
    world.play(id, &legal[0].to_string());
    let mut batch = Batch::new();
    let before = before.expect("a game").bytes;
    batch
        .put(Table::Games, key.clone(), before, Expected::Any)
        .delete(Table::Actions, key.u32(0), Expected::Any);
    world.store.commit(batch).expect("a store");
    let instead = mv(id, None, &legal[1].to_string());
    granted(&other, NOW, mover, instead);
    let views = [&world.service, &other].map(|service| format!("{:?}", service.view(id)));
    assert_eq!(views[0], views[1]);
    // The next one follows it, as the consistency check sees.
    world.move_on(id, 1);
}

#[test]
fn only_the_newest_board_of_a_game_is_known() {
    let (world, game) = World::with_game(Mode::Duel);
    let known = |message: u64| world.service.by_message(MessageId(message));
    let known = |message: u64| known(message).expect("a store");
    world.show(game, 70);
    world.show(game, 70);
    assert_eq!(known(70), Some((game, 0)));
    world.move_on(game, 1);
    world.show(game, 71);
    assert_eq!((known(70), known(71)), (None, Some((game, 1))));
}

/// Returns a store in the first format: every action in a separate record, and an entry for every
/// board.
fn old_store() -> World {
    let data = TempDir::new().expect("a temporary folder");
    let folder = Folder::new(data.path());
    let backups = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/backups");
    restore(&backups.join("1.jsonl"), &folder).expect("a sound backup");
    let opened = open_when_free(&folder, Options::default()).expect("a sound store");
    let world = World::new();
    let mut batch = Batch::new();
    let visited = opened.store.visit(&mut |table, key, stored| {
        batch.put(table, key, stored.bytes, Expected::Any);
    });
    visited.expect("a readable store");
    for game in [1, 2] {
        let mut record = record(&opened.store, GameId(game));
        for step in 0..4 {
            let message = u64::from(100 * game + step);
            record.message = Some(message);
            let shown = MessageRecord { game, step };
            batch.put_record(Key::new().u64(message), &shown, Expected::Any);
        }
        batch.put_record(Key::new().u32(game), &record, Expected::Any);
    }
    world.store.commit(batch).expect("a store");
    world
}

fn messages(world: &World) -> Vec<u64> {
    let messages = world.store.scan(Table::Messages, &Keys::all());
    let messages = messages.expect("a store").into_iter();
    let numbers = messages.filter_map(|(key, _)| KeyReader::new(&key).u64());
    numbers.collect()
}

#[test]
fn older_store_is_converted_without_visible_change() {
    let world = old_store();
    assert_eq!(records(&*world.store, GameId(1)), [1; 6]);
    assert_eq!(messages(&world).len(), 8);
    let before = games(&world);
    assert!(before.len() > 2);
    let mut done = None;
    while let Some(step) = world.service.clean_up(done, NOW).expect("a store") {
        done = Some(step);
        // A process interrupted here has lost nothing.
        assert_eq!(games(&world), before);
    }
    assert_eq!(records(&*world.store, GameId(1)), [6]);
    assert_eq!(messages(&world), [103, 203]);
    let world = world.restarted();
    assert_eq!(games(&world), before);
    assert_eq!(world.service.clean_up(None, NOW).expect("a store"), None);
}

#[test]
fn conversion_resumes_after_an_interruption() {
    let world = old_store();
    let mut step = world.service.clean_up(None, NOW).expect("a store");
    while let Some(CleanupProgress::Index(..) | CleanupProgress::Claims(_)) = step {
        step = world.service.clean_up(step, NOW).expect("a store");
    }
    assert!(matches!(step, Some(CleanupProgress::Games(_))), "{step:?}");
    let world = world.restarted();
    let mut steps = 0;
    let mut done = None;
    while let Some(step) = world.service.clean_up(done, NOW).expect("a store") {
        done = Some(step);
        steps += 1;
    }
    assert!(steps > 1, "it begins again");
    assert_eq!(records(&*world.store, GameId(1)), [6]);
    assert_eq!(messages(&world), [103, 203]);
}

#[test]
fn game_that_cannot_be_read_whole_is_left_as_it_is() {
    let world = old_store();
    let mut batch = Batch::new();
    batch.delete(Table::Actions, Key::new().u32(1).u32(2), Expected::Any);
    batch.put(
        Table::Games,
        Key::new().u32(3),
        encode(&ActionsRecord(Vec::new())),
        Expected::Any,
    );
    world.store.commit(batch).expect("a store");
    let keys = Keys::prefix(&Key::new().u32(1));
    let before = world.store.scan(Table::Actions, &keys).expect("a store");
    clean_up(&world.service, NOW);
    let after = world.store.scan(Table::Actions, &keys).expect("a store");
    assert_eq!(after, before);
    assert!(matches!(world.service.view(GameId(2)), Ok(View::Game(_))));
    world.leave();
}
