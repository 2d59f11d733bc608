//! Clocks, times of moves and calls of people after a take-back or a resignation.

use std::time::Duration;

use focus::{Color, Mode, Rules};
use focusbot::service::{Overtime, Request, SeatRequest, Timestamp};

use crate::service::game::takebacks::{allow, play_any, take_back};
use crate::service::harness::{HOUR, NOW, World, granted, mv, number, person, resign, seat, timed};

#[test]
fn times_of_moves_taken_back_are_forgotten() {
    let (world, id) = World::with_game(Mode::Duel);
    let first = play_any(&world, id);
    let second = play_any(&world, id);
    let at = |seconds: u64| Timestamp(NOW.0 + seconds * 1_000);
    let ask = |seconds, who, request| {
        world
            .service
            .handle(at(seconds), &person(who), request, 7)
            .expect("an update")
    };
    let legal = world.a_move(id);
    ask(100, first, mv(id, None, &legal));
    ask(101, first, take_back(id));
    // Now the older move is the last one, and its grace period is over.
    ask(102, second, take_back(id));
    let request = world.game(id).take_back.expect("a request");
    assert_eq!(number(&world.game(id), request.by), second);
    let colors: Vec<Color> = request.waiting.iter().collect();
    assert_eq!(colors.len(), 1);
}

#[test]
fn take_back_gives_the_others_their_time_back() {
    for mode in [Mode::Duel, Mode::ThreeWay] {
        let world = World::new();
        let bank = |seconds: u64| Duration::from_secs(seconds);
        let id = world.begun_from(timed(Rules::new(mode), "5m+1m", Overtime::Out));
        let at = |seconds: u64, who: u64, request: Request| {
            let now = NOW.after(bank(seconds));
            granted(&world.service, now, who, request)
        };
        let left = |who: u64| {
            let game = world.game(id);
            let color = game.color_of(person(who).person).expect("a player");
            let left = game.clock.expect("clocks").left;
            left.into_iter().find(|(other, _)| *other == color)
        };
        let (first, legal) = (world.mover(id), world.a_move(id));
        at(10, first, mv(id, None, &legal));
        let second = world.mover(id);
        at(28, first, take_back(id));
        assert_eq!(left(second).expect("who waits").1, bank(300));
        at(30, first, mv(id, None, &legal));
        // Ten seconds for the move, and two for its second attempt.
        assert_eq!(left(first).expect("who waits").1, bank(348));
        let answer = world.a_move(id);
        at(70, second, mv(id, None, &answer));
        assert_eq!(left(second).expect("who waits").1, bank(320));
        at(80, first, take_back(id));
        for other in (1..=mode.seats() as u64).filter(|other| *other != first) {
            at(80, other, allow(id, world.color(id, first)));
        }
        assert_eq!(left(second).expect("who waits").1, bank(300));
        // What was left after the second attempt, less the minute that it earned.
        assert_eq!(world.runs_out(id), Some(NOW.after(bank(80 + 288))));
    }
}

#[test]
fn take_back_after_the_answer_leaves_the_time_left_when_the_move_was_played() {
    let world = World::new();
    let id = world.begun_from(timed(Rules::new(Mode::Duel), "1d", Overtime::Out));
    let at = |hours: u32, who: u64, request: Request| {
        let now = NOW.after(HOUR * hours);
        granted(&world.service, now, who, request);
    };
    let first = world.mover(id);
    at(23, first, mv(id, None, &world.a_move(id)));
    let second = world.mover(id);
    at(24, second, mv(id, None, &world.a_move(id)));
    at(25, first, take_back(id));
    at(25, second, allow(id, world.color(id, first)));
    assert_eq!(world.runs_out(id), Some(NOW.after(HOUR * 26)));
}

#[test]
fn opponent_is_called_once_a_minute_despite_a_take_back() {
    let (world, id) = World::with_game(Mode::Duel);
    let at = |seconds: u64, who: u64, request: Request| {
        let now = Timestamp(NOW.0 + seconds * 1_000);
        granted(&world.service, now, who, request);
    };
    let is_mentioned = || world.game(id).is_mentioned;
    assert!(!is_mentioned());
    world.show(id, 1);
    let (first, legal) = (world.mover(id), world.a_move(id));
    at(100, first, mv(id, None, &legal));
    assert!(!is_mentioned());
    world.show(id, 2);
    at(110, first, take_back(id));
    assert!(!is_mentioned(), "the first mention was longer ago");
    world.show(id, 3);
    at(120, first, mv(id, None, &legal));
    assert!(is_mentioned());
    world.show(id, 4);
    let second = world.mover(id);
    at(130, first, take_back(id));
    at(140, second, allow(id, world.color(id, first)));
    assert!(is_mentioned());
    world.show(id, 5);
    // A minute after the call.
    at(160, first, mv(id, None, &legal));
    assert!(!is_mentioned());
}

