//! Followers of games.

use std::sync::Arc;
use std::time::Duration;

use focus::{Mode, Rules};
use focusbot::service::{
    Follower, GameId, MemberPermissions, MessageId, NewTable, Overtime, PersonId, Place, Refusal,
    Request, Service, ServiceError, SupersededKind, TableKind,
};
use focusbot::store::records::BehindRecord;
use focusbot::store::records::record::decode;
use focusbot::store::{Batch, Entries, Expected, Keys, Store, StoreError, Stored, Table};

use crate::service::harness::{
    AFAR, ELSEWHERE, HERE, LIMITS, NOW, World, granted, interrupted, manager, mv, or_refusal,
    person, remove_entries, resign, table, timed,
};
use crate::store::intercepted;

fn watch(world: &World, id: GameId) -> Result<(), Refusal> {
    or_refusal(world.service.watch(NOW, PersonId(9), ELSEWHERE, id)).map(drop)
}

fn behind(world: &World) -> Vec<Follower> {
    world.service.watches_behind(None).expect("a store").entries
}

/// Returns the follower of a game that began at the beginning.
fn follower(game: GameId) -> Follower {
    Follower {
        game,
        place: ELSEWHERE,
        begun: NOW,
        message: None,
    }
}

/// Records that a message shows the current state of the game.
fn show(world: &World, id: GameId) {
    let view = world.game(id);
    let noted = world.service.watched(follower(id), MessageId(5), &view);
    noted.expect("a store");
}

#[test]
fn watch_is_behind_after_each_change_and_changes_no_game() {
    let (world, id) = World::with_game(Mode::Duel);
    let before = world.game(id);
    watch(&world, id).expect("a watch");
    assert_eq!(world.game(id).version, before.version);
    assert_eq!(behind(&world).len(), 1);
    show(&world, id);
    assert_eq!(behind(&world), []);
    world.move_on(id, 1);
    assert_eq!(behind(&world)[0].message, Some(MessageId(5)));
    show(&world, id);
    let unwatch = || world.service.unwatch(follower(id)).expect("a store");
    assert!(unwatch());
    // A message still being posted when the watch ended does not restore it.
    show(&world, id);
    world.ok(1, resign(id));
    assert_eq!(behind(&world), []);
    assert!(!unwatch());
}

/// Returns the entries of the queue.
fn queued(world: &World) -> Entries<Stored> {
    let queued = world.store.scan(Table::Behind, &Keys::all());
    queued.expect("a store")
}

/// Returns the version of the game in the only entry of the queue.
#[track_caller]
fn queued_version(world: &World) -> u64 {
    let entries = queued(world);
    assert_eq!(entries.len(), 1);
    let entry = decode::<BehindRecord>(&entries[0].1.bytes);
    entry.expect("a record").version
}

#[test]
fn move_queues_a_follower_until_it_is_shown() {
    let (world, id) = World::with_game(Mode::Duel);
    watch(&world, id).expect("a watch");
    assert_eq!(queued(&world).len(), 1);
    show(&world, id);
    assert_eq!(queued(&world), []);
    world.move_on(id, 1);
    let before = world.game(id);
    world.move_on(id, 1);
    let noted = world.service.watched(follower(id), MessageId(5), &before);
    assert!(noted.expect("a store"));
    assert_eq!(queued(&world).len(), 1, "it shows the move before");
    assert_eq!(behind(&world).len(), 1);
    show(&world, id);
    assert_eq!(queued(&world), []);
    world.ok(1, resign(id));
    assert_eq!(behind(&world).len(), 1);
    assert!(world.service.unwatch(follower(id)).expect("a store"));
    assert_eq!(queued(&world), []);
}

#[test]
fn follower_that_begins_during_a_move_is_behind_when_it_shows_the_position_before() {
    let (world, id) = World::with_game(Mode::Duel);
    let before = world.game(id);
    let other = Service::new(Arc::clone(&world.store) as _, LIMITS);
    let begin = move || {
        let begun = other.watch(NOW, PersonId(9), ELSEWHERE, id);
        begun.expect("a watch");
    };
    let service = interrupted(&world, LIMITS, 0, begin);
    let request = mv(id, None, &world.a_move(id));
    granted(&service, NOW, world.mover(id), request);
    assert_eq!(queued_version(&world), before.version);
    let noted = world.service.watched(follower(id), MessageId(5), &before);
    assert!(noted.expect("a store"));
    assert_eq!(behind(&world).len(), 1);
    show(&world, id);
    assert_eq!(queued(&world), []);
}

