//! Moves that are taken back without asking anybody.

use focus::{Game, Goal, Mode, Move, Position, Rules, Stuck};
use focusbot::service::{GameEvent, NewTable, Player, Refusal, Request, TableKind, TakenBack};

use crate::service::game::takebacks::{allow, later, play_any, take_back};
use crate::service::harness::{NOW, World, draw, mv, number, or_refusal, resign, table};

#[test]
fn unanswered_move_is_taken_back_at_once_for_a_limited_time() {
    for mode in Mode::ALL {
        let (world, id) = World::with_game(mode);
        let before = world.game(id).game;
        let mover = play_any(&world, id);
        world.ok(mover, take_back(id));
        let view = world.game(id);
        assert_eq!((view.game.clone(), view.steps), (before, 2));
        assert_eq!(world.mover(id), mover);

        play_any(&world, id);
        later(&world, mover, take_back(id)).expect("a request");
        let view = world.game(id);
        let request = view.take_back.expect("a request");
        assert_eq!((number(&view, request.by), request.taken.moves), (mover, 1));
        assert_eq!(view.plies(), 1);
    }
}

#[test]
fn buttons_of_a_position_taken_back_stay_stale() {
    let (world, id) = World::with_game(Mode::Duel);
    let legal = world.a_move(id);
    let mover = play_any(&world, id);
    world.ok(mover, take_back(id));
    for seen in [0, 1] {
        let refusal = world.refused(mover, mv(id, Some(seen), &legal));
        assert_eq!(refusal, Refusal::Stale);
    }
    world.ok(mover, mv(id, Some(2), &legal));
}

#[test]
fn take_back_is_refused_before_the_first_move_and_after_the_end() {
    let (world, id) = World::with_game(Mode::Duel);
    let mover = world.mover(id);
    assert_eq!(
        world.refused(mover, take_back(id)),
        Refusal::NothingToTakeBack
    );
    assert_eq!(world.refused(9, take_back(id)), Refusal::NotAPlayer);
    play_any(&world, id);
    world.ok(3 - mover, resign(id));
    assert_eq!(world.refused(mover, take_back(id)), Refusal::GameOver);
}

#[test]
fn take_back_against_computers_is_possible_at_any_time() {
    for mode in Mode::ALL {
        let world = World::new();
        let id = world.alone(mode);
        let is_mine = |world: &World| world.game(id).thinking().is_none();
        while !is_mine(&world) {
            world.computer_plays(id, NOW);
        }
        let before = world.game(id).game;
        play_any(&world, id);
        // While the first of them is still thinking, and after all have answered.
        for answers in [0, mode.seats() - 1] {
            for _ in 0..answers {
                world.computer_plays(id, NOW);
            }
            later(&world, 1, take_back(id)).expect("a move taken back");
            let view = world.game(id);
            assert_eq!(view.game, before);
            assert!(is_mine(&world));
            assert!(world.thinking().is_empty());
            play_any(&world, id);
        }
        assert!(matches!(
            world.game(id).player(before.position().side()),
            Some(Player::Person(_))
        ));
    }
}

/// Returns a position, and a move after which somebody can only pass.
fn before_a_pass() -> (Position, Move) {
    let rules = Rules::new(Mode::ThreeWay)
        .with_goal(Goal::Last)
        .and_then(|rules| rules.with_stuck(Stuck::Skip))
        .expect("options of the mode");
    for spread in 1..200 {
        let mut game = Game::new(rules, Mode::ThreeWay.colors()[0]);
        for turn in 0..600 {
            if game.outcome().is_some() {
                break;
            }
            let before = game.position().clone();
            let moves = before.legal_moves();
            let takes = |mv: &Move| before.effect(*mv).captured().count();
            let turned = (0..moves.len()).map(|at| moves[(at + turn * spread) % moves.len()]);
            let best = turned.max_by_key(takes).expect("a legal move");
            game.play(best).expect("a legal move");
            let is_decision = best != Move::Pass;
            if is_decision && game.outcome().is_none() && game.position().must_pass() {
                return (before, best);
            }
        }
    }
    panic!("nobody was ever passed over")
}

#[test]
fn forced_passes_go_back_with_their_cause() {
    let (start, cause) = before_a_pass();
    let world = World::new();
    let new = NewTable {
        start: Some(Box::new(start.clone())),
        ..table(start.rules(), TableKind::Open)
    };
    let id = world.created(new);
    world.ok(2, Request::Join(id));
    world.ok(3, Request::Join(id));
    let (before, mover) = (world.game(id).game, world.mover(id));
    world.ok(mover, mv(id, None, &cause.to_string()));
    let passed = world.game(id);
    assert!(passed.plies() > 1, "{:?}", passed.game.plies());
    world.show(id, 1);
    world.ok(mover, take_back(id));
    let color = passed.game.plies()[0].color;
    let taken = TakenBack {
        moves: passed.plies(),
        has_passes: true,
    };
    assert_eq!(world.game(id).news, [GameEvent::TookBack { color, taken }]);
    assert_eq!(world.game(id).game, before);
    assert_eq!(world.mover(id), mover);
}

#[test]
fn same_ply_is_taken_back_once_without_asking() {
    let (world, id) = World::with_game(Mode::Duel);
    let mover = play_any(&world, id);
    world.ok(mover, take_back(id));
    assert_eq!(play_any(&world, id), mover);
    world.ok(mover, take_back(id));
    let request = world.game(id).take_back.expect("a request");
    assert_eq!(number(&world.game(id), request.by), mover);
    world.ok(3 - mover, allow(id, request.by));
    // The next one is a different ply.
    play_any(&world, id);
    let other = play_any(&world, id);
    world.ok(other, take_back(id));
    assert_eq!(world.game(id).take_back, None);
    assert_eq!(world.game(id).plies(), 1);
}

#[test]
fn a_game_against_computers_does_not_grow_without_bounds() {
    let world = World::new();
    let id = world.alone(Mode::Duel);
    if world.game(id).thinking().is_some() {
        world.computer_plays(id, NOW);
    }
    let refusal = (0..1_000).find_map(|_| {
        world.move_on(id, 1);
        or_refusal(world.ask(1, take_back(id))).err()
    });
    assert_eq!(refusal, Some(Refusal::TooMuchBesideMoves));
    assert!(world.game(id).actions < 1_100);
    assert_eq!(world.refused(1, draw(id)), Refusal::TooMuchBesideMoves);
    world.computer_plays(id, NOW);
    world.ok(1, resign(id));
}
