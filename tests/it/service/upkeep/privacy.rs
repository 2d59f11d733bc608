//! Export and erasure of personal data, which an index finds as completely as a read of all games.

use std::ops::RangeInclusive;
use std::time::Duration;

use focus::{Mode, Rules};
use focusbot::service::{
    AuditAction, GuildId, Overtime, PersonId, Request, SeatRequest, Service, TableKind,
};
use focusbot::store::records::record::decode;
use focusbot::store::records::{GameRecord, PlayerRecord};
use focusbot::store::{Batch, Expected, Key, Keys, Store, Table, process_prefix};

use crate::service::harness::{
    ELSEWHERE, NOW, OLDER, World, abort, beside, decide, invite, people, remove_entries, resign,
    seat, timed,
};

/// Every person of [`crowded`].
const PEOPLE: RangeInclusive<u64> = 1..=9;

/// Returns a world in which people are named in every way.
fn crowded() -> World {
    let world = World::new();
    let duel = Rules::new(Mode::Duel);
    // Seats and a watcher.
    let running = world.begun(duel);
    world
        .service
        .watch(NOW, PersonId(6), ELSEWHERE, running)
        .expect("a follower");
    // A seat that has changed hands, and one that somebody asks for.
    let handed = world.begun(Rules::new(Mode::ThreeWay));
    let asked = world.begun(Rules::new(Mode::ThreeWay));
    for (game, successor) in [(handed, 7), (asked, 8)] {
        let leaver = world.mover(game);
        world.ok(leaver, seat(game, SeatRequest::Offer));
        world.ok(successor, seat(game, SeatRequest::Mine));
    }
    let leaver = world.mover(handed);
    for other in (1..=3).filter(|other| *other != leaver) {
        world.ok(other, seat(handed, SeatRequest::Allow));
    }
    // Tables that people have declined or left, and a game that was called off.
    let declined = world.open_for(Mode::Duel, TableKind::Challenge(people(&[4])));
    world.ok(4, Request::Decline(declined));
    let left = world.open_for(Mode::Duel, TableKind::Invited(people(&[5])));
    world.ok(1, Request::Leave(left));
    // A guest who is still to be called to a table that is open to all.
    world.ok(1, invite(world.open(Mode::Duel), &[9]));
    // One who has declined to sit down at such a table.
    let game = world.open(Mode::Duel);
    world.ok(1, invite(game, &[9]));
    world.ok(9, Request::Decline(game));
    // A rematch that only one of two has joined, and an ended game.
    world.ok(1, abort(running));
    let over = world.begun(duel);
    world.move_on(over, 4);
    world.ok(1, resign(over));
    world.ok(1, Request::Rematch(over));
    decide(&world.service, GuildId(1), &AuditAction::Replays(false));
    decide(&world.service, GuildId(2), &AuditAction::Replays(false));
    world
}

/// Returns whether the record of any table or game has this person's name.
fn is_named(world: &World, person: u64) -> bool {
    let name = format!("\"P{person}\"");
    let games = world.store.scan(Table::Games, &Keys::all());
    games.expect("a store").iter().any(|(_, value)| {
        let record = decode::<GameRecord>(&value.bytes).expect("a record");
        format!("{record:?}").contains(&name)
    })
}

/// Returns the keys of the index.
fn keys(world: &World) -> Vec<Vec<u8>> {
    let entries = world.store.scan(Table::Mentions, &Keys::all());
    let entries = entries.expect("a store").into_iter();
    entries.map(|(key, _)| key).collect()
}

fn exports(service: &Service) -> Vec<String> {
    let export = |person| service.personal_data(PersonId(person)).expect("a store");
    PEOPLE.map(export).collect()
}

/// Removes the entries of the index, as an older process would have left none.
fn remove_index(world: &World) {
    remove_entries(&*world.store, Table::Mentions);
}

/// Removes the note that the index is complete.
fn remove_note(world: &World) {
    let mut batch = Batch::new();
    batch.delete(Table::Meta, Table::Mentions.name(), Expected::Any);
    world.store.commit(batch).expect("a store");
}

