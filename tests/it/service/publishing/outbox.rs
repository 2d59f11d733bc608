//! Outbox: every committed change is shown once, even after a crash.

use std::sync::Arc;
use std::thread;
use std::time::Instant;

use focus::{Mode, Rules};
use focusbot::service::{
    Access, Announcement, GameEvent, GameId, GuildId, Limits, MessageId, PersonId, Place, Request,
    Service, ServiceError, SupersededKind, SupersededMessage, View,
};
use focusbot::store::{Key, Table};

use crate::service::harness::{HERE, LIMITS, NOW, World, draw, invite, mv, people, resign};
use crate::store::put;
use crate::support::game_of;

#[test]
fn everything_is_unannounced_until_it_is_announced() {
    let (world, id) = World::with_game(Mode::Duel);
    assert_eq!(
        world.service.unannounced(None).expect("a store").entries,
        [id]
    );
    let update = world.service.pending(id).expect("a game");
    let update = update.expect("something to show");
    assert_eq!(
        (update.view.id(), update.announce),
        (id, Announcement::Post)
    );
    world
        .service
        .announced(&update.view, MessageId(77))
        .expect("a game");
    assert!(
        world
            .service
            .unannounced(None)
            .expect("a store")
            .entries
            .is_empty()
    );
    assert_eq!(world.game(id).message, Some(MessageId(77)));
    assert_eq!(
        world.service.by_message(MessageId(77)).expect("a store"),
        Some((id, 0))
    );
    assert_eq!(
        world.service.by_message(MessageId(78)).expect("a store"),
        None
    );
}

#[test]
fn announcing_an_older_state_leaves_the_newer_one_to_be_shown() {
    let (world, id) = World::with_game(Mode::Duel);
    let old = world.service.view(id).expect("a game");
    world.move_on(id, 1);
    world
        .service
        .announced(&old, MessageId(77))
        .expect("a game");
    let update = world.service.pending(id).expect("a game");
    let Some(View::Game(game)) = update.map(|update| update.view) else {
        panic!("expected a game")
    };
    assert_eq!(game.plies(), 1);
}

/// Returns the table or game that is to be shown, if it is.
fn to_show(service: &Service, game: GameId) -> Option<View> {
    let pending = service.pending_message(game, (NOW, Instant::now()));
    pending.expect("a game").map(|pending| pending.update.view)
}

#[test]
fn board_of_a_move_shows_what_was_recorded_right_after_it() {
    let (world, id) = World::with_game(Mode::Duel);
    world.move_on(id, 1);
    let place = Place {
        access: Access::Visitor,
        ..HERE
    };
    let learned = world.service.learn_access(id, place, NOW);
    learned.expect("a game");
    let view = to_show(&world.service, id).expect("a board");
    assert_eq!(view.place(), place);
}

#[test]
fn board_of_a_game_that_an_erasure_ends_lacks_the_name() {
    let (world, id) = World::with_game(Mode::Duel);
    assert_eq!(world.erase(1), [id]);
    let Some(View::Game(view)) = to_show(&world.service, id) else {
        panic!("expected a game");
    };
    assert_eq!(view.color_of(PersonId(1)), None);
}

#[test]
fn board_that_another_process_has_shown_is_not_shown_again() {
    let world = World::new();
    let other = Service::new(Arc::clone(&world.store) as _, LIMITS);
    let id = world.begun(Rules::new(Mode::Duel));
    world.move_on(id, 1);
    let view = to_show(&world.service, id).expect("a board");
    assert_eq!(view.version(), world.game(id).version);
    other.announced(&view, MessageId(77)).expect("a game");
    assert!(to_show(&world.service, id).is_none());
}

/// Returns a view of a board that was found without having been recorded.
fn found(view: &View) -> View {
    let View::Game(mut game) = view.clone() else {
        panic!("expected a game")
    };
    (game.version, game.actions) = (0, 0);
    View::Game(game)
}

/// Returns the messages that are to lose their buttons.
fn superseded(service: &Service) -> Vec<SupersededMessage> {
    let page = service.superseded_messages(None);
    page.expect("a store").entries
}

