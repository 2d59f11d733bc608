//! Premoves.

use focus::{Game, Mode, Rules};
use focusbot::service::{
    Computer, Event, GameId, NewTable, PersonId, Premove, Refusal, Request, ServiceError,
    TableKind, View,
};

use super::harness::{World, draw, mv, number, person, table};

/// Returns two consecutive legal moves from the current position.
fn two(world: &World, id: GameId) -> (String, String) {
    let mut game: Game = world.game(id).game;
    let when = game.position().legal_moves()[0];
    game.play(when).expect("a legal move");
    let answer = *game.position().legal_moves().last().expect("a legal move");
    (when.to_string(), answer.to_string())
}

/// Returns the player to move after the current one.
fn second(world: &World, id: GameId) -> u64 {
    let view = world.game(id);
    let mut game = view.game.clone();
    let when = game.position().legal_moves()[0];
    game.play(when).expect("a legal move");
    number(&view, game.position().side())
}

fn plan(world: &World, who: u64, id: GameId, when: &str, answer: &str) -> Result<Premove, Refusal> {
    match world.service.set_premove(&person(who), id, when, answer) {
        Ok(plan) => Ok(plan),
        Err(ServiceError::Refused(refusal)) => Err(refusal),
        Err(fault) => panic!("{fault}"),
    }
}

fn plan_of(world: &World, who: u64, id: GameId) -> Option<Premove> {
    let plan = world.service.premove_of(PersonId(who), id);
    plan.expect("a readable game")
}

#[test]
fn answer_is_played_with_the_move_it_answers_in_one_update() {
    for mode in Mode::ALL {
        let world = World::new();
        let id = world.begun(Rules::new(mode));
        let (first, second) = (world.mover(id), second(&world, id));
        let (when, answer) = two(&world, id);
        let before = world.game(id);
        let set = plan(&world, second, id, &when, &answer).expect("a plan");
        assert_eq!(set.answer.to_string(), answer);
        let after = world.game(id);
        assert_eq!(
            (after.version, after.actions, after.steps),
            (before.version, before.actions, before.steps),
            "nobody else is told"
        );
        let View::Game(view) = world.ok(first, mv(id, Some(0), &when)).view else {
            panic!("expected a game");
        };
        assert_eq!(view.plies(), 2, "{mode:?}");
        assert_eq!(view.game.plies()[1].mv.to_string(), answer);
        let color = view.game.plies()[1].color;
        assert!(view.news.contains(&Event::Planned(color)));
        assert_eq!(plan_of(&world, second, id), None);
        // Reading it back gives the same game.
        assert_eq!(world.game(id).game, view.game);
    }
}

#[test]
fn anything_else_drops_it() {
    let world = World::new();
    let id = world.begun(Rules::new(Mode::Duel));
    let (first, second) = (world.mover(id), second(&world, id));
    let (when, answer) = two(&world, id);
    plan(&world, second, id, &when, &answer).expect("a plan");
    // An offer does not count as a step.
    world.ok(first, draw(id));
    assert!(plan_of(&world, second, id).is_some());
    let moves = world.game(id).game.position().legal_moves();
    world.ok(first, mv(id, None, &moves[1].to_string()));
    assert_eq!(world.game(id).plies(), 1);
    assert_eq!(plan_of(&world, second, id), None);
    // It is not restored after a take-back.
    world.ok(
        first,
        Request::TakeBack {
            game: id,
            seen: None,
        },
    );
    world.ok(first, mv(id, None, &when));
    assert_eq!(world.game(id).plies(), 1);
}

#[test]
fn newest_answer_counts_and_can_be_dropped() {
    let world = World::new();
    let id = world.begun(Rules::new(Mode::Duel));
    let (first, second) = (world.mover(id), second(&world, id));
    let (when, answer) = two(&world, id);
    plan(&world, second, id, &when, "hello").expect_err("no move");
    assert_eq!(plan_of(&world, second, id), None);
    plan(&world, second, id, &when, &answer).expect("a plan");
    assert_eq!(plan_of(&world, first, id), None);
    assert_eq!(plan_of(&world, 9, id), None);
    let dropped = world.service.drop_premove(&person(second), id);
    assert_eq!(dropped.expect("a plan").when.to_string(), when);
    assert!(matches!(
        world.service.drop_premove(&person(second), id),
        Err(ServiceError::Refused(Refusal::NoPremove))
    ));
    world.ok(first, mv(id, None, &when));
    assert_eq!(world.game(id).plies(), 1);
}

#[test]
fn plans_that_cannot_be_are_refused() {
    let world = World::new();
    let id = world.begun(Rules::new(Mode::ThreeWay));
    let (first, second) = (world.mover(id), second(&world, id));
    let third = 6 - first - second;
    let (when, answer) = two(&world, id);
    let refused = |who, when: &str, answer: &str| plan(&world, who, id, when, answer).err();
    assert_eq!(
        refused(first, &when, &answer),
        Some(Refusal::PremoveOnOwnTurn)
    );
    assert_eq!(
        refused(third, &when, &answer),
        Some(Refusal::PremoveOutOfTurn)
    );
    assert_eq!(refused(9, &when, &answer), Some(Refusal::NotAPlayer));
    assert!(matches!(
        refused(second, "hello", &answer),
        Some(Refusal::Expected(reason)) if matches!(*reason, Refusal::MoveText(_))
    ));
    assert!(matches!(
        refused(second, &when, "d4-d8"),
        Some(Refusal::Answer(_))
    ));
    let open = world.open(Mode::Duel);
    assert_eq!(
        plan(&world, 1, open, &when, &answer),
        Err(Refusal::NotBegun)
    );
}

#[test]
fn computer_is_answered_as_well() {
    let world = World::new();
    let computer = Computer {
        level: "beginner".parse().expect("a level"),
        is_partner: false,
    };
    let new = NewTable {
        computers: vec![computer],
        ..table(Rules::new(Mode::Duel), TableKind::Open)
    };
    let id = world.ok(1, Request::Create(new)).view.id();
    if world.game(id).thinking().is_none() {
        let legal = world.a_move(id);
        world.ok(1, mv(id, None, &legal));
    }
    let plies = world.game(id).plies();
    let (when, answer) = two(&world, id);
    plan(&world, 1, id, &when, &answer).expect("a plan");
    let view = world.game(id);
    let legal = view.game.position().legal_moves()[0];
    let played = world
        .service
        .computer_plays(super::harness::NOW, id, view.steps, legal);
    played.expect("a legal move in time");
    assert_eq!(world.game(id).plies(), plies + 2);
    assert_eq!(world.service.thinking().expect("a store"), [id]);
}
