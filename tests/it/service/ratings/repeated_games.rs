//! Repeated games of the same people, which count less.

use focus::{Color, Mode, Rules};
use focusbot::service::PersonId;

use crate::service::harness::{World, number, record};
use crate::service::ratings::{DUEL, losers, resign_all};

#[test]
fn repeated_games_of_the_same_people_count_less_and_less() {
    let world = World::new();
    let gain = |people: &[u64]| {
        let game = resign_all(&world, world.rated(DUEL, people), &[Color::Blue]);
        let change = game.ratings[0];
        (
            change.after.points - change.before,
            number(&game, Color::Orange),
        )
    };
    let (first, winner) = gain(&[1, 2]);
    let (second, again) = gain(&[1, 2]);
    assert_eq!(winner, again, "the lots of the test are the same");
    assert!(second * 3 < first, "{second} of {first}");
    let (other, _) = gain(&[1, 3]);
    assert!(other > second, "{other} of another pair");
}

/// Returns the number of repetitions recorded for a rated game of these people.
fn repeats(world: &World, rules: Rules, people: &[u64]) -> u32 {
    let game = resign_all(world, world.rated(rules, people), &losers(rules.mode()));
    let record = record(&*world.store, game.id);
    record.ratings.expect("a rated game").repeats
}

#[test]
fn two_who_meet_again_among_others_repeat_their_game() {
    let world = World::new();
    let rules = Rules::new(Mode::ThreeWay);
    let games: [(&[u64], u32); 5] = [
        (&[1, 2, 3], 0),
        (&[1, 2, 4], 1),
        (&[3, 4, 5], 0),
        (&[2, 1, 5], 2),
        (&[3, 5, 1], 1),
    ];
    for (people, expected) in games {
        assert_eq!(repeats(&world, rules, people), expected, "{people:?}");
    }
}

#[test]
fn repetitions_still_count_after_an_erasure() {
    let world = World::new();
    assert_eq!(repeats(&world, DUEL, &[1, 2]), 0);
    world.service.erase_results(PersonId(2)).expect("forgotten");
    assert_eq!(repeats(&world, DUEL, &[1, 2]), 1);
    world.leave();
}