#[test]
fn older_board_recorded_late_does_not_replace_a_newer_one() {
    for is_found_meanwhile in [false, true] {
        let world = World::new();
        let service = &world.service;
        let id = world.begun(Rules::new(Mode::Duel));
        let note = |view: &View, message| {
            let noted = service.announced(view, MessageId(message));
            noted.expect("a game");
        };
        let view = || service.view(id).expect("a game");
        note(&view(), 76);
        world.move_on(id, 1);
        let old = view();
        world.move_on(id, 1);
        if is_found_meanwhile {
            note(&found(&old), 77);
        }
        note(&view(), 78);
        service.cleared(&superseded(service)).expect("a store");
        // The process that has posted it was suspended.
        note(&old, 77);
        assert_eq!(world.game(id).message, Some(MessageId(78)));
        let left = superseded(service);
        let left: Vec<_> = left.iter().map(|left| left.message).collect();
        assert_eq!(left, [MessageId(77)]);
        let known = [77, 78].map(|message| service.by_message(MessageId(message)));
        let known = known.map(|known| known.expect("a store"));
        assert_eq!(known, [None, Some((id, 2))]);
        assert!(service.pending(id).expect("a game").is_none());
    }
}

#[test]
fn board_edited_while_another_process_posts_one_does_not_become_the_live_one_again() {
    let (world, id) = World::with_game(Mode::Duel);
    world.show(id, 77);
    world.move_on(id, 1);
    let posted = world.service.view(id).expect("a game");
    world.move_on(id, 1);
    let edited = world.service.view(id).expect("a game");
    for (view, message) in [(posted, 78), (edited, 77)] {
        let noted = world.service.announced(&view, MessageId(message));
        noted.expect("a game");
    }
    assert_eq!(world.game(id).message, Some(MessageId(78)));
    let left = superseded(&world.service);
    let left: Vec<_> = left.iter().map(|left| left.message).collect();
    assert_eq!(left, [MessageId(77)]);
    // The edit may have come after the line that replaces the superseded board.
    assert!(world.pending(id).is_some());
    world.show(id, 78);
    assert_eq!(world.pending(id), None);
}

#[test]
fn older_table_recorded_late_does_not_replace_the_board() {
    let (world, id) = World::with_table(Mode::Duel);
    let table = world.service.view(id).expect("a table");
    world.ok(2, Request::Join(id));
    let board = world.service.view(id).expect("a game");
    for (view, message) in [(board, 71), (table, 70)] {
        let noted = world.service.announced(&view, MessageId(message));
        noted.expect("a game");
    }
    assert_eq!(world.game(id).message, Some(MessageId(71)));
    let left = superseded(&world.service);
    let left: Vec<_> = left.iter().map(|left| (left.message, left.was)).collect();
    assert_eq!(left, [(MessageId(70), SupersededKind::Table)]);
}

#[test]
fn guests_invited_to_a_table_stay_to_be_called_until_they_are() {
    let (world, game) = World::with_table(Mode::ThreeWay);
    world.show(game, 70);
    assert_eq!(world.pending(game), None);
    world.ok(1, invite(game, &[2, 3]));
    world.show(game, 70);
    assert_eq!(world.pending(game), Some(Announcement::Edit));
    let before = world.table(game);
    world.ok(2, Request::Join(game));
    let after = world.table(game);
    assert_eq!(
        (before.uncalled, after.uncalled.clone()),
        (people(&[2, 3]), people(&[3]))
    );
    world.show(game, 70);
    assert!(world.pending(game).is_some());
    world.service.called(&after, None).expect("a table");
    assert_eq!(world.table(game).uncalled, []);
    assert_eq!(world.pending(game), None);
}

#[test]
fn guests_called_to_an_older_state_of_a_table_are_not_called_to_the_newer_one() {
    let world = World::new();
    let service = &world.service;
    let game = world.open(Mode::ThreeWay);
    world.ok(1, invite(game, &[2]));
    let older = world.table(game);
    world.ok(1, invite(game, &[3]));
    service.called(&older, None).expect("a table");
    assert_eq!(world.table(game).uncalled, people(&[3]));
    assert!(service.pending(game).expect("a table").is_some());
}

#[test]
fn older_state_recorded_after_the_newest_is_replaced_by_one_edit() {
    let (world, id) = World::with_game(Mode::Duel);
    let note = |view: &View, message| {
        let noted = world.service.announced(view, MessageId(message));
        noted.expect("a game");
    };
    let old = world.service.view(id).expect("a game");
    world.move_on(id, 1);
    let new = world.service.view(id).expect("a game");
    let pending = || world.service.pending(id).expect("a game");
    // The same message, and one that was posted after the newest state was shown.
    for message in [77, 78] {
        note(&new, 77);
        assert!(pending().is_none());
        note(&old, message);
        let update = pending().expect("something to show");
        assert_eq!(update.announce, Announcement::Edit);
        assert_eq!(update.view.version(), new.version());
        assert_eq!(update.view.message(), Some(MessageId(message)));
        note(&update.view, message);
        assert!(pending().is_none());
    }
}

