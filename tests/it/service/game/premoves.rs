//! Premoves.

use std::collections::HashMap;

use focus::{Color, Game, Mode, Move, Rules};
use focusbot::service::{GameEvent, GameId, GameRequest, PersonId, Premoves, Refusal, View};

use crate::service::harness::{HERE, NOW, World, draw, mv, number, or_refusal, person};
use crate::support::players::Dice;

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

/// Sets a line: the expected moves, separated by commas, and the answer.
fn premove(
    world: &World,
    who: u64,
    id: GameId,
    when: &str,
    answer: &str,
) -> Result<Premoves, Refusal> {
    let when: Vec<_> = when.split(',').map(str::to_owned).collect();
    or_refusal(world.service.set_premove(&person(who), id, &when, answer))
}

fn lines_of(world: &World, who: u64, id: GameId) -> Vec<Vec<Move>> {
    let personal = world.service.visible_game(PersonId(who), HERE, id);
    personal.expect("a readable game").premoves.lines
}

#[test]
fn answer_is_played_with_the_move_it_answers_in_one_update() {
    for mode in Mode::ALL {
        let (world, id) = World::with_game(mode);
        let (first, second) = (world.mover(id), second(&world, id));
        let (when, answer) = two(&world, id);
        let before = world.game(id);
        let set = premove(&world, second, id, &when, &answer).expect("a premove");
        assert_eq!(set.lines.concat()[1].to_string(), answer);
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
        assert!(view.news.contains(&GameEvent::Premoved(color)));
        assert!(lines_of(&world, second, id).is_empty());
        // Reading it back gives the same game.
        assert_eq!(world.game(id).game, view.game);
    }
}

#[test]
fn any_other_move_drops_the_premove() {
    let (world, id) = World::with_game(Mode::Duel);
    let (first, second) = (world.mover(id), second(&world, id));
    let (when, answer) = two(&world, id);
    premove(&world, second, id, &when, &answer).expect("a premove");
    // An offer does not count as a step.
    world.ok(first, draw(id));
    assert!(!lines_of(&world, second, id).is_empty());
    let moves = world.game(id).game.position().legal_moves();
    world.ok(first, mv(id, None, &moves[1].to_string()));
    assert_eq!(world.game(id).plies(), 1);
    assert!(lines_of(&world, second, id).is_empty());
    // It is not restored after a take-back.
    world.ok(first, GameRequest::TakeBack.in_game(id, None));
    world.ok(first, mv(id, None, &when));
    assert_eq!(world.game(id).plies(), 1);
}

#[test]
fn newest_answer_counts_and_can_be_dropped() {
    let (world, id) = World::with_game(Mode::Duel);
    let (first, second) = (world.mover(id), second(&world, id));
    let (when, answer) = two(&world, id);
    premove(&world, second, id, &when, "hello").expect_err("no move");
    assert!(lines_of(&world, second, id).is_empty());
    premove(&world, second, id, &when, &answer).expect("a premove");
    assert!(lines_of(&world, first, id).is_empty());
    assert!(lines_of(&world, 9, id).is_empty());
    let left = world.service.drop_premoves(&person(second), id, None);
    assert!(left.expect("a premove").lines.is_empty());
    let again = world.service.drop_premoves(&person(second), id, None);
    assert_eq!(or_refusal(again).err(), Some(Refusal::NoPremove));
    world.ok(first, mv(id, None, &when));
    assert_eq!(world.game(id).plies(), 1);
}

#[test]
fn invalid_premoves_are_refused() {
    let (world, id) = World::with_game(Mode::ThreeWay);
    let (first, second) = (world.mover(id), second(&world, id));
    let third = 6 - first - second;
    let (when, answer) = two(&world, id);
    let refused = |who, when: &str, answer: &str| premove(&world, who, id, when, answer).err();
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
        Some(Refusal::Expected(reason)) if matches!(*reason, Refusal::MoveText { .. })
    ));
    assert!(matches!(
        refused(second, &when, "d4-d8"),
        Some(Refusal::Answer(_))
    ));
    let open = world.open(Mode::Duel);
    assert_eq!(
        premove(&world, 1, open, &when, &answer),
        Err(Refusal::NotBegun)
    );
}

#[test]
fn computer_is_answered_as_well() {
    let world = World::new();
    let id = world.alone(Mode::Duel);
    if world.game(id).thinking().is_none() {
        world.move_on(id, 1);
    }
    let plies = world.game(id).plies();
    let (when, answer) = two(&world, id);
    premove(&world, 1, id, &when, &answer).expect("a premove");
    world.computer_plays(id, NOW);
    assert_eq!(world.game(id).plies(), plies + 2);
    assert_eq!(world.thinking(), [id]);
}

#[test]
fn lines_answer_several_moves_and_go_on() {
    let (world, id) = World::with_game(Mode::Duel);
    let (first, second) = (world.mover(id), second(&world, id));
    let game = world.game(id).game;
    let moves = game.position().legal_moves();
    let line = |when: Move| {
        let mut game = game.clone();
        let mut line = vec![when];
        game.play(when).expect("a legal move");
        for _ in 0..3 {
            let next = game.position().legal_moves()[0];
            game.play(next).expect("a legal move");
            line.push(next);
        }
        line
    };
    let [one, other] = [line(moves[0]), line(moves[1])];
    for line in [&one, &other] {
        let texts: Vec<_> = line.iter().map(Move::to_string).collect();
        premove(&world, second, id, &texts[..3].join(","), &texts[3]).expect("a premove");
    }
    assert_eq!(lines_of(&world, second, id), [one.clone(), other.clone()]);
    let dropped = world
        .service
        .drop_premoves(&person(second), id, Some(&one[..2]));
    assert!(dropped.is_err(), "no line of its own");
    let world = world.restarted();
    world.ok(first, mv(id, None, &other[0].to_string()));
    assert_eq!(world.game(id).plies(), 2);
    assert_eq!(lines_of(&world, second, id), [&other[2..]]);
    world.ok(first, mv(id, None, &other[2].to_string()));
    assert_eq!(world.game(id).plies(), 4);
    assert!(lines_of(&world, second, id).is_empty());
}

