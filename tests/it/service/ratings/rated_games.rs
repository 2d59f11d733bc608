//! Games that are rated, and those that are not.

use std::sync::Arc;
use std::thread;

use focus::{Color, Mode, Position, Rules};
use focus_engine::{Level, Rng};
use focusbot::service::{Computer, GameId, NewTable, PersonId, Refusal, Request, Service};

use crate::service::harness::{
    LIMITS, NOW, World, abort, draw, mv, number, person, rated_table, resign,
};
use crate::service::ratings::{DUEL, losers, points, recount, resign_all};

#[test]
fn winners_gain_and_losers_lose_in_every_mode() {
    for mode in Mode::ALL {
        let world = World::new();
        let id = world.rated(Rules::new(mode), &[1, 2, 3, 4][..mode.seats()]);
        let game = resign_all(&world, id, &losers(mode));
        assert_eq!(game.ratings.len(), mode.seats(), "{mode:?}");
        for change in &game.ratings {
            let has_won = !losers(mode).contains(&change.color);
            let gain = change.after.points - 1500;
            assert_eq!((change.before, gain > 0), (1500, has_won), "{mode:?}");
            assert!(!change.after.is_sure);
            let who = number(&game, change.color);
            let kept = points(&world, mode, [who]);
            assert_eq!(kept, [Some(change.after.points)], "{mode:?}");
        }
        for other in Mode::ALL.into_iter().filter(|other| *other != mode) {
            assert_eq!(points(&world, other, [1, 2]), [None, None], "each its own");
        }
    }
}

#[test]
fn a_game_that_ends_by_a_move_is_rated_with_it() {
    let world = World::new();
    let race = DUEL.with_goal(focus::Goal::Race).expect("goal of the duel");
    let id = world.rated_from_the_start(race, &[1, 2]);
    let mut random = Rng::of(1, 0);
    while world.game(id).ending.is_none() {
        let moves = world.game(id).game.position().legal_moves();
        let text = moves[random.below(moves.len())].to_string();
        assert!(world.game(id).ratings.is_empty());
        world.ok(world.mover(id), mv(id, None, &text));
    }
    assert_eq!(world.game(id).ratings.len(), 2);
}

#[test]
fn casual_and_aborted_games_change_no_rating() {
    let world = World::new();
    let casual = world.begun(DUEL);
    world.ok(1, resign(casual));
    let aborted = world.rated_from_the_start(DUEL, &[1, 2]);
    world.ok(1, abort(aborted));
    assert_eq!(points(&world, Mode::Duel, [1, 2]), [None, None]);
    assert!(world.game(casual).ratings.is_empty() && world.game(aborted).ratings.is_empty());
    let profile = world
        .service
        .profile(PersonId(1), None, NOW)
        .expect("a profile");
    assert_eq!(
        profile.modes[0].record,
        [0, 0, 1],
        "casual games are counted"
    );
}

#[test]
fn a_game_with_a_computer_cannot_be_rated() {
    let world = World::new();
    let new = NewTable {
        computers: vec![Computer {
            level: Level::Casual,
            is_partner: false,
        }],
        ..rated_table(DUEL)
    };
    let refusal = world.refused(1, Request::Create(new));
    assert_eq!(refusal, Refusal::RatedWithComputer);
}

#[test]
fn a_game_from_a_position_cannot_be_rated() {
    let world = World::new();
    let start = Position::start(DUEL, Color::Blue);
    let new = NewTable {
        start: Some(Box::new(start)),
        ..rated_table(DUEL)
    };
    let refusal = world.refused(1, Request::Create(new));
    assert_eq!(refusal, Refusal::RatedFromPosition);
}

#[test]
fn a_rematch_is_rated_like_its_game() {
    let world = World::new();
    let id = world.rated(DUEL, &[1, 2]);
    world.ok(1, resign(id));
    let again = world.ok(1, Request::Rematch(id)).view.id();
    assert!(world.table(again).rated);
    world.ok(2, Request::Join(again));
    assert!(world.game(again).rated && world.game(again).ratings.is_empty());
    world.move_on(again, 4);
    world.ok(2, resign(again));
    assert_eq!(world.game(again).ratings.len(), 2);
}

/// Returns the color to move.
fn to_move(world: &World, id: GameId) -> Color {
    world.game(id).to_move().expect("a game that goes on")
}

/// Returns the colors that have to resign so that a color, or its team, wins.
fn opponents(mode: Mode, winner: Color) -> Vec<Color> {
    let colors = mode.colors().iter().copied();
    let is_opponent = |color: &Color| *color != winner && mode.partner(winner) != Some(*color);
    colors.filter(is_opponent).collect()
}

#[test]
fn a_game_counts_once_everybody_who_stays_has_moved_twice() {
    for mode in Mode::ALL {
        let world = World::new();
        let people = &[1, 2, 3, 4][..mode.seats()];
        let id = world.rated_from_the_start(Rules::new(mode), people);
        world.move_on(id, 2 * mode.seats() - 1);
        let game = resign_all(&world, id, &opponents(mode, to_move(&world, id)));
        assert!(game.ending.is_some() && game.ratings.is_empty(), "{mode:?}");
        assert_eq!(points(&world, mode, [1, 2]), [None, None]);
        let counted = resign_all(&world, world.rated(Rules::new(mode), people), &losers(mode));
        assert_eq!(counted.ratings.len(), mode.seats());
    }
}

