//! Requests that something else interrupts between their read and their commit.

use std::sync::Arc;
use std::time::Duration;

use focus::{Mode, Rules};
use focusbot::service::{
    GameId, MachineTime, MessageId, PersonId, Refusal, Request, SeatRequest, Service, TableState,
    View,
};

use crate::service::harness::{
    LIMITS, MINUTE, NOW, World, clean_up, interrupted, mv, number, or_refusal, person, resign, seat,
};
use crate::support::game_of;

/// Returns a move without a position, asked for at a time.
fn written(game: GameId, asked: MachineTime, text: String) -> Request {
    Request::Move {
        game,
        seen: None,
        asked: Some(asked),
        text,
    }
}

#[test]
fn move_is_played_only_in_the_position_for_which_it_was_sent() {
    let (world, id) = World::with_game(Mode::Duel);
    let mover = world.mover(id);
    let legal = world.game(id).game.position().legal_moves();
    // Two moves that do not affect each other.
    let (late, sooner) = (legal[0], legal[legal.len() - 1]);
    let other = Service::new(Arc::clone(&world.store) as _, LIMITS);
    let meanwhile = move || {
        let sooner = mv(id, None, &sooner.to_string());
        other
            .handle(NOW, &person(mover), sooner, 1)
            .expect("a move");
        // The other person answers, so that it is the same person's turn.
        let game = game_of(&other, id);
        let answerer = number(&game, game.to_move().expect("a game that goes on"));
        let mut legal = game.game.position().legal_moves().into_iter();
        let answer = legal.find(|mv| {
            let mut after = game.game.position().clone();
            after.play_unchecked(*mv);
            after.legal_moves().contains(&late)
        });
        let reply = mv(id, None, &answer.expect("a move aside").to_string());
        let done = other.handle(NOW, &person(answerer), reply, 1);
        done.expect("a move");
    };
    let service = interrupted(&world, LIMITS, 0, meanwhile);
    let late = mv(id, None, &late.to_string());
    let refused = service.handle(NOW, &person(mover), late, 1);
    assert_eq!(or_refusal(refused).err(), Some(Refusal::Stale));
    assert_eq!(world.game(id).plies(), 2);
}

#[test]
fn move_sent_before_the_last_one_is_not_played() {
    let (world, id) = World::with_game(Mode::Duel);
    let mover = world.mover(id);
    for _ in 0..2 {
        world.play_at(id, NOW.after(Duration::from_secs(10)));
    }
    let before = Duration::from_secs(10);
    let clocks = MachineTime::now();
    let asked = MachineTime {
        system: clocks.system - before,
        ..clocks
    };
    let late = written(id, asked, world.a_move(id));
    let refused = world.service.handle(NOW, &person(mover), late, 1);
    assert_eq!(or_refusal(refused).err(), Some(Refusal::Stale));
}

#[test]
fn message_from_before_a_move_is_for_an_earlier_step() {
    let (world, id) = World::with_game(Mode::Duel);
    let later = NOW.after(Duration::from_secs(10));
    let step_at = |sent| world.service.step_at(id, sent);
    assert_eq!(step_at(later).ok(), Some(Some(0)));
    world.play_at(id, later);
    let refused = step_at(NOW);
    assert_eq!(or_refusal(refused).err(), Some(Refusal::Stale));
    assert_eq!(step_at(later).ok(), Some(Some(1)));
}

#[test]
fn moves_are_played_after_the_clock_was_set_back() {
    let (world, id) = World::with_game(Mode::Duel);
    let play = |now| {
        let request = written(id, MachineTime::now(), world.a_move(id));
        let done = world
            .service
            .handle(now, &person(world.mover(id)), request, 1);
        done.expect("a move");
    };
    play(NOW);
    play(NOW.before(MINUTE));
    play(NOW.before(40 * MINUTE));
    assert_eq!(world.game(id).plies(), 3);
}

/// The deletion writes its intent, the resignation, then the game without the name.
const BEFORE_THE_NAME: u32 = 2;

/// Returns a world whose indices are complete, so that a deletion does not write them.
fn tidy() -> World {
    let world = World::new();
    clean_up(&world.service, NOW);
    world
}

/// Checks that a game is still to be shown, without the name of the first person.
#[track_caller]
fn check_pending_without_name(world: &World, id: GameId) {
    let update = world.service.pending(id).expect("a store");
    let Some(View::Game(view)) = update.map(|update| update.view) else {
        panic!("expected a game that is still to be shown");
    };
    let people = view
        .players
        .iter()
        .filter_map(|(_, player)| player.person());
    let people: Vec<_> = people.map(|person| person.id.0).collect();
    assert!(!people.contains(&1), "{people:?}");
}

