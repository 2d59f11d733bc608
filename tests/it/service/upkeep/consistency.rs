//! Consistency check and repair.

use focus::{Mode, Rules};
use focusbot::service::upkeep::consistency::{Finding, audit, audit_in_use, repair};
use focusbot::service::{
    AuditAction, GameId, GuildId, HistoryFilter, HistoryScope, NewTable, PersonId, Request,
    TableKind,
};
use focusbot::store::records::MessageRecord;
use focusbot::store::records::record::encode;
use focusbot::store::{Batch, Expected, Key, Keys, Store, StoreError, Table};

use crate::service::harness::{EASY, ELSEWHERE, HERE, NOW, World, decide, invite, resign, table};
use crate::service::ratings::recount;

/// Tables whose entries follow from other records.
const FOLLOWING: [Table; 11] = [
    Table::Seats,
    Table::Servers,
    Table::Channels,
    Table::Deadlines,
    Table::Thinking,
    Table::History,
    Table::Against,
    Table::Mentions,
    Table::Replays,
    Table::Results,
    Table::Ladder,
];

/// Returns a world with an open table and its guest, a running game, a game of computers, and an
/// ended rated one, so that every table has entries.
pub(super) fn busy() -> World {
    let world = World::new();
    let ended = world.rated(Rules::new(Mode::Duel), &[1, 2]);
    world.move_on(ended, 5);
    world.ok(1, resign(ended));
    let running = world.begun(Rules::new(Mode::Duel));
    world.move_on(running, 1);
    world.ok(1, invite(world.open(Mode::ThreeWay), &[9]));
    let computers = NewTable {
        computers: vec![EASY; 2],
        is_watched: true,
        ..table(Rules::new(Mode::Duel), TableKind::Open)
    };
    world.ok(1, Request::Create(computers));
    world.ok(1, resign(world.alone(Mode::Duel)));
    // Some indices are created at their first use.
    let own = world.service.history(
        PersonId(1),
        HERE,
        HistoryFilter::all(HistoryScope::Person(PersonId(1))),
        0,
        5,
    );
    own.expect("a readable store");
    let profile = world.service.profile(PersonId(1), None, NOW);
    profile.expect("a readable store");
    let watched = world.service.watch(NOW, PersonId(5), ELSEWHERE, running);
    watched.expect("a follower");
    decide(&world.service, GuildId(1), &AuditAction::Replays(false));
    let export = world.service.personal_data(PersonId(1));
    export.expect("a readable store");
    for table in FOLLOWING {
        assert_ne!(entries(&world, table), [], "{table} holds something");
    }
    world
}

fn entries(world: &World, table: Table) -> Vec<(Vec<u8>, Vec<u8>)> {
    let entries = world.store.scan(table, &Keys::all());
    let entries = entries.expect("a readable store").into_iter();
    entries.map(|(key, stored)| (key, stored.bytes)).collect()
}

fn findings(world: &World) -> Vec<Finding> {
    let mut read = 0;
    let findings = audit(&*world.store, &mut || read += 1).expect("a readable store");
    assert!(read > 0, "progress is told");
    findings
}

fn put(world: &World, table: Table, key: impl Into<Vec<u8>>, bytes: Option<Vec<u8>>) {
    let mut batch = Batch::new();
    match bytes {
        Some(bytes) => batch.put(table, key, bytes, Expected::Any),
        None => batch.delete(table, key, Expected::Any),
    };
    world
        .store
        .commit(batch)
        .expect("a commit without conditions");
}

#[test]
fn missing_entry_is_found_and_made_again() {
    let world = busy();
    for table in FOLLOWING {
        let before = entries(&world, table);
        for (key, _) in &before {
            put(&world, table, key.clone(), None);
            let found = findings(&world);
            assert!(
                matches!(&found[..], [Finding::Missing { table: t, key: k, .. }] if (*t, k) == (table, key)),
                "{table}: {found:?}"
            );
            repair(&*world.store, &found).expect("a repair");
            assert_eq!(findings(&world), []);
            assert_eq!(entries(&world, table), before);
        }
    }
}

#[test]
fn stray_entry_is_found_and_taken_away() {
    let world = busy();
    let others = [
        Table::Unannounced,
        Table::Reminders,
        Table::Watches,
        Table::Behind,
        Table::Messages,
    ];
    for table in FOLLOWING.into_iter().chain(others) {
        let before = entries(&world, table);
        let nobodys = 77_u64;
        let (key, bytes) = match table {
            Table::Watches | Table::Behind => (Key::new().u32(99).u64(nobodys), b"".to_vec()),
            Table::Messages => {
                let bytes = encode(&MessageRecord { game: 99, step: 0 });
                (Key::new().u64(nobodys), bytes)
            }
            Table::Results => (
                Key::new().u64(nobodys).u8(2).u64(5).u32(1),
                before[0].1.clone(),
            ),
            Table::Ladder => {
                let mut key = before[0].0.clone();
                let person = key.len() - 8;
                key.truncate(person);
                (Key::new().bytes(&key).u64(nobodys), before[0].1.clone())
            }
            _ => (Key::new().u64(nobodys).u32(99), b"".to_vec()),
        };
        put(&world, table, key.clone(), Some(bytes));
        let stray = Finding::Stray {
            table,
            key: key.into_bytes(),
        };
        assert_eq!(findings(&world), [stray]);
        repair(&*world.store, &findings(&world)).expect("a repair");
        assert_eq!(entries(&world, table), before);
    }
}

