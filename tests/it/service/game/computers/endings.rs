//! Ends of games with computers: draws, and departures of people.

use focus::{Color, DrawRule, Mode, Move, Rules, Termination};
use focusbot::service::{Ending, NewTable, Refusal, TableKind};

use crate::service::game::computers::{any_move, of_two_people, play, watched, winners};
use crate::service::harness::{EASY, World, abort, draw, resign, table};

#[test]
fn computer_turns_a_draw_down_while_there_is_something_to_play_for() {
    let world = World::new();
    let id = world.alone(Mode::Duel);
    world.ok(1, draw(id));
    let view = world.game(id);
    assert!(view.ending.is_none() && view.draw.is_empty());
    assert_eq!(view.actions, 2, "an offer and an answer");
}

#[test]
fn computer_agrees_to_a_draw_when_it_is_quiet_and_not_ahead() {
    let world = World::new();
    let id = world.alone(Mode::Duel);
    let stacks = |color: Color, mv: Move| {
        let mut game = world.game(id).game;
        let effect = game.play(mv).expect("a legal move");
        let is_quiet = effect.captured().len() + usize::from(effect.reserves()) == 0;
        is_quiet.then(|| game.position().board().topped_by(color).count())
    };
    while world.game(id).game.position().clock() < 20 {
        let view = world.game(id);
        let color = view.to_move().expect("a game that goes on");
        let moves = view.game.position().legal_moves();
        let quiet = moves
            .iter()
            .filter_map(|mv| Some((stacks(color, *mv)?, *mv)));
        // The computer gives its stacks away one by one; the person keeps them.
        let best = match view.thinking() {
            Some(_) => quiet.min_by_key(|(stacks, _)| *stacks),
            None => quiet.max_by_key(|(stacks, _)| *stacks),
        };
        play(&world, id, best.expect("a quiet move").1);
    }
    world.ok(1, draw(id));
    assert_eq!(winners(&world, id), (Vec::new(), Termination::Agreement));
}

#[test]
fn people_agree_to_a_draw_over_the_computers_heads() {
    let world = World::new();
    let id = of_two_people(&world, 0, Mode::FreeForAll, [EASY, EASY]);
    world.ok(1, draw(id));
    assert!(world.game(id).ending.is_none());
    world.ok(2, draw(id));
    assert_eq!(winners(&world, id), (Vec::new(), Termination::Agreement));
}

#[test]
fn computers_do_not_play_on_when_the_last_person_resigns() {
    for mode in [Mode::ThreeWay, Mode::Partners, Mode::FreeForAll] {
        let world = World::new();
        let id = world.alone(mode);
        let color = world.color(id, 1);
        world.ok(1, resign(id));
        let others = mode.colors().iter().copied();
        let won = others.filter(|other| *other != color && mode.partner(color) != Some(*other));
        let (winners, termination) = winners(&world, id);
        assert_eq!(winners, won.collect::<Vec<_>>());
        assert_eq!(termination, Termination::Resignation);
        assert!(world.game(id).is_deserted());
        assert!(world.thinking().is_empty());
    }
}

#[test]
fn game_goes_on_while_a_person_is_in_it() {
    let world = World::new();
    let id = of_two_people(&world, 0, Mode::FreeForAll, [EASY, EASY]);
    world.ok(1, resign(id));
    assert!(world.game(id).ending.is_none());
    world.ok(2, resign(id));
    assert_eq!(winners(&world, id).0.len(), 2);
}

#[test]
fn spectator_calls_a_game_of_computers_off_at_any_time() {
    let world = World::new();
    let id = watched(&world, Mode::Duel);
    for _ in 0..5 {
        play(&world, id, any_move(&world, id));
    }
    assert_eq!(world.refused(2, abort(id)), Refusal::NotAPlayer);
    assert_eq!(world.refused(1, resign(id)), Refusal::NotAPlayer);
    let games = world.games_of(1);
    assert!(games[0].seated && !games[0].your_turn);
    world.ok(1, abort(id));
    assert_eq!(world.game(id).ending, Some(Ending::Aborted));
    let games = world.games_of(1);
    assert!(games.is_empty());
}

#[test]
fn a_computer_agrees_to_a_draw_that_its_side_wins_and_to_no_other() {
    for (draw_rule, starter_wins) in [(DrawRule::SecondLoses, true), (DrawRule::SecondWins, false)]
    {
        for seed in 0..4 {
            let world = World::new();
            let rules = Rules::new(Mode::Duel).with_draw(draw_rule);
            let new = NewTable {
                computers: vec![EASY],
                ..table(rules.expect("option of the duel"), TableKind::Open)
            };
            let id = world.created_with(seed, new);
            let game = world.game(id);
            let computer_starts = game.thinking().is_some();
            world.ok(1, draw(id));
            assert_eq!(
                world.game(id).ending.is_some(),
                computer_starts == starter_wins
            );
            if world.game(id).ending.is_some() {
                let computer = game
                    .players
                    .iter()
                    .find(|(_, player)| player.id().is_none());
                let (computer, _) = computer.expect("a computer");
                assert_eq!(
                    winners(&world, id),
                    (vec![*computer], Termination::Agreement)
                );
            }
        }
    }
}