#[test]
fn older_state_recorded_just_before_the_newest_is_replaced_by_one_edit() {
    let world = World::new();
    let (table, game) = (
        world.open(Mode::FreeForAll),
        world.begun(Rules::new(Mode::ThreeWay)),
    );
    let joins = [2, 3].map(|who| (who, Request::Join(table)));
    let offers = [1, 2].map(|who| (who, draw(game)));
    for (id, message, changes) in [(table, 77, joins), (game, 78, offers)] {
        world.show(id, message);
        // Two processes edit the message at once.
        for view in changes.map(|(who, change)| world.ok(who, change).view) {
            let noted = world.service.announced(&view, MessageId(message));
            noted.expect("a store");
        }
        assert_eq!(world.pending(id), Some(Announcement::Edit));
        world.show(id, message);
        assert_eq!(world.pending(id), None);
    }
}

#[test]
fn process_that_may_have_undone_a_newer_edit_learns_of_it_and_of_the_current_state() {
    let (world, id) = World::with_game(Mode::Duel);
    let is_outdated = |view: &View| {
        let noted = world.service.announced(view, MessageId(77));
        noted.expect("a store").is_outdated
    };
    world.show(id, 77);
    let [oldest, middle] = [(); 2].map(|()| world.play(id, &world.a_move(id)).view);
    assert!(!is_outdated(&middle));
    let newest = world.play(id, &world.a_move(id)).view;
    // Its edit may have reached Discord before that of the oldest.
    assert!(is_outdated(&oldest));
    assert!(!is_outdated(&newest));
    assert_eq!(world.pending(id), None);
    let current = world.service.current_message(id, (NOW, Instant::now()));
    let update = current.expect("a game").update;
    assert_eq!(update.announce, Announcement::Edit);
    assert_eq!(update.view.version(), newest.version());
}

#[test]
fn step_of_a_board_is_the_older_one_until_the_edit_after_two_at_once() {
    let (world, id) = World::with_game(Mode::Duel);
    world.show(id, 77);
    let moves = [(); 2].map(|()| world.play(id, &world.a_move(id)).view);
    let step = || {
        let known = world.service.by_message(MessageId(77));
        known.expect("a store").map(|(_, step)| step)
    };
    for view in &moves {
        let noted = world.service.announced(view, MessageId(77));
        noted.expect("a store");
        assert_eq!(step(), Some(1));
    }
    world.show(id, 77);
    assert_eq!(step(), Some(2));
}

#[test]
fn older_board_that_is_found_does_not_have_anything_shown_again() {
    let (world, id) = World::with_game(Mode::Duel);
    let old = world.service.view(id).expect("a game");
    world.move_on(id, 1);
    let new = world.service.view(id).expect("a game");
    for (view, message) in [(&new, 77), (&found(&old), 78)] {
        let noted = world.service.announced(view, MessageId(message));
        noted.expect("a game");
    }
    assert_eq!(world.pending(id), None);
    assert_eq!(world.game(id).message, Some(MessageId(78)));
}

#[test]
fn news_is_what_happened_since_the_last_announcement() {
    let (world, id) = World::with_game(Mode::Duel);
    assert_eq!(world.game(id).news, [GameEvent::Started]);
    world.show(id, 77);
    assert_eq!(world.game(id).news, []);
    let legal = world.game(id).game.position().legal_moves()[0].to_string();
    world.play(id, &legal);
    let news = world.game(id).news;
    assert!(matches!(&news[..], [GameEvent::Moved { text, .. }] if text.starts_with(&legal)));
}

#[test]
fn new_service_on_the_same_store_knows_everything() {
    let (world, id) = World::with_game(Mode::FreeForAll);
    world.move_on(id, 1);
    let again = Service::new(world.store.clone(), LIMITS);
    assert_eq!(
        game_of(&again, id).game.position().key(),
        world.game(id).game.position().key()
    );
    assert_eq!(again.unannounced(None).expect("a store").entries.len(), 1);
}