/// Returns what a check finds if `change` happens meanwhile: once the first page of the table after
/// these was read, and before its first entry is checked.
fn found_despite(
    world: &World,
    before: &[Table],
    change: impl FnOnce(),
    check: impl Fn(&dyn Store, &mut dyn FnMut()) -> Result<Vec<Finding>, StoreError>,
) -> Vec<Finding> {
    let before = before.iter().map(|table| entries(world, *table).len());
    let (before, mut read) = (before.sum::<usize>(), 0);
    let mut change = Some(change);
    let found = check(&*world.store, &mut || {
        read += 1;
        if read > before
            && let Some(change) = change.take()
        {
            change();
        }
    });
    found.expect("a readable store")
}

#[test]
fn game_that_changes_during_a_check_is_checked_as_it_is_by_then() {
    let world = busy();
    let running = GameId(2);
    let moved = || world.move_on(running, 1);
    assert_eq!(found_despite(&world, &[], moved, audit), []);
    let plies = world.game(running).game.plies().len();
    assert_eq!(plies, 2, "somebody has moved");
}

#[test]
fn change_during_a_check_of_a_store_in_use_is_not_reported() {
    let world = busy();
    let games = [GameId(2), world.begun(Rules::new(Mode::Duel))];
    let [first, second] = games.map(|game| {
        let world = &world;
        move || {
            world.ok(1, resign(game));
        }
    });
    let before = [Table::Games, Table::Actions];
    assert_ne!(found_despite(&world, &before, first, audit), []);
    assert_eq!(found_despite(&world, &before, second, audit_in_use), []);
    let (key, _) = entries(&world, Table::History).remove(0);
    put(&world, Table::History, key, None);
    let lasting = findings(&world);
    assert_eq!(lasting.len(), 1);
    let found = audit_in_use(&*world.store, &mut || {});
    assert_eq!(found.expect("a readable store"), lasting);
    repair(&*world.store, &lasting).expect("a repair");
}

#[test]
fn index_entry_with_wrong_content_is_rewritten() {
    let world = busy();
    let before = entries(&world, Table::Ladder);
    put(
        &world,
        Table::Ladder,
        before[0].0.clone(),
        Some(before[1].1.clone()),
    );
    repair(&*world.store, &findings(&world)).expect("a repair");
    assert_eq!(entries(&world, Table::Ladder), before);
}

#[test]
fn game_without_one_of_its_actions_is_named_and_left() {
    let world = busy();
    let (key, bytes) = entries(&world, Table::Actions).remove(1);
    put(&world, Table::Actions, key.clone(), None);
    let found = findings(&world);
    let text: Vec<_> = found.iter().map(ToString::to_string).collect();
    let expected = "game #2 cannot be played through: expected 1 actions, found 0";
    assert_eq!(text, [expected]);
    repair(&*world.store, &found).expect("nothing to repair");
    assert_eq!(findings(&world), found);
    put(&world, Table::Actions, key, Some(bytes));
    assert_eq!(findings(&world), []);
}

#[test]
fn actions_without_their_game_are_named_and_kept() {
    let world = busy();
    let actions = entries(&world, Table::Actions).len();
    let (key, bytes) = entries(&world, Table::Games).remove(0);
    put(&world, Table::Games, key.clone(), None);
    let found = findings(&world);
    assert!(found.contains(&Finding::Headless(GameId(1))), "{found:?}");
    assert!(!Finding::Headless(GameId(1)).can_be_repaired());
    repair(&*world.store, &found).expect("a repair");
    assert_eq!(findings(&world), [Finding::Headless(GameId(1))]);
    assert_eq!(entries(&world, Table::Actions).len(), actions);
    // After the record is restored by hand, all indices find the game again.
    put(&world, Table::Games, key, Some(bytes));
    repair(&*world.store, &findings(&world)).expect("a repair");
    assert_eq!(findings(&world), []);
}

#[test]
fn erasure_leaves_no_findings() {
    let world = busy();
    world.erase(2);
    // Traces of the person in the database's file vanish with the file.
    let note = entries(&world, Table::Meta);
    assert!(note.iter().any(|(key, ..)| key == b"erased"), "{note:?}");
    assert_eq!(findings(&world), []);
}

#[test]
fn rated_game_that_two_forgotten_people_left_rates_the_others_alone() {
    let world = World::new();
    let id = world.rated(Rules::new(Mode::FreeForAll), &[1, 2, 3, 4]);
    for gone in [1, 3] {
        assert_eq!(world.erase(gone), [id]);
    }
    world.ok(2, resign(id));
    let game = world.game(id);
    assert_eq!(game.ratings.len(), 4);
    let rated = recount::stored(world.store.clone());
    let people: Vec<_> = rated.keys().map(|(person, _)| *person).collect();
    assert_eq!(people, [2, 4]);
    assert_eq!(rated, recount::recounted(world.store.clone()));
    assert_eq!(findings(&world), []);
}