#[test]
fn late_edit_to_an_earlier_position_queues_a_follower() {
    let (world, id) = World::with_game(Mode::Duel);
    watch(&world, id).expect("a watch");
    let before = world.game(id);
    world.move_on(id, 1);
    show(&world, id);
    assert_eq!(queued(&world), []);
    // It comes from a process that was frozen, and has lost the server meanwhile.
    let noted = world.service.watched(follower(id), MessageId(5), &before);
    assert!(noted.expect("a store"));
    assert_eq!(behind(&world).len(), 1);
    show(&world, id);
    assert_eq!(queued(&world), []);
}

#[test]
fn change_that_no_player_makes_queues_a_follower() {
    let world = World::new();
    let id = world.begun_from(timed(Rules::new(Mode::Duel), "1d", Overtime::Out));
    watch(&world, id).expect("a watch");
    show(&world, id);
    let mover = PersonId(world.mover(id));
    let away = world
        .service
        .change_settings(NOW, mover, |settings| settings.vacation.take(NOW, 3));
    away.expect("days that are left");
    assert_eq!(behind(&world).len(), 1);
}

#[test]
fn move_that_is_not_written_queues_nothing() {
    let (world, id) = World::with_game(Mode::Duel);
    watch(&world, id).expect("a watch");
    show(&world, id);
    let full = intercepted(Arc::clone(&world.store) as _, |store, batch| {
        let mut changes = batch.changes().iter();
        if changes.any(|change| change.table == Table::Games) {
            return Err(StoreError::Database("no space left".to_owned()).into());
        }
        store.commit(batch)
    });
    let service = Service::new(full, LIMITS);
    let request = mv(id, None, &world.a_move(id));
    let failed = service.handle(NOW, &person(world.mover(id)), request, 7);
    assert!(matches!(failed, Err(ServiceError::Fault(_))), "{failed:?}");
    assert_eq!(queued(&world), []);
}

#[test]
fn follower_that_an_older_program_left_behind_is_queued() {
    let (world, id) = World::with_game(Mode::Duel);
    watch(&world, id).expect("a watch");
    show(&world, id);
    world.move_on(id, 1);
    remove_entries(&*world.store, Table::Behind);
    assert_eq!(behind(&world), []);
    let found = || {
        let page = world.service.queue_followers(None);
        page.expect("a store").entries
    };
    assert_eq!(found(), [id]);
    assert_eq!(behind(&world).len(), 1);
    show(&world, id);
    assert_eq!(found(), []);
}

#[test]
fn entry_of_a_move_is_not_replaced_by_one_of_an_earlier_position() {
    let (world, id) = World::with_game(Mode::Duel);
    watch(&world, id).expect("a watch");
    show(&world, id);
    world.move_on(id, 1);
    remove_entries(&*world.store, Table::Behind);
    let other = Service::new(Arc::clone(&world.store) as _, LIMITS);
    let (mover, request) = (person(world.mover(id)), mv(id, None, &world.a_move(id)));
    let play = move || {
        let played = other.handle(NOW, &mover, request, 7);
        played.expect("a move");
    };
    let service = interrupted(&world, LIMITS, 0, play);
    let found = service.queue_followers(None).expect("a store").entries;
    assert_eq!(found, [], "the move has queued it");
    assert_eq!(queued_version(&world), world.game(id).version);
}

#[test]
fn entry_of_a_follower_that_an_older_program_has_ended_is_removed() {
    let (world, id) = World::with_game(Mode::Duel);
    watch(&world, id).expect("a watch");
    let left = queued(&world);
    assert!(world.service.unwatch(follower(id)).expect("a store"));
    let mut batch = Batch::new();
    for (key, entry) in left {
        batch.put(Table::Behind, key, entry.bytes, Expected::Absent);
    }
    world.store.commit(batch).expect("a store");
    assert_eq!(behind(&world), []);
    assert_eq!(queued(&world), []);
}