#[test]
fn a_call_stands_for_no_later_turn_than_the_one_taken_back() {
    for mode in [Mode::Duel, Mode::ThreeWay] {
        let (world, id) = World::with_game(mode);
        let round = mode.seats() as u64;
        for message in 0..round {
            world.show(id, message);
            play_any(&world, id);
        }
        world.show(id, round);
        let mover = play_any(&world, id);
        world.show(id, round + 1);
        world.ok(mover, take_back(id));
        assert!(world.game(id).is_mentioned, "a moment ago");
        world.show(id, round + 2);
        play_any(&world, id);
        assert!(world.game(id).is_mentioned, "before it was taken back");
        for message in 3..8 {
            world.show(id, round + message);
            play_any(&world, id);
            assert!(!world.game(id).is_mentioned, "{mode:?}");
        }
    }
}

#[test]
fn resignation_out_of_turn_calls_the_player_to_move_once() {
    let called = |world: &World, id| -> Vec<u64> {
        let people = world.game(id).called().into_iter();
        people.map(|person| person.0).collect()
    };
    let (world, id) = World::with_game(Mode::FreeForAll);
    world.show(id, 1);
    play_any(&world, id);
    let mover = world.mover(id);
    let others: Vec<_> = (1..=4).filter(|person| *person != mover).collect();
    world.ok(others[0], resign(id));
    assert_eq!(
        called(&world, id),
        [mover],
        "no message has shown the turn yet"
    );
    world.show(id, 2);
    world.ok(others[1], resign(id));
    assert!(called(&world, id).is_empty());
    world.show(id, 3);
    play_any(&world, id);
    assert_eq!(called(&world, id), [others[2]]);
}

#[test]
fn handover_of_another_seat_does_not_count_as_a_call() {
    let (world, id) = World::with_game(Mode::FreeForAll);
    world.show(id, 1);
    play_any(&world, id);
    world.show(id, 2);
    let mover = world.mover(id);
    let others: Vec<_> = (1..=4).filter(|person| *person != mover).collect();
    world.ok(others[0], seat(id, SeatRequest::Offer));
    world.ok(9, seat(id, SeatRequest::Mine));
    for voter in [mover, others[1], others[2]] {
        world.ok(voter, seat(id, SeatRequest::Allow));
    }
    assert_eq!(world.mover(id), mover);
    world.ok(others[1], resign(id));
    assert!(world.game(id).called().is_empty());
}

#[test]
fn resignation_on_the_turn_calls_the_next_player() {
    let (world, id) = World::with_game(Mode::ThreeWay);
    world.show(id, 1);
    world.ok(world.mover(id), resign(id));
    let next = person(world.mover(id)).person;
    assert_eq!(world.game(id).called(), [next]);
}

#[test]
fn turn_that_a_premove_ended_at_once_called_nobody() {
    let (world, id) = World::with_game(Mode::Duel);
    let first = world.mover(id);
    let second = 3 - first;
    world.show(id, 1);
    let mut game = world.game(id).game;
    let when = game.position().legal_moves()[0];
    game.play(when).expect("a legal move");
    let (when, answer) = (when.to_string(), game.position().legal_moves()[0]);
    let line = [when.clone()];
    let set = world
        .service
        .set_premove(&person(second), id, &line, &answer.to_string());
    set.expect("a premove");
    world.play(id, &when);
    assert_eq!(world.game(id).plies(), 2, "with the premove");
    world.show(id, 2);
    world.ok(first, take_back(id));
    world.ok(second, allow(id, world.color(id, first)));
    world.show(id, 3);
    world.ok(first, mv(id, None, &when));
    assert!(!world.game(id).is_mentioned);
}

#[test]
fn call_that_was_not_shown_does_not_count() {
    let (world, id) = World::with_game(Mode::Duel);
    let legal = world.a_move(id);
    let mover = play_any(&world, id);
    world.ok(mover, take_back(id));
    world.ok(mover, mv(id, None, &legal));
    assert!(!world.game(id).is_mentioned);
}
