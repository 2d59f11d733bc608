//! Moves of computers, and hints against them.

use std::sync::Arc;

use focus::{Mode, Move};
use focus_engine::Level;
use focusbot::service::{PersonId, Player, Refusal, Service};

use crate::service::game::computers::{
    any_move, computer_plays, of_two_people, play, play_until, watched,
};
use crate::service::harness::{EASY, HERE, LIMITS, World, abort, mv, or_refusal, resign};

#[test]
fn only_the_newest_move_of_a_computer_in_turn_counts() {
    let world = World::new();
    let id = world.alone(Mode::Duel);
    play_until(&world, id, true);
    let (mv, step) = (any_move(&world, id), world.game(id).steps);
    let late = computer_plays(&world, id, step.wrapping_sub(1), mv);
    assert_eq!(late.err(), Some(Refusal::Stale));
    let early = computer_plays(&world, id, step + 1, mv);
    assert_eq!(early.err(), Some(Refusal::Stale));
    let illegal = computer_plays(&world, id, step, Move::Pass);
    assert!(matches!(illegal, Err(Refusal::Move(_))), "{illegal:?}");
    computer_plays(&world, id, step, mv).expect("a legal move in time");
    let twice = computer_plays(&world, id, step, mv);
    assert_eq!(twice.err(), Some(Refusal::Stale));
    let for_a_person = computer_plays(&world, id, step + 1, any_move(&world, id));
    assert_eq!(for_a_person.err(), Some(Refusal::NotAPlayer));
}

#[test]
fn no_person_moves_for_a_computer() {
    let world = World::new();
    let id = world.alone(Mode::ThreeWay);
    play_until(&world, id, true);
    let to_move = Player::Computer(Level::Beginner);
    assert_eq!(
        world.refused(1, mv(id, None, &world.a_move(id))),
        Refusal::NotYourTurn { to_move }
    );
}

#[test]
fn games_that_wait_for_a_computer_are_known_after_a_restart() {
    let world = World::new();
    let thinking = || {
        let fresh = Service::new(Arc::clone(&world.store) as _, LIMITS);
        fresh.thinking(None).expect("a store").entries
    };
    let [played, left, called_off] = [(); 3].map(|()| watched(&world, Mode::ThreeWay));
    let id = world.alone(Mode::Duel);
    play_until(&world, id, true);
    assert_eq!(thinking(), [played, left, called_off, id]);
    play_until(&world, id, false);
    world.ok(1, abort(called_off));
    assert_eq!(thinking(), [played, left]);
    play_until(&world, id, true);
    world.ok(1, resign(id));
    assert_eq!(thinking(), [played, left]);
    let update = computer_plays(&world, id, world.game(id).steps, Move::Pass);
    assert_eq!(update.err(), Some(Refusal::GameOver));
}

#[test]
fn computers_play_whole_games_of_every_mode() {
    for mode in Mode::ALL {
        let world = World::new();
        let id = watched(&world, mode);
        for turn in 0..120 {
            let view = world.game(id);
            if view.ending.is_some() {
                break;
            }
            let moves = view.game.position().legal_moves();
            play(&world, id, moves[turn * 7 % moves.len()]);
        }
    }
}

#[test]
fn hints_are_refused_in_games_against_people() {
    let world = World::new();
    let id = of_two_people(&world, 0, Mode::FreeForAll, [EASY, EASY]);
    play_until(&world, id, false);
    // The waiting player is told the same reason as the player to move.
    for person in [1, 2].map(PersonId) {
        let hint = world.service.to_hint(person, HERE, id);
        assert_eq!(or_refusal(hint).err(), Some(Refusal::NoHints));
    }

    // Only computers are left to play against.
    world.ok(2, resign(id));
    let alone = world.alone(Mode::ThreeWay);
    for id in [id, alone] {
        play_until(&world, id, false);
        let hint = world.service.to_hint(PersonId(1), HERE, id);
        hint.expect("a hint");
    }
}