#[test]
fn one_who_leaves_early_loses_and_voids_no_game_of_several() {
    for mode in [Mode::ThreeWay, Mode::Partners, Mode::FreeForAll] {
        let world = World::new();
        let people = &[1, 2, 3, 4][..mode.seats()];
        let id = world.rated_from_the_start(Rules::new(mode), people);
        let leaver = to_move(&world, id);
        resign_all(&world, id, &[leaver]);
        let winner = to_move(&world, id);
        world.move_on(id, 2 * (mode.seats() - 1));
        let mut losers = opponents(mode, winner);
        losers.retain(|color| *color != leaver);
        let game = resign_all(&world, id, &losers);
        losers.push(leaver);
        assert_eq!(game.ratings.len(), mode.seats(), "{mode:?}");
        for change in &game.ratings {
            let has_lost = change.after.points < change.before;
            let is_loser = losers.contains(&change.color);
            assert_eq!(has_lost, is_loser, "{mode:?}: {change:?}");
        }
    }
}

#[test]
fn a_duel_that_one_leaves_before_moving_twice_does_not_count() {
    let world = World::new();
    let id = world.rated_from_the_start(DUEL, &[1, 2]);
    world.move_on(id, 3);
    let leaver = to_move(&world, id);
    let game = resign_all(&world, id, &[leaver]);
    assert!(game.ending.is_some() && game.ratings.is_empty());
}

#[test]
fn a_game_of_several_does_not_count_without_an_opponent_who_moved_twice() {
    // Moves after which the first player and any partner have moved twice.
    for (mode, moves) in [
        (Mode::ThreeWay, 2),
        (Mode::FreeForAll, 3),
        (Mode::Partners, 4),
    ] {
        let world = World::new();
        let people = &[1, 2, 3, 4][..mode.seats()];
        let id = world.rated_from_the_start(Rules::new(mode), people);
        let first = to_move(&world, id);
        world.move_on(id, 1);
        let second = to_move(&world, id);
        resign_all(&world, id, &[second]);
        world.move_on(id, moves);
        let mut others = opponents(mode, first);
        others.retain(|color| *color != second);
        let game = resign_all(&world, id, &others);
        assert!(game.ending.is_some() && game.ratings.is_empty(), "{mode:?}");
    }
}

#[test]
fn a_rated_game_needs_a_clock() {
    let world = World::new();
    let new = NewTable {
        time: None,
        ..rated_table(DUEL)
    };
    let refusal = world.refused(1, Request::Create(new));
    assert_eq!(refusal, Refusal::RatedWithoutClock);
}

/// Removes the clock of a game, as rated games did not need one in the past.
fn without_clock(world: &World, id: GameId) {
    world.rewrite(id, |record| record.clock = None);
}

#[test]
fn an_older_rated_game_without_a_clock_goes_on_and_has_no_rematch() {
    let world = World::new();
    let id = world.rated(DUEL, &[1, 2]);
    without_clock(&world, id);
    let world = world.restarted();
    world.move_on(id, 1);
    world.ok(1, resign(id));
    assert_eq!(world.game(id).ratings.len(), 2);
    let refusal = world.refused(1, Request::Rematch(id));
    assert_eq!(refusal, Refusal::RatedWithoutClock);
    world.leave();
}

#[test]
fn ratings_are_those_that_the_games_give_when_counted_anew() {
    let world = World::new();
    let mut number = 0;
    for round in 0..3 {
        for mode in Mode::ALL {
            let people: Vec<u64> = (0..mode.seats() as u64)
                .map(|seat| 1 + (seat + number) % 5)
                .collect();
            number += 1;
            let id = world.rated(Rules::new(mode), &people);
            if round == 1 {
                for who in &people {
                    world.ok(*who, draw(id));
                }
            } else {
                resign_all(&world, id, &losers(mode));
            }
        }
    }
    let kept = recount::stored(world.store.clone());
    let anew = recount::recounted(world.store.clone());
    assert!(kept.len() > 12);
    assert_eq!(kept, anew);
}

#[test]
fn games_that_end_at_the_same_time_are_each_rated_once() {
    let world = World::new();
    let games: Vec<_> = (0..5).map(|_| world.rated(DUEL, &[1, 2])).collect();
    let service = Arc::new(Service::new(world.store.clone(), LIMITS));
    let threads: Vec<_> = games
        .into_iter()
        .map(|id| {
            let service = Arc::clone(&service);
            thread::spawn(move || service.handle(NOW, &person(1), resign(id), 7))
        })
        .collect();
    for thread in threads {
        let ended = thread.join().expect("a thread that ends");
        assert!(ended.is_ok(), "{ended:?}");
    }
    let kept = recount::stored(world.store.clone());
    let records: Vec<_> = kept
        .values()
        .map(|rating| (rating.won, rating.lost))
        .collect();
    assert_eq!(records, [(0, 5), (5, 0)]);
    assert_eq!(kept, recount::recounted(world.store.clone()));
}