#[test]
fn watch_that_was_begun_anew_outlives_the_one_before() {
    let (world, id) = World::with_game(Mode::Duel);
    watch(&world, id).expect("a watch");
    let unwatch = || world.service.unwatch(follower(id)).expect("a store");
    assert!(unwatch());
    let later = NOW.after(Duration::from_secs(1));
    let again = world.service.watch(later, PersonId(9), ELSEWHERE, id);
    again.expect("a watch");
    let begun = behind(&world);
    // A message of the first watch was still being posted, and can no longer be changed.
    show(&world, id);
    assert!(!unwatch());
    assert_eq!(behind(&world), begun);
    let left = world.service.superseded_messages(None).expect("a store");
    let left = left.entries.iter().map(|left| (left.message, left.was));
    let stale = (MessageId(5), SupersededKind::Watch);
    assert_eq!(left.collect::<Vec<_>>(), [stale]);
}

#[test]
fn message_that_was_posted_when_its_watch_had_ended_is_deleted() {
    let (world, id) = World::with_game(Mode::Duel);
    watch(&world, id).expect("a watch");
    show(&world, id);
    let edited = Follower {
        message: Some(MessageId(5)),
        ..follower(id)
    };
    assert!(world.service.unwatch(edited).expect("a store"));
    let left = || {
        let left = world.service.superseded_messages(None).expect("a store");
        left.entries.len()
    };
    // The message already says that the game is no longer followed.
    let noted = world.service.watched(edited, MessageId(5), &world.game(id));
    assert!(!noted.expect("a store"), "it is not followed any more");
    assert_eq!(left(), 0);
    show(&world, id);
    assert_eq!(left(), 1);
}

#[test]
fn message_is_superseded_follower_when_its_watch_has_ended_or_a_later_one_follows() {
    let (world, id) = World::with_game(Mode::Duel);
    watch(&world, id).expect("a watch");
    let is_left = |message| {
        let left = world
            .service
            .is_superseded_follower(ELSEWHERE, id, MessageId(message));
        left.expect("a store")
    };
    assert!(!is_left(5), "it may just have been posted");
    show(&world, id);
    assert!(is_left(4) && !is_left(5) && !is_left(6));
    assert!(world.service.unwatch(follower(id)).expect("a store"));
    assert!(is_left(5));
}

#[test]
fn invalid_watches_are_refused() {
    let (world, id) = World::with_game(Mode::Duel);
    let here = world.service.watch(NOW, PersonId(9), HERE, id);
    assert_eq!(or_refusal(here).err(), Some(Refusal::WatchedHere));
    watch(&world, id).expect("a watch");
    assert_eq!(watch(&world, id), Err(Refusal::WatchedHere));
    let open = world.open(Mode::Duel);
    assert_eq!(watch(&world, open), Err(Refusal::NotBegun));
    assert_eq!(
        watch(&world, GameId(99)),
        Err(Refusal::NoSuchGame(GameId(99)))
    );
    for _ in 1..LIMITS.watches_per_channel {
        let other = world.begun(Rules::new(Mode::Duel));
        watch(&world, other).expect("a watch");
    }
    let one_more = world.begun(Rules::new(Mode::Duel));
    assert_eq!(
        watch(&world, one_more),
        Err(Refusal::TooManyWatches {
            limit: LIMITS.watches_per_channel
        })
    );
    world.ok(1, resign(one_more));
    assert_eq!(watch(&world, one_more), Err(Refusal::GameOver));
}

/// Requests to stop the watch with message 5, as a person on the server.
fn stop(world: &World, who: u64, standing: &MemberPermissions, id: GameId) -> Result<(), Refusal> {
    let stopped = world
        .service
        .stop_watch(PersonId(who), standing, ELSEWHERE, id, MessageId(5));
    or_refusal(stopped)
}

#[test]
fn watch_is_stopped_by_those_it_concerns_only() {
    let (world, id) = World::with_game(Mode::Duel);
    let nobody = MemberPermissions::default();
    let manager = manager();
    for (who, standing, expected) in [
        (9, &nobody, Ok(())),
        (1, &nobody, Ok(())),
        (7, &manager, Ok(())),
        (7, &nobody, Err(Refusal::NotYourWatch)),
    ] {
        watch(&world, id).expect("a watch");
        show(&world, id);
        assert_eq!(stop(&world, who, standing, id), expected, "{who}");
        let is_there = world.service.unwatch(follower(id)).expect("a store");
        assert_eq!(is_there, expected.is_err(), "{who}");
    }
    assert_eq!(stop(&world, 9, &nobody, id), Err(Refusal::NotWatched));
}