#[test]
fn lines_are_limited_in_number_and_length() {
    let (world, id) = World::with_game(Mode::Duel);
    let second = second(&world, id);
    let moves = world.game(id).game.position().legal_moves();
    let set = |when: Move| {
        let mut game = world.game(id).game;
        game.play(when).expect("a legal move");
        let answer = game.position().legal_moves()[0];
        premove(&world, second, id, &when.to_string(), &answer.to_string())
    };
    for when in &moves[..Premoves::MOST_LINES] {
        set(*when).expect("a premove");
    }
    let refused = set(moves[Premoves::MOST_LINES]);
    assert!(matches!(refused, Err(Refusal::TooManyPremoves { .. })));
    assert_eq!(lines_of(&world, second, id).len(), Premoves::MOST_LINES);
}

/// Answers that each color has set, by the moves of the whole game before them, passes left out.
#[derive(Default)]
struct Answers(HashMap<(Color, Vec<Move>), Move>);

impl Answers {
    /// Sets an answer; what was set behind another one is gone with it.
    fn set(&mut self, color: Color, before: &[Move], answer: Move) {
        let old = self.0.insert((color, before.to_vec()), answer);
        if let Some(old) = old.filter(|old| *old != answer) {
            let gone = [before, &[old]].concat();
            self.0
                .retain(|(owner, path), _| *owner != color || !path.starts_with(&gone));
        }
    }

    fn get(&self, color: Color, before: &[Move]) -> Option<Move> {
        self.0.get(&(color, before.to_vec())).copied()
    }
}

/// Sets a random line of somebody who is not to move, and notes its answers.
fn set_a_line(world: &World, id: GameId, dice: &mut Dice, played: &[Move], answers: &mut Answers) {
    let view = world.game(id);
    let mut game = view.game.clone();
    let colors = game.rules().mode().colors();
    let color = colors[dice.below(colors.len())];
    if color == game.position().side() {
        return;
    }
    let mut line: Vec<Move> = Vec::new();
    let mut own = Vec::new();
    loop {
        let side = game.position().side();
        let moves = game.position().legal_moves();
        let before = [played, &line].concat();
        // Few different moves, so that lines have beginnings in common.
        let chosen = moves[dice.below(moves.len().min(2))];
        line.push(chosen);
        game.play(chosen).expect("a legal move");
        game.pass_while_forced();
        if side == color {
            own.push((before, chosen));
            if dice.below(2) == 0 || line.len() + 4 > Premoves::LONGEST_LINE {
                break;
            }
        }
        if game.outcome().is_some() || line.len() == Premoves::LONGEST_LINE {
            return;
        }
    }
    let texts: Vec<_> = line.iter().map(Move::to_string).collect();
    let (answer, when) = texts.split_last().expect("a line");
    let set = premove(world, number(&view, color), id, &when.join(","), answer);
    if set.is_ok() {
        for (before, answer) in own {
            answers.set(color, &before, answer);
        }
    } else {
        assert!(
            matches!(set, Err(Refusal::TooManyPremoves { .. })),
            "{set:?}"
        );
    }
}

#[test]
fn lines_play_as_separate_answers_would() {
    let mut answered = 0;
    for (seed, mode) in (0..60).zip(Mode::ALL.into_iter().cycle()) {
        let (world, mut dice) = (World::new(), Dice(seed));
        let id = world.begun(Rules::new(mode));
        let (mut played, mut answers) = (Vec::<Move>::new(), Answers::default());
        for _ in 0..10 {
            for _ in 0..dice.below(6) {
                set_a_line(&world, id, &mut dice, &played, &mut answers);
            }
            let mut game = world.game(id).game;
            let moves = game.position().legal_moves();
            let mut next = Some(moves[dice.below(moves.len().min(3))]);
            world.ok(
                world.mover(id),
                mv(id, None, &next.expect("a move").to_string()),
            );
            let before = played.len();
            while let Some(mv) = next {
                game.play(mv).expect("a legal move");
                game.pass_while_forced();
                played.push(mv);
                next = answers.get(game.position().side(), &played);
            }
            answered += played.len() - before - 1;
            assert_eq!(world.game(id).game, game, "{mode:?}, seed {seed}");
            check_shown(&world, id, &played, &answers);
        }
    }
    assert!(answered > 100, "{answered} answers");
}

/// Checks that the lines people see are those that are played.
#[track_caller]
fn check_shown(world: &World, id: GameId, played: &[Move], answers: &Answers) {
    let view = world.game(id);
    for (color, _) in &view.players {
        for line in lines_of(world, number(&view, *color), id) {
            let mut game = view.game.clone();
            for (at, mv) in line.iter().enumerate() {
                if game.position().side() == *color {
                    let before = [played, &line[..at]].concat();
                    assert_eq!(answers.get(*color, &before), Some(*mv));
                }
                game.play(*mv).expect("a legal move");
                game.pass_while_forced();
            }
        }
    }
}