#[test]
fn board_shown_before_a_name_is_deleted_is_shown_again_without_it() {
    let world = tidy();
    let id = world.begun(Rules::new(Mode::Duel));
    world.show(id, 1);
    let other = Service::new(Arc::clone(&world.store) as _, LIMITS);
    let show = move || {
        let view = other.view(id).expect("a game");
        assert!(view.is_over());
        other.announced(&view, MessageId(2)).expect("a store");
    };
    let service = interrupted(&world, LIMITS, BEFORE_THE_NAME, show);
    let changed = service.erase_person(NOW, PersonId(1)).expect("a store");
    assert_eq!(changed, [id]);
    check_pending_without_name(&world, id);
}

#[test]
fn board_read_before_a_name_is_deleted_does_not_count_as_the_newest() {
    let world = tidy();
    let id = world.begun(Rules::new(Mode::Duel));
    let other = Service::new(Arc::clone(&world.store) as _, LIMITS);
    let (sender, read) = std::sync::mpsc::channel();
    let look = move || {
        let view = other.view(id).expect("a game");
        sender.send(view).expect("a test that waits");
    };
    let service = interrupted(&world, LIMITS, BEFORE_THE_NAME, look);
    service.erase_person(NOW, PersonId(1)).expect("a store");
    let read = read.recv().expect("a view");
    assert!(read.is_over());
    world
        .service
        .announced(&read, MessageId(2))
        .expect("a store");
    check_pending_without_name(&world, id);
}

#[test]
fn game_that_begins_while_its_host_is_deleted_is_resigned() {
    let world = tidy();
    let id = world.open(Mode::Duel);
    let other = Service::new(Arc::clone(&world.store) as _, LIMITS);
    let begin = move || {
        let joined = other.handle(NOW, &person(2), Request::Join(id), 1);
        joined.expect("a seat");
    };
    // The deletion writes its intent first.
    let service = interrupted(&world, LIMITS, 1, begin);
    let changed = service.erase_person(NOW, PersonId(1)).expect("a store");
    assert_eq!(changed, [id]);
    check_pending_without_name(&world, id);
    assert!(world.game(id).ending.is_some());
}

#[test]
fn seat_that_is_handed_over_to_a_person_during_the_deletion_is_resigned() {
    let world = tidy();
    let id = world.begun(Rules::new(Mode::ThreeWay));
    let leaver = world.mover(id);
    let color = world.game(id).to_move().expect("a game that goes on");
    let voters: Vec<_> = (1..=3).filter(|voter| *voter != leaver).collect();
    world.ok(leaver, seat(id, SeatRequest::Offer));
    world.ok(7, seat(id, SeatRequest::Mine));
    world.ok(voters[0], seat(id, SeatRequest::Allow));
    let other = Service::new(Arc::clone(&world.store) as _, LIMITS);
    let allow = move || {
        let allow = seat(id, SeatRequest::Allow);
        let allowed = other.handle(NOW, &person(voters[1]), allow, 1);
        allowed.expect("a seat that changes hands");
    };
    let service = interrupted(&world, LIMITS, 1, allow);
    let changed = service.erase_person(NOW, PersonId(7)).expect("a store");
    assert_eq!(changed, [id]);
    let game = world.game(id);
    assert_eq!(game.former.len(), 1, "the seat has changed hands");
    assert!(!game.game.position().still_in().contains(color));
    assert_eq!(game.color_of(PersonId(7)), None);
}

#[test]
fn rematch_that_is_asked_for_during_a_deletion_does_not_name_the_person() {
    let world = tidy();
    let id = world.begun(Rules::new(Mode::Duel));
    world.ok(2, resign(id));
    let other = Service::new(Arc::clone(&world.store) as _, LIMITS);
    let ask = move || {
        let asked = other.handle(NOW, &person(2), Request::Rematch(id), 1);
        asked.expect("a table");
    };
    let service = interrupted(&world, LIMITS, 1, ask);
    let changed = service.erase_person(NOW, PersonId(1)).expect("a store");
    let [next] = changed[..] else {
        panic!("expected the rematch, got {changed:?}");
    };
    let state = world.table(next).state;
    assert_eq!(state, TableState::Declined(PersonId::GONE));
    let left = service.personal_data(PersonId(1)).expect("a store");
    assert!(!left.contains("\"game\": "), "{left}");
}
