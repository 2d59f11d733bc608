//! Moves that the opponents allow to be taken back.

use focus::{Color, Mode, Rules};
use focusbot::service::{GameEvent, GameRequest, Refusal, SeatRequest};

use crate::service::game::takebacks::{allow, later, play_any, refuse, take_back};
use crate::service::harness::{World, draw, number, or_refusal, resign, seat};

#[test]
fn answered_move_goes_back_when_every_opponent_agrees() {
    for mode in [Mode::Duel, Mode::ThreeWay, Mode::FreeForAll] {
        let (world, id) = World::with_game(mode);
        let before = world.game(id).game;
        let asker = play_any(&world, id);
        let by = world.color(id, asker);
        play_any(&world, id);
        world.ok(asker, take_back(id));
        for request in [take_back(id), allow(id, by)] {
            let refusal = world.refused(asker, request);
            assert_eq!(refusal, Refusal::TakeBackAlreadyAsked);
        }
        let others: Vec<_> = (1..=mode.seats() as u64)
            .filter(|who| *who != asker)
            .collect();
        for other in &others {
            let request = world.game(id).take_back.expect("a request that is open");
            assert_eq!(request.taken.moves, 2);
            world.ok(*other, allow(id, by));
            if *other != others[others.len() - 1] {
                let refusal = world.refused(*other, allow(id, by));
                assert_eq!(refusal, Refusal::TakeBackWaitsForOthers);
            }
        }
        let view = world.game(id);
        assert_eq!((view.game.clone(), view.take_back), (before, None));
        assert_eq!(world.mover(id), asker);
        let refusal = world.refused(others[0], allow(id, by));
        assert_eq!(refusal, Refusal::NoTakeBackAsked);
    }
}

#[test]
fn partner_is_asked_only_if_their_own_move_is_taken_back_as_well() {
    let (world, id) = World::with_game(Mode::Partners);
    let asker = play_any(&world, id);
    let view = world.game(id);
    let by = world.color(id, asker);
    let partner = Mode::Partners.partner(by).expect("a partner");
    play_any(&world, id);
    world.ok(asker, take_back(id));
    let waiting = |world: &World| world.game(id).take_back.expect("a request").waiting;
    assert!(!waiting(&world).contains(partner));
    assert_eq!(waiting(&world).iter().count(), 2);
    let refusal = world.refused(number(&view, partner), allow(id, by));
    assert_eq!(refusal, Refusal::TakeBackWaitsForOthers);
    // The partner moves, and the request lapses.
    assert_eq!(play_any(&world, id), number(&view, partner));
    assert_eq!(world.game(id).take_back, None);
    world.ok(asker, take_back(id));
    assert!(waiting(&world).contains(partner));
}

#[test]
fn take_back_request_lapses_with_a_refusal() {
    let (world, id) = World::with_game(Mode::ThreeWay);
    let asker = play_any(&world, id);
    let second = play_any(&world, id);
    let no = refuse(id, world.color(id, asker));
    world.ok(asker, take_back(id));
    let refusal = world.refused(world.mover(id), take_back(id));
    assert_eq!(refusal, Refusal::NothingToTakeBack);
    world.ok(second, no.clone());
    assert_eq!(world.game(id).take_back, None);
    assert_eq!(world.refused(second, no), Refusal::NoTakeBackAsked);
}

#[test]
fn an_answer_to_one_request_is_not_one_to_another() {
    let (world, id) = World::with_game(Mode::ThreeWay);
    let first = play_any(&world, id);
    let second = play_any(&world, id);
    let third = world.mover(id);
    let color = |who| world.color(id, who);
    world.ok(first, take_back(id));
    world.ok(third, refuse(id, color(first)));
    later(&world, second, take_back(id)).expect("a request");
    let view = world.game(id);
    let steps = Some(view.steps);
    let answers: [fn(Color) -> GameRequest; 2] =
        [GameRequest::AllowTakeBack, GameRequest::RefuseTakeBack];
    for answer in answers {
        let old = answer(color(first)).in_game(id, steps);
        assert_eq!(world.refused(third, old), Refusal::Stale);
    }
    assert_eq!(world.game(id).take_back, view.take_back);
    for who in [third, first] {
        let allowed = GameRequest::AllowTakeBack(color(second));
        world.ok(who, allowed.in_game(id, steps));
    }
    assert_eq!(world.game(id).plies(), 1);
}

#[test]
fn refused_take_back_is_not_requested_again_for_the_same_move() {
    let (world, id) = World::with_game(Mode::Duel);
    let asker = play_any(&world, id);
    let other = play_any(&world, id);
    world.ok(asker, take_back(id));
    world.ok(other, refuse(id, world.color(id, asker)));
    let refusal = world.refused(asker, take_back(id));
    assert_eq!(refusal, Refusal::TakeBackTurnedDown);
    assert_eq!(play_any(&world, id), asker);
    assert_eq!(play_any(&world, id), other);
    world.ok(asker, take_back(id));
}

#[test]
fn take_back_request_lapses_with_the_next_step() {
    let (world, id) = World::with_game(Mode::ThreeWay);
    let asker = play_any(&world, id);
    let second = play_any(&world, id);
    world.ok(asker, take_back(id));
    let refusal = or_refusal(later(&world, second, take_back(id))).err();
    assert_eq!(refusal, Some(Refusal::TakeBackToAnswer));
    let third = play_any(&world, id);
    assert_eq!(world.game(id).take_back, None);
    // A draw offer and a take-back request do not affect each other.
    world.ok(asker, take_back(id));
    world.ok(third, draw(id));
    assert!(world.game(id).take_back.is_some());
    world.ok(second, resign(id));
    assert_eq!(world.game(id).take_back, None);
    let refusal = world.refused(asker, take_back(id));
    assert_eq!(refusal, Refusal::NothingToTakeBack);
}

#[test]
fn a_resignation_reports_a_lapsed_take_back_request() {
    let (world, id) = World::with_game(Mode::ThreeWay);
    let asks = play_any(&world, id);
    let answers = play_any(&world, id);
    later(&world, asks, take_back(id)).expect("a request");
    world.ok(answers, resign(id));
    let view = world.game(id);
    assert_eq!(view.take_back, None);
    assert!(view.news.contains(&GameEvent::Lapsed), "{:?}", view.news);

    let quiet = world.begun(Rules::new(Mode::ThreeWay));
    let leaves = world.mover(quiet);
    world.ok(leaves, resign(quiet));
    assert!(!world.game(quiet).news.contains(&GameEvent::Lapsed));
}

#[test]
fn a_handover_reports_a_lapsed_take_back_request() {
    let (world, id) = World::with_game(Mode::ThreeWay);
    let asks = play_any(&world, id);
    let leaves = play_any(&world, id);
    later(&world, asks, take_back(id)).expect("a request");
    world.ok(leaves, seat(id, SeatRequest::Offer));
    world.ok(9, seat(id, SeatRequest::Mine));
    for who in [asks, world.mover(id)] {
        assert!(world.game(id).take_back.is_some());
        world.ok(who, seat(id, SeatRequest::Allow));
    }
    let view = world.game(id);
    assert_eq!(view.take_back, None);
    assert!(view.news.contains(&GameEvent::Lapsed), "{:?}", view.news);
}
