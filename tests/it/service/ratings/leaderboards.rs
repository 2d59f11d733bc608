//! Leaderboards of servers and of all.

use focus::{Color, Mode, Rules};
use focusbot::service::ratings::leaderboard::{LeaderboardPage, LeaderboardScope};
use focusbot::service::{Actor, GuildId, NewTable, PersonId, Request};

use crate::service::harness::{DAY, NOW, World, person, place_on, rated_table, resign};
use crate::service::ratings::{DUEL, losers, points, resign_all};

#[test]
fn leaderboard_pages_both_ways() {
    let world = World::new();
    // Twelve pairs, with 24 people in all; a player who wins twice ranks above all others.
    for pair in 0..12 {
        let people = [2 * pair + 1, 2 * pair + 2];
        resign_all(&world, world.rated(DUEL, &people), &[Color::Blue]);
    }
    let here = LeaderboardScope::Server(GuildId(1));
    let page = |part| {
        world
            .service
            .leaderboard(here, Mode::Duel, part, NOW)
            .expect("a list")
    };
    let first = page(LeaderboardPage::Top);
    assert_eq!(
        (first.lines.len(), first.has_above, first.has_below),
        (10, false, true)
    );
    let last = &first.lines[9];
    let second = page(LeaderboardPage::Below(last.number, last.position()));
    let last = &second.lines[9];
    let third = page(LeaderboardPage::Below(last.number, last.position()));
    assert_eq!(
        (third.lines.len(), third.has_above, third.has_below),
        (4, true, false)
    );
    let numbers: Vec<_> = [&first, &second, &third]
        .iter()
        .flat_map(|page| page.lines.iter().map(|line| line.number))
        .collect();
    assert_eq!(numbers, (1..=24).collect::<Vec<_>>());
    let strengths: Vec<_> = [&first, &second, &third]
        .iter()
        .flat_map(|page| page.lines.iter().map(|line| line.points.points))
        .collect();
    assert!(strengths.is_sorted_by(|a, b| a >= b), "{strengths:?}");
    let top = &third.lines[0];
    assert_eq!(
        page(LeaderboardPage::Above(top.number, top.position())),
        second
    );
    let top = &second.lines[0];
    assert_eq!(
        page(LeaderboardPage::Above(top.number, top.position())),
        first
    );
    let elsewhere = world.service.leaderboard(
        LeaderboardScope::Server(GuildId(2)),
        Mode::Duel,
        LeaderboardPage::Top,
        NOW,
    );
    assert!(elsewhere.expect("a list").lines.is_empty());
    let (scope, top) = (LeaderboardScope::All, LeaderboardPage::Top);
    let all = world.service.leaderboard(scope, Mode::Duel, top, NOW);
    assert!(
        all.expect("a list").lines.is_empty(),
        "nobody has asked to be on it"
    );
}

#[test]
fn consenting_person_is_on_the_leaderboards_of_all_servers() {
    let world = World::new();
    let all = |mode| {
        let (list, top) = (LeaderboardScope::All, LeaderboardPage::Top);
        let page = world.service.leaderboard(list, mode, top, NOW);
        let lines = page.expect("a list").lines;
        lines.iter().map(|line| line.person.0).collect::<Vec<_>>()
    };
    resign_all(&world, world.rated(DUEL, &[1, 2]), &[Color::Blue]);
    let choose = |listed| world.service.set_listed(PersonId(1), listed);
    choose(true).expect("a choice that is kept");
    assert_eq!(all(Mode::Duel), [1]);
    let rules = Rules::new(Mode::ThreeWay);
    resign_all(
        &world,
        world.rated(rules, &[1, 2, 3]),
        &losers(Mode::ThreeWay),
    );
    resign_all(&world, world.rated(DUEL, &[1, 2]), &[Color::Blue]);
    assert_eq!((all(Mode::Duel), all(Mode::ThreeWay)), (vec![1], vec![1]));
    assert!(world.service.is_listed(PersonId(1)).expect("a choice"));
    choose(false).expect("a choice that is kept");
    assert!(all(Mode::Duel).is_empty() && all(Mode::ThreeWay).is_empty());
    let here = world.service.leaderboard(
        LeaderboardScope::Server(GuildId(1)),
        Mode::Duel,
        LeaderboardPage::Top,
        NOW,
    );
    assert_eq!(
        here.expect("a list").lines.len(),
        2,
        "still on that of the server"
    );
}