#[test]
fn two_people_who_join_the_last_seat_at_once_do_not_both_get_it() {
    for _ in 0..50 {
        let world = Arc::new(World::new());
        let id = world.open(Mode::Duel);
        let rivals = [2, 3].map(|number| {
            let world = world.clone();
            thread::spawn(move || world.ask(number, Request::Join(id)).is_ok())
        });
        let seated = rivals.map(|rival| rival.join().expect("no panic"));
        assert_eq!(seated.iter().filter(|seated| **seated).count(), 1);
        assert_eq!(world.game(id).players.len(), 2);
    }
}

#[test]
fn the_same_press_from_many_threads_moves_once() {
    let world = Arc::new(World::new());
    let id = world.begun(Rules::new(Mode::Duel));
    let mover = world.mover(id);
    let legal = world.game(id).game.position().legal_moves()[0].to_string();
    let presses: Vec<_> = (0..8)
        .map(|_| {
            let (world, legal) = (world.clone(), legal.clone());
            thread::spawn(move || world.ask(mover, mv(id, Some(0), &legal)).is_ok())
        })
        .collect();
    let played = presses
        .into_iter()
        .map(|press| press.join().expect("no panic"));
    assert_eq!(played.filter(|played| *played).count(), 1);
    assert_eq!(world.game(id).plies(), 1);
}

#[test]
fn damaged_action_is_a_fault_of_its_game_alone() {
    let (world, id) = World::with_game(Mode::Duel);
    let other = world.begun(Rules::new(Mode::Duel));
    world.move_on(id, 1);
    let action = Key::new().u32(id.0).u32(0);
    put(&*world.store, Table::Actions, &action, vec![1, 2, 3]);
    let world = world.restarted();
    assert!(matches!(
        world.service.view(id),
        Err(ServiceError::Fault(_))
    ));
    assert!(matches!(
        world.ask(1, mv(id, None, "b7-c7")),
        Err(ServiceError::Fault(_))
    ));
    assert!(world.service.view(other).is_ok());
    assert_eq!(world.games_of(1).len(), 1);
    let new = world.open(Mode::Duel);
    assert!(new > other, "numbers are never given twice");
    world.leave();
}

#[test]
fn pending_updates_of_ended_games_are_given_up_with_their_server() {
    let (world, ended) = World::with_game(Mode::Duel);
    world.move_on(ended, 4);
    world.ok(1, resign(ended));
    let running = world.begun(Rules::new(Mode::Duel));
    let service = &world.service;
    assert_eq!(
        service.unannounced(None).expect("a store").entries,
        [ended, running]
    );
    assert_eq!(
        service.owed_replays(None).expect("a store").entries,
        [ended]
    );
    let elsewhere = GuildId(99);
    assert!(
        service
            .forget_server(elsewhere)
            .expect("a store")
            .is_empty()
    );
    assert_eq!(service.unannounced(None).expect("a store").entries.len(), 2);
    let here = HERE.guild.expect("a server");
    let forgotten = service.forget_server(here).expect("a store");
    assert!(forgotten.contains(&ended) && !forgotten.contains(&running));
    // It can be moved elsewhere.
    assert_eq!(
        service.unannounced(None).expect("a store").entries,
        [running]
    );
    assert!(
        service
            .owed_replays(None)
            .expect("a store")
            .entries
            .is_empty()
    );
}

#[test]
fn channels_of_games_are_found() {
    let world = World::with_limits(Limits {
        games_per_person: 40,
        games_per_channel: 40,
        ..LIMITS
    });
    let games = [(); 40].map(|()| world.open(Mode::Duel));
    let unknown = GameId(99_999);
    let asked: Vec<_> = games.into_iter().chain([unknown]).collect();
    let found = world.service.channels_of(&asked).expect("a store");
    assert_eq!(found, games.map(|game| (game, HERE.channel)));
}

#[test]
fn a_board_that_calls_nobody_waits_until_people_are_told() {
    let (world, id) = World::with_game(Mode::Duel);
    let mut view = world.game(id);
    view.is_uncalled = true;
    let version = view.version;
    let shown = View::Game(Box::new(view));
    let noted = world.service.announced(&shown, MessageId(77));
    noted.expect("a store");
    for (told_of, waits) in [(version + 1, true), (version, false)] {
        let noted = world.service.told_in_private(id, told_of);
        noted.expect("a game");
        assert_eq!(world.pending(id), waits.then_some(Announcement::Post));
    }
}
