//! Profiles: charts, comparisons, and the data about a person.

use focus::{Color, Mode, Rules};
use focusbot::service::PersonId;

use crate::service::harness::{NOW, World, draw, number};
use crate::service::ratings::{DUEL, losers, resign_all};

#[test]
fn a_chart_begins_with_the_initial_rating() {
    let world = World::new();
    let game = resign_all(&world, world.rated(DUEL, &[1, 2]), &[Color::Blue]);
    let winner = number(&game, Color::Orange);
    let profile = world.service.profile(PersonId(winner), None, NOW);
    let history = &profile.expect("a profile").modes[0].history;
    let points: Vec<_> = history.iter().map(|(_, points)| *points).collect();
    assert_eq!(points, [1500, game.ratings[0].after.points]);
}

#[test]
fn personal_data_has_readable_times() {
    let world = World::new();
    resign_all(&world, world.rated(DUEL, &[1, 2]), &[Color::Blue]);
    let personal_data = world.service.personal_data(PersonId(1)).expect("a store");
    for name in ["at", "created", "started", "last"] {
        let spelled = format!("\"{name}_utc\": \"2027-01-15T08:00:0");
        assert!(personal_data.contains(&spelled), "{name}: {personal_data}");
    }
    assert!(!personal_data.contains("points_utc"), "{personal_data}");
}

#[test]
fn two_people_are_compared_by_their_common_games() {
    let world = World::new();
    let game = resign_all(&world, world.rated(DUEL, &[1, 2]), &[Color::Blue]);
    let winner = number(&game, Color::Orange);
    let loser = 3 - winner;
    let drawn = world.rated(Rules::new(Mode::ThreeWay), &[1, 2, 3]);
    for who in [1, 2, 3] {
        world.ok(who, draw(drawn));
    }
    let together = world.rated(Rules::new(Mode::Partners), &[1, 2, 3, 4]);
    let view = resign_all(&world, together, &losers(Mode::Partners));
    let profile = |who, with| {
        let profile = world
            .service
            .profile(PersonId(who), Some(PersonId(with)), NOW);
        profile.expect("a profile").versus.expect("a comparison")
    };
    let (orange, blue) = (number(&view, Color::Orange), number(&view, Color::Blue));
    assert_eq!(profile(orange, blue).together, [1, 0, 0]);
    let versus = profile(winner, loser);
    assert_eq!((versus.against[0] >= 1, versus.against[1]), (true, 1));
    assert_eq!(profile(1, 9).against, [0; 3]);
    let form = world
        .service
        .profile(PersonId(1), None, NOW)
        .expect("a profile")
        .form;
    assert_eq!(form.len(), 3);
}