#[test]
fn leaderboard_of_a_server_shows_no_nickname_of_another_one() {
    let world = World::new();
    resign_all(&world, world.rated(DUEL, &[1, 2]), &[Color::Blue]);
    let nicknamed = Actor {
        name: "Nickname".to_owned(),
        ..person(1)
    };
    let elsewhere = NewTable {
        place: place_on(2, 20),
        ..rated_table(DUEL)
    };
    let created = Request::Create(elsewhere);
    let created = world.service.handle(NOW, &nicknamed, created, 7);
    let id = created.expect("a table").view.id();
    world.ok(2, Request::Join(id));
    world.move_on(id, 4);
    resign_all(&world, id, &[Color::Blue]);
    let listed = world.service.set_listed(PersonId(1), true);
    listed.expect("a choice that is kept");
    let name_in = |list| {
        let page = world
            .service
            .leaderboard(list, Mode::Duel, LeaderboardPage::Top, NOW);
        let lines = page.expect("a list").lines.into_iter();
        let mut own = lines.filter(|line| line.person == PersonId(1));
        let line = own.next().expect("a line");
        (line.name, line.record.iter().sum::<u32>())
    };
    let server = |number| LeaderboardScope::Server(GuildId(number));
    assert_eq!(name_in(server(1)), ("P1".to_owned(), 2));
    assert_eq!(name_in(server(2)), ("Nickname".to_owned(), 2));
}

#[test]
fn leader_who_has_not_played_for_long_ranks_below_all_sure_ratings() {
    let world = World::new();
    let lines = |list, now| {
        let page = world
            .service
            .leaderboard(list, Mode::Duel, LeaderboardPage::Top, now);
        page.expect("a list").lines
    };
    let here = LeaderboardScope::Server(GuildId(1));
    let leads_at = |now| {
        let lines = lines(here, now);
        let first = lines.first();
        first.is_some_and(|first| first.points.is_sure && first.person == PersonId(1))
    };
    let play = |other, loser| {
        let id = world.rated(DUEL, &[1, other]);
        world.ok(loser, resign(id));
    };
    // Against somebody new, a game counts in full.
    let mut others = 2..80;
    while !leads_at(NOW) {
        let other = others.next().expect("a sure rating by then");
        play(other, if other % 2 == 0 { other } else { 1 });
    }
    let later = NOW.after(DAY * 730);
    assert!(!leads_at(later));
    assert!(lines(here, later).iter().all(|line| !line.points.is_sure));
    let is_sure_in_profile = |now| {
        let profile = world.service.profile(PersonId(1), None, now);
        let rating = profile.expect("a profile").modes[0].rating;
        rating.expect("a rating").0.is_sure
    };
    assert_eq!([NOW, later].map(is_sure_in_profile), [true, false]);

    let listed = |is_listed| {
        let chosen = world.service.set_listed(PersonId(1), is_listed);
        chosen.expect("a choice that is kept");
        let lines = lines(LeaderboardScope::All, later).into_iter();
        let lines = lines.map(|line| (line.person, line.points.is_sure, line.deviation > 110));
        lines.collect::<Vec<_>>()
    };
    for _ in 0..2 {
        assert_eq!(listed(true), [(PersonId(1), false, true)]);
    }
    assert_eq!(listed(false), []);

    play(80, 80);
    assert!(leads_at(NOW), "after another game");
}

#[test]
fn erased_person_is_on_no_leaderboard_and_in_no_results() {
    let world = World::new();
    for people in [&[1, 2], &[1, 3]] {
        resign_all(&world, world.rated(DUEL, people), &[Color::Blue]);
    }
    world
        .service
        .set_listed(PersonId(1), true)
        .expect("a choice");
    let kept = world.service.results_of(PersonId(1)).expect("results");
    assert_eq!(kept[0]["results"].as_array().map(Vec::len), Some(2));
    let before = points(&world, Mode::Duel, [2, 3]);
    world.service.erase_results(PersonId(1)).expect("forgotten");

    assert_eq!(points(&world, Mode::Duel, [2, 3]), before);
    assert!(!world.service.is_listed(PersonId(1)).expect("a choice"));
    for list in [LeaderboardScope::All, LeaderboardScope::Server(GuildId(1))] {
        let page = world
            .service
            .leaderboard(list, Mode::Duel, LeaderboardPage::Top, NOW);
        let lines = page.expect("a list").lines;
        assert!(
            lines.iter().all(|line| line.person != PersonId(1)),
            "{list:?}"
        );
    }
    let own = world
        .service
        .profile(PersonId(1), None, NOW)
        .expect("a profile");
    assert!(own.modes.is_empty() && own.form.is_empty());
    let other = world.service.profile(PersonId(2), Some(PersonId(1)), NOW);
    let versus = other.expect("a profile").versus.expect("a comparison");
    assert_eq!(versus.against, [0; 3]);
    world.leave();
}
