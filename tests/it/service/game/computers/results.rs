//! Results of people against computers.

use focus::{Color, Mode, Position, Rules};
use focus_engine::Level;
use focusbot::service::{Computer, NewTable, PersonId, Request, TableKind};
use focusbot::store::Table;

use crate::service::game::computers::{PARTNER, any_move, play, winners, with};
use crate::service::harness::{EASY, NOW, World, remove_entries, resign};

/// Returns a person's results against computers, as mode, level, and games won, drawn and lost.
fn results(world: &World, number: u64) -> Vec<(Mode, Level, [u32; 3])> {
    let profile = world.service.profile(PersonId(number), None, NOW);
    let results = profile.expect("a readable store").computers;
    let results = results.iter();
    results
        .map(|result| (result.mode, result.level, result.record))
        .collect()
}

#[test]
fn results_against_computers_count_by_mode_and_level() {
    let world = World::new();
    let mut record = [0; 3];
    for _ in 0..3 {
        let id = world.alone(Mode::Duel);
        while world.game(id).ending.is_none() {
            play(&world, id, any_move(&world, id));
        }
        let (won, _) = winners(&world, id);
        let own = world.color(id, 1);
        let place = match won.contains(&own) {
            true => 0,
            false if won.is_empty() => 1,
            false => 2,
        };
        record[place] += 1;
        assert_eq!(results(&world, 1), [(Mode::Duel, Level::Beginner, record)]);
    }
    // With opponents of several levels, it is the weakest that has been played.
    let mixed = [PARTNER, EASY].map(|computer| Computer {
        is_partner: false,
        ..computer
    });
    let new = with(Mode::ThreeWay, TableKind::Open, &mixed);
    let id = world.created(new);
    world.ok(1, resign(id));
    let both = [
        (Mode::Duel, Level::Beginner, record),
        (Mode::ThreeWay, Level::Beginner, [0, 0, 1]),
    ];
    assert_eq!(results(&world, 1), both);
    let world = world.restarted();
    assert_eq!(results(&world, 1), both);
    world.erase(1);
    assert!(results(&world, 1).is_empty());
}

#[test]
fn games_with_other_people_or_from_a_position_count_for_no_level() {
    let world = World::new();
    let new = with(Mode::ThreeWay, TableKind::Open, &[EASY]);
    let id = world.created(new);
    world.ok(2, Request::Join(id));
    world.ok(1, resign(id));
    world.ok(2, resign(id));
    assert!(world.game(id).ending.is_some());
    let mut start = Position::start(Rules::new(Mode::ThreeWay), Color::Orange);
    let first = start.legal_moves()[0];
    start.play_unchecked(first);
    let new = NewTable {
        start: Some(Box::new(start)),
        ..with(Mode::ThreeWay, TableKind::Open, &[EASY, EASY])
    };
    let id = world.created(new);
    world.ok(1, resign(id));
    for number in [1, 2] {
        assert!(results(&world, number).is_empty());
    }
}

#[test]
fn games_that_ended_before_the_index_count_as_well() {
    let world = World::new();
    let id = world.alone(Mode::Duel);
    world.ok(1, resign(id));
    remove_entries(&*world.store, Table::Against);
    assert_eq!(
        results(&world, 1),
        [(Mode::Duel, Level::Beginner, [0, 0, 1])]
    );
}