#[test]
fn watch_is_stopped_on_its_own_message_only() {
    let (world, id) = World::with_game(Mode::Duel);
    let other = world.begun(Rules::new(Mode::Duel));
    watch(&world, id).expect("a watch");
    let nobody = MemberPermissions::default();
    assert_eq!(stop(&world, 9, &nobody, id), Err(Refusal::NotWatched));
    show(&world, id);
    assert_eq!(stop(&world, 9, &nobody, other), Err(Refusal::NotWatched));
    assert_eq!(stop(&world, 9, &nobody, id), Ok(()));
}

#[test]
fn person_who_asked_for_a_watch_can_be_erased() {
    let (world, id) = World::with_game(Mode::Duel);
    watch(&world, id).expect("a watch");
    show(&world, id);
    let personal_data = |world: &World| world.service.personal_data(PersonId(9)).expect("a store");
    assert!(personal_data(&world).contains("\"channel\": \"11\""));
    world.erase(9);
    assert!(!personal_data(&world).contains("\"channel\": \"11\""));
    assert_eq!(stop(&world, 7, &MemberPermissions::default(), id), Ok(()));
}

#[test]
fn public_games_of_the_server_are_offered_to_watch() {
    let (world, public) = World::with_game(Mode::Duel);
    let new = NewTable {
        is_private: true,
        ..table(Rules::new(Mode::Duel), TableKind::Open)
    };
    let private = world.created(new);
    world.ok(2, Request::Join(private));
    world.open(Mode::Duel);
    let over = world.begun(Rules::new(Mode::Duel));
    world.ok(1, resign(over));
    let offered = |place| -> Vec<_> {
        let games = world.service.watchable(place).expect("a store");
        games.iter().map(|game| game.id).collect()
    };
    assert_eq!(offered(ELSEWHERE), [public]);
    assert_eq!(offered(HERE), [], "it is shown there already");
    assert_eq!(offered(AFAR), []);
}

#[test]
fn for_outsiders_there_is_no_game_of_another_server_unless_a_player_has_it_followed() {
    let (world, id) = World::with_game(Mode::Duel);
    let direct = Place {
        guild: None,
        channel: ELSEWHERE.channel,
        ..AFAR
    };
    let look = |who, place| {
        let seen = world.service.visible_game(PersonId(who), place, id);
        or_refusal(seen).map(drop)
    };
    let follow = |who, place| {
        let watched = world.service.watch(NOW, PersonId(who), place, id);
        or_refusal(watched).map(drop)
    };
    for place in [AFAR, direct] {
        assert_eq!(look(9, place), Err(Refusal::NoSuchGame(id)));
        assert_eq!(follow(9, place), Err(Refusal::NoSuchGame(id)));
        assert_eq!(look(1, place), Ok(()));
    }
    assert_eq!(look(9, ELSEWHERE), Ok(()));
    assert_eq!(follow(1, AFAR), Ok(()));
    assert_eq!(look(9, AFAR), Ok(()));
    assert_eq!(look(9, direct), Err(Refusal::NoSuchGame(id)));
}

#[test]
fn private_game_is_seen_by_its_players_and_in_its_channel_only() {
    let world = World::new();
    let new = NewTable {
        is_private: true,
        ..table(Rules::new(Mode::Duel), TableKind::Open)
    };
    let id = world.created(new);
    world.ok(2, Request::Join(id));
    let is_visible = |who, place| world.service.visible_game(PersonId(who), place, id).is_ok();
    assert!(is_visible(9, HERE) && is_visible(1, ELSEWHERE));
    assert!(!is_visible(9, ELSEWHERE));
    assert_eq!(watch(&world, id), Err(Refusal::PrivateGame));
    // The rematch stays private as well.
    world.ok(1, resign(id));
    let again = world.ok(1, Request::Rematch(id)).view.id();
    assert!(world.table(again).is_private);
}
