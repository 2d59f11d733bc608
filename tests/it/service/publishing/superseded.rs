//! Superseded messages are recorded until they are changed.

use std::sync::Arc;

use focus::{Mode, Rules};
use focusbot::service::{
    GameEvent, GameId, MessageForm, MessageId, Request, Service, SupersededKind, SupersededMessage,
    TableKind, View,
};

use crate::service::deadlines::due::Counting;
use crate::service::harness::{
    ELSEWHERE, HERE, LIMITS, NOW, World, go_on, granted, invite, play_next, table,
};

fn left(world: &World) -> Vec<(u64, SupersededKind)> {
    let left = world
        .service
        .superseded_messages(None)
        .expect("a store")
        .entries
        .into_iter();
    left.map(|left| (left.message.0, left.was)).collect()
}

#[test]
fn boards_and_tables_are_left_until_they_are_cleared() {
    let (world, id) = World::with_table(Mode::Duel);
    world.show(id, 70);
    assert_eq!(left(&world), []);
    world.ok(2, Request::Join(id));
    world.show(id, 71);
    assert_eq!(left(&world), [(70, SupersededKind::Table)]);
    for message in [72, 72, 73] {
        world.move_on(id, 1);
        world.show(id, message);
    }
    let board = |from, to| SupersededKind::Board { from, to };
    let all = [
        (70, SupersededKind::Table),
        (71, board(0, 0)),
        (72, board(0, 2)),
    ];
    assert_eq!(left(&world), all);
    // A message that was edited has announced several moves.
    let page = world.service.superseded_messages(None).expect("a store");
    let [first, _, last] = page.entries[..] else {
        panic!("three messages");
    };
    let View::Game(view) = world.service.view_after(last).expect("a store") else {
        panic!("a game");
    };
    assert!(matches!(
        &view.news[..],
        [GameEvent::Moved { .. }, GameEvent::Moved { .. }]
    ));
    assert_eq!(first.place, HERE);
    world.service.cleared(&[first]).expect("a store");
    let world = world.restarted();
    assert_eq!(left(&world), all[1..]);
}

#[test]
fn a_call_to_a_table_is_left_until_it_is_cleared() {
    let (world, game) = World::with_table(Mode::ThreeWay);
    world.ok(1, invite(game, &[2]));
    world.show(game, 70);
    let called = world
        .service
        .called(&world.table(game), Some(MessageId(71)));
    called.expect("a table");
    assert_eq!(left(&world), [(71, SupersededKind::Table)]);
}

#[test]
fn a_message_keeps_its_form_until_another_one_replaces_it() {
    let (world, id) = World::with_table(Mode::ThreeWay);
    let in_form = |form| match world.service.view(id).expect("a table") {
        View::Table(mut table) => {
            table.form = form;
            View::Table(table)
        }
        View::Game(mut game) => {
            game.form = form;
            View::Game(game)
        }
    };
    let show = |form, message| {
        let noted = world.service.announced(&in_form(form), MessageId(message));
        noted.expect("a store");
        world.service.view(id).expect("a view").form()
    };
    assert_eq!(show(MessageForm::Components, 70), MessageForm::Components);
    // No edit changes it.
    assert_eq!(show(MessageForm::Text, 70), MessageForm::Components);
    world.ok(2, Request::Join(id));
    world.ok(1, Request::Start(id));
    assert_eq!(show(MessageForm::Text, 71), MessageForm::Text);
    let world = world.restarted();
    let left = world.service.superseded_messages(None).expect("a store");
    let forms: Vec<_> = left
        .entries
        .iter()
        .map(|left| (left.message, left.form))
        .collect();
    assert_eq!(forms, [(MessageId(70), MessageForm::Components)]);
    assert_eq!(world.game(id).form, MessageForm::Text);
}

#[test]
fn the_message_of_a_game_that_moves_is_left_where_it_was() {
    let (world, id) = World::with_game(Mode::Duel);
    world.show(id, 71);
    let before = world.service.view(id).expect("a game");
    world.ok(1, go_on(id, ELSEWHERE));
    // A board that was still being posted is not in the game's channel.
    let noted = world.service.announced(&before, MessageId(72));
    noted.expect("a store");
    assert_eq!(world.game(id).message, None);
    let place = HERE;
    let moved = [71, 72].map(|message| SupersededMessage {
        game: id,
        place,
        message: MessageId(message),
        form: MessageForm::Text,
        was: SupersededKind::Moved,
    });
    assert_eq!(
        world
            .service
            .superseded_messages(None)
            .expect("a store")
            .entries,
        moved
    );
    let pending = world.service.pending(id).expect("a store");
    assert_eq!(pending.expect("news").view.place(), ELSEWHERE);
}

#[test]
fn a_board_that_was_just_superseded_is_left_to_the_process_of_its_server() {
    let (world, id) = World::with_game(Mode::Duel);
    world.show(id, 70);
    world.move_on(id, 1);
    let view = world.service.view(id).expect("a game");
    let old = world.service.announced(&view, MessageId(71));
    let old = old.expect("a store").superseded.expect("a board");
    let to_change = || world.service.superseded_messages_of(&[], [old]);
    assert_eq!(to_change().expect("a store"), [old]);
    assert_eq!(left(&world), [(70, old.was)]);
    // From now on, other processes have the shards.
    world.service.begin_sharing();
    assert_eq!(to_change().expect("a store"), []);
}

/// Makes a move in a game, and records that a message shows it.
fn move_and_show(service: &Service, id: GameId, message: u64) {
    play_next(service, NOW, id);
    let after = service.view(id).expect("a game");
    let shown = service.announced(&after, MessageId(message));
    shown.expect("a store");
}

#[test]
fn a_board_that_was_just_superseded_is_worded_without_reading_its_game() {
    let store = Arc::new(Counting::default());
    let [service, other] = [(); 2].map(|()| Service::new(store.clone(), LIMITS));
    let new = Request::Create(table(Rules::new(Mode::Duel), TableKind::Open));
    let id = granted(&service, NOW, 1, new).view.id();
    granted(&service, NOW, 2, Request::Join(id));
    for message in 70..73 {
        move_and_show(&service, id, message);
    }
    let page = service.superseded_messages(None).expect("a store");
    let [first, last] = page.entries[..] else {
        panic!("two messages");
    };
    let view_after = |service: &Service, old| {
        let (view, requests) = store.count_requests(|| service.view_after(old));
        (format!("{:?}", view.expect("a game")), requests)
    };
    for old in [first, last] {
        let (view, requests) = view_after(&service, old);
        assert_eq!(requests, 0);
        assert_eq!(view_after(&other, old).0, view);
    }
    // A process that has shown nothing later than a message reads on.
    move_and_show(&other, id, 73);
    let page = service.superseded_messages(None).expect("a store");
    let newest = *page.entries.last().expect("a message");
    assert_eq!(newest.message, MessageId(72));
    let (view, requests) = view_after(&service, newest);
    assert_eq!(requests, 2, "the game and its actions");
    assert_eq!(view_after(&other, newest), (view, 0));
}