#[test]
fn export_by_index_equals_export_by_reading_all_games() {
    let world = crowded();
    let walked = exports(&beside(&world, OLDER));
    for (person, export) in PEOPLE.zip(&walked) {
        assert!(export.contains("\"game\": "), "{person} is named");
    }
    assert_eq!(exports(&world.service), walked);
    // An index that is newer than the games is completed.
    remove_index(&world);
    remove_note(&world);
    assert_eq!(exports(&world.service), walked);
}

#[test]
fn erased_people_are_named_in_no_game() {
    for is_older in [false, true] {
        let world = crowded();
        if is_older {
            remove_index(&world);
        }
        for person in PEOPLE {
            world.erase(person);
            assert!(!is_named(&world, person), "{person}");
        }
        // The follower stays, and is counted for its server and its channel.
        assert_eq!(keys(&world).len(), 2);
    }
}

#[test]
fn erasure_finds_what_an_older_process_beside_it_writes_without_the_index() {
    let world = crowded();
    let exported = exports(&world.service);
    remove_index(&world);
    let beside_older = beside(&world, OLDER);
    assert_eq!(exports(&beside_older), exported);
    let forgotten = beside_older.erase_person(NOW, PersonId(4));
    forgotten.expect("a store");
    assert!(!is_named(&world, 4));
    // Once the older process has ended, the index is completed.
    remove_index(&world);
    let newer = beside(&world, &(process_prefix() + "2"));
    assert_eq!(exports(&newer)[7], exported[7]);
    newer.erase_person(NOW, PersonId(8)).expect("a store");
    assert!(!is_named(&world, 8));
}

#[test]
fn deletion_that_an_older_version_broke_off_is_found() {
    let world = crowded();
    let leaving = || world.service.leaving().expect("a store");
    let record = PlayerRecord {
        is_leaving: true,
        ..PlayerRecord::default()
    };
    let mut batch = Batch::new();
    batch.put_record(Key::new().u64(7), &record, Expected::Any);
    world.store.commit(batch).expect("a store");
    assert_eq!(leaving(), people(&[7]));
    exports(&world.service);
    assert_eq!(leaving(), people(&[7]));
    world.erase(7);
    assert_eq!(leaving(), []);
}

#[test]
fn deletion_that_another_process_has_completed_is_not_repeated() {
    let (world, id) = World::with_game(Mode::Duel);
    let person = PersonId(world.mover(id));
    let record = PlayerRecord {
        theme: Some("contrast".to_owned()),
        ..PlayerRecord::default()
    };
    let mut batch = Batch::new();
    batch.put_record(Key::new().u64(person.0), &record, Expected::Any);
    world.store.commit(batch).expect("a store");
    let settings = world.service.settings(person).expect("a store");
    // The person plays again after a deletion that two processes found interrupted.
    let again = world.service.go_on_forgetting(NOW, person);
    assert_eq!(again.expect("a store"), []);
    assert!(world.game(id).ending.is_none());
    assert!(is_named(&world, person.0));
    assert_eq!(world.service.settings(person).expect("a store"), settings);
}

#[test]
fn index_is_completed_anew_after_an_older_program_has_used_the_store() {
    let world = crowded();
    let before = exports(&world.service);
    let is_complete = || {
        let noted = world
            .store
            .get(Table::Meta, Table::Mentions.name().as_bytes());
        noted.expect("a store").is_some()
    };
    world.service.note_online(NOW).expect("a store");
    world.service.check_indices().expect("a store");
    assert!(is_complete());
    // A program that does not know the index writes neither it nor that it keeps it.
    let mut batch = Batch::new();
    for key in keys(&world) {
        batch.delete(Table::Mentions, Key::new().bytes(&key), Expected::Any);
    }
    world.write_as_older(batch, NOW);
    assert!(!is_complete());
    assert_eq!(exports(&world.service), before);
    assert!(is_complete());
}

#[test]
fn player_whose_time_is_over_loses_by_deletion() {
    let world = World::new();
    let new = timed(Rules::new(Mode::Duel), "5m", Overtime::Out);
    let id = world.begun_from(new);
    let late = NOW.after(Duration::from_secs(360));
    let mover = PersonId(world.mover(id));
    let forgotten = world.service.erase_person(late, mover);
    assert_eq!(forgotten.expect("a store"), [id]);
    assert!(world.game(id).ending.is_some());
}
