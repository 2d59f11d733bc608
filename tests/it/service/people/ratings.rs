//! Effect of the end of a game on ratings: once, in the same commit, and consistent with the games.

use std::sync::Arc;
use std::thread;

use focus::{Color, Mode, Position, Rules};
use focus_engine::Level;
use focusbot::service::ratings::ladder::{LeaderboardPage, LeaderboardScope};
use focusbot::service::{
    Computer, GameId, GameView, GuildId, NewTable, PastFilter, PastResult, PastScope, PersonId,
    Refusal, Request, Service,
};
use focusbot::store::records::GameRecord;
use focusbot::store::{Archive, Batch, Expected, Key};

use crate::service::harness::{
    HERE, LIMITS, World, abort, draw, mv, number, person, rated_table, resign,
};
use crate::service::recount;

const DUEL: Rules = Rules::new(Mode::Duel);

/// Returns the rating of each of these people in a mode, if there is one.
fn points<const N: usize>(world: &World, mode: Mode, people: [u64; N]) -> [Option<i32>; N] {
    people.map(|number| {
        let profile = world.service.profile(PersonId(number), None);
        let modes = profile.expect("a readable profile").modes;
        let part = modes.into_iter().find(|part| part.mode == mode)?;
        part.rating.map(|(points, _)| points.points)
    })
}

/// Resigns for these colors, and returns the game.
fn resign_all(world: &World, id: GameId, colors: &[Color]) -> GameView {
    for color in colors {
        world.ok(number(&world.game(id), *color), resign(id));
    }
    world.game(id)
}

/// Returns the colors that have to resign so that Orange, or its team, wins.
fn losers(mode: Mode) -> Vec<Color> {
    let colors = mode.colors().iter().copied();
    let others = colors.filter(|color| *color != Color::Orange);
    others
        .filter(|color| mode.partner(Color::Orange) != Some(*color))
        .collect()
}

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
fn a_draw_of_equals_changes_no_points_but_is_counted() {
    for mode in Mode::ALL {
        let world = World::new();
        let everybody = &[1, 2, 3, 4][..mode.seats()];
        let id = world.rated(Rules::new(mode), everybody);
        for who in everybody {
            world.ok(*who, draw(id));
        }
        assert_eq!(points(&world, mode, [1, 2]), [Some(1500), Some(1500)]);
        let page = world
            .service
            .ladder(
                LeaderboardScope::Server(GuildId(1)),
                mode,
                LeaderboardPage::Top,
            )
            .expect("a list");
        assert!(page.lines.iter().all(|line| line.record == [0, 1, 0]));
        assert_eq!(page.lines.len(), mode.seats());
    }
}

#[test]
fn a_game_that_ends_by_a_move_is_rated_with_it() {
    let world = World::new();
    let race = DUEL.with_goal(focus::Goal::Race).expect("goal of the duel");
    let id = world.rated_from_the_start(race, &[1, 2]);
    let mut chance = 1_usize;
    while world.game(id).ending.is_none() {
        let moves = world.game(id).game.position().legal_moves().to_vec();
        chance = chance
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1);
        let text = moves[(chance >> 33) % moves.len()].to_string();
        assert!(world.game(id).ratings.is_empty());
        world.ok(world.mover(id), mv(id, None, &text));
    }
    assert_eq!(world.game(id).ratings.len(), 2);
}

#[test]
fn what_is_not_rated_changes_no_rating() {
    let world = World::new();
    let casual = world.begun(DUEL);
    world.ok(1, resign(casual));
    let aborted = world.rated_from_the_start(DUEL, &[1, 2]);
    world.ok(1, abort(aborted));
    assert_eq!(points(&world, Mode::Duel, [1, 2]), [None, None]);
    assert!(world.game(casual).ratings.is_empty() && world.game(aborted).ratings.is_empty());
    let profile = world.service.profile(PersonId(1), None).expect("a profile");
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

#[test]
fn a_game_counts_once_everybody_has_moved_twice() {
    for mode in Mode::ALL {
        let world = World::new();
        let people = &[1, 2, 3, 4][..mode.seats()];
        let id = world.rated_from_the_start(Rules::new(mode), people);
        world.move_on(id, 2 * mode.seats() - 1);
        let game = resign_all(&world, id, &losers(mode));
        assert!(game.ending.is_some() && game.ratings.is_empty(), "{mode:?}");
        assert_eq!(points(&world, mode, [1, 2]), [None, None]);
        let counted = resign_all(&world, world.rated(Rules::new(mode), people), &losers(mode));
        assert_eq!(counted.ratings.len(), mode.seats());
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
    let archive = Archive::new(world.store.clone());
    let key = Key::new().u32(id.0);
    let held = archive.read::<GameRecord>(&key).expect("a readable store");
    let older = GameRecord {
        clock: None,
        ..held.expect("a game").record
    };
    let mut batch = Batch::new();
    batch.put_record(key, &older, Expected::Any);
    archive.commit(batch).expect("a store");
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

/// Returns the number of repetitions recorded for a rated game of these people.
fn repeats(world: &World, rules: Rules, people: &[u64]) -> u32 {
    let game = resign_all(world, world.rated(rules, people), &losers(rules.mode()));
    let archive = Archive::new(world.store.clone());
    let held = archive.read::<GameRecord>(&Key::new().u32(game.id.0));
    let record = held.expect("a readable store").expect("a game").record;
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
fn who_is_forgotten_and_comes_back_counts_no_more_than_before() {
    let world = World::new();
    assert_eq!(repeats(&world, DUEL, &[1, 2]), 0);
    world
        .service
        .forget_results(PersonId(2))
        .expect("forgotten");
    assert_eq!(repeats(&world, DUEL, &[1, 2]), 1);
    world.leave();
}

#[test]
fn a_chart_begins_with_what_everybody_begins_with() {
    let world = World::new();
    let game = resign_all(&world, world.rated(DUEL, &[1, 2]), &[Color::Blue]);
    let winner = number(&game, Color::Orange);
    let profile = world.service.profile(PersonId(winner), None);
    let history = &profile.expect("a profile").modes[0].history;
    let points: Vec<_> = history.iter().map(|(_, points)| *points).collect();
    assert_eq!(points, [1500, game.ratings[0].after.points]);
}

#[test]
fn a_dossier_says_times_as_people_read_them() {
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
            thread::spawn(move || {
                let now = crate::service::harness::NOW;
                service.handle(now, &person(1), resign(id), 7)
            })
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

#[test]
fn lists_are_leafed_through_both_ways() {
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
            .ladder(here, Mode::Duel, part)
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
    let elsewhere = world.service.ladder(
        LeaderboardScope::Server(GuildId(2)),
        Mode::Duel,
        LeaderboardPage::Top,
    );
    assert!(elsewhere.expect("a list").lines.is_empty());
    let all = world
        .service
        .ladder(LeaderboardScope::All, Mode::Duel, LeaderboardPage::Top);
    assert!(
        all.expect("a list").lines.is_empty(),
        "nobody has asked to be on it"
    );
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
        let profile = world.service.profile(PersonId(who), Some(PersonId(with)));
        profile.expect("a profile").versus.expect("a comparison")
    };
    let (orange, blue) = (number(&view, Color::Orange), number(&view, Color::Blue));
    assert_eq!(profile(orange, blue).together, [1, 0, 0]);
    let versus = profile(winner, loser);
    assert_eq!((versus.against[0] >= 1, versus.against[1]), (true, 1));
    assert_eq!(profile(1, 9).against, [0; 3]);
    let form = world
        .service
        .profile(PersonId(1), None)
        .expect("a profile")
        .form;
    assert_eq!(form.len(), 3);
}

#[test]
fn who_wants_to_is_on_the_lists_of_all_servers_from_then_on() {
    let world = World::new();
    let all = |mode| {
        let page = world
            .service
            .ladder(LeaderboardScope::All, mode, LeaderboardPage::Top);
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
    let here = world.service.ladder(
        LeaderboardScope::Server(GuildId(1)),
        Mode::Duel,
        LeaderboardPage::Top,
    );
    assert_eq!(
        here.expect("a list").lines.len(),
        2,
        "still on that of the server"
    );
}

#[test]
fn who_is_forgotten_is_on_no_list_and_in_nobodys_results() {
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
    world
        .service
        .forget_results(PersonId(1))
        .expect("forgotten");

    assert_eq!(points(&world, Mode::Duel, [2, 3]), before);
    assert!(!world.service.is_listed(PersonId(1)).expect("a choice"));
    for list in [LeaderboardScope::All, LeaderboardScope::Server(GuildId(1))] {
        let page = world.service.ladder(list, Mode::Duel, LeaderboardPage::Top);
        let lines = page.expect("a list").lines;
        assert!(
            lines.iter().all(|line| line.person != PersonId(1)),
            "{list:?}"
        );
    }
    let own = world.service.profile(PersonId(1), None).expect("a profile");
    assert!(own.modes.is_empty() && own.form.is_empty());
    let other = world.service.profile(PersonId(2), Some(PersonId(1)));
    let versus = other.expect("a profile").versus.expect("a comparison");
    assert_eq!(versus.against, [0; 3]);
    world.leave();
}

/// Returns a rated game in which Orange resigns and the others draw.
fn drawn_without_orange(world: &World, mode: Mode) -> GameView {
    let id = world.rated(Rules::new(mode), &[1, 2, 3, 4][..mode.seats()]);
    world.ok(number(&world.game(id), Color::Orange), resign(id));
    for color in &mode.colors()[1..] {
        world.ok(number(&world.game(id), *color), draw(id));
    }
    world.game(id)
}

#[test]
fn who_is_out_has_lost_what_the_others_draw() {
    for mode in [Mode::ThreeWay, Mode::FreeForAll] {
        let world = World::new();
        let game = drawn_without_orange(&world, mode);
        for change in &game.ratings {
            let gain = change.after.points - change.before;
            let is_out = change.color == Color::Orange;
            assert_eq!(gain < 0, is_out, "{mode:?}: {change:?}");
            assert_eq!(game.sharing.contains(change.color), !is_out);
            let who = number(&game, change.color);
            let record = if is_out { [0, 0, 1] } else { [0, 1, 0] };
            let profile = world.service.profile(PersonId(who), None);
            assert_eq!(profile.expect("a profile").modes[0].record, record);
        }
        let kept = recount::stored(world.store.clone());
        let losses: u32 = kept.values().map(|rating| rating.lost).sum();
        assert_eq!(losses, 1, "{mode:?}");
        assert_eq!(kept, recount::recounted(world.store.clone()));

        let [out, still_in] = [Color::Orange, Color::Blue].map(|color| number(&game, color));
        let against = |who, with| {
            let profile = world.service.profile(PersonId(who), Some(PersonId(with)));
            profile.expect("a profile").versus.expect("one").against
        };
        assert_eq!(against(still_in, out), [1, 0, 0], "{mode:?}");
        assert_eq!(against(out, still_in), [0, 0, 1], "{mode:?}");
        let other = number(&game, *mode.colors().last().expect("three colors"));
        let third = number(&game, Color::Green);
        let even = if other == still_in { third } else { other };
        assert_eq!(against(still_in, even), [0, 1, 0], "{mode:?}");
    }
}

#[test]
fn a_team_shares_the_draw_that_one_of_it_agrees_to() {
    let world = World::new();
    let game = drawn_without_orange(&world, Mode::Partners);
    assert_eq!(game.sharing.len(), 4);
    for who in 1..=4 {
        let profile = world.service.profile(PersonId(who), None);
        assert_eq!(
            profile.expect("a profile").modes[0].record,
            [0, 1, 0],
            "{who}"
        );
    }
    let kept = recount::stored(world.store.clone());
    assert_eq!(kept, recount::recounted(world.store.clone()));
}

#[test]
fn a_draw_of_an_older_game_stays_everybodys() {
    let world = World::new();
    let game = drawn_without_orange(&world, Mode::ThreeWay);
    let archive = Archive::new(world.store.clone());
    let key = Key::new().u32(game.id.0);
    let held = archive.read::<GameRecord>(&key).expect("a readable store");
    let record = held.expect("a game").record;
    assert_eq!(record.sharing.as_deref(), Some("GB"));
    let older = GameRecord {
        sharing: None,
        rated: false,
        ratings: None,
        ..record
    };
    let mut batch = Batch::new();
    batch.put_record(key, &older, Expected::Any);
    archive.commit(batch).expect("a store");

    let world = world.restarted();
    assert_eq!(world.game(game.id).sharing.len(), 3);
    let filter = PastFilter::all(PastScope::Guild(GuildId(1)));
    let page = world.service.past(PersonId(9), HERE, filter, 0, 5);
    let past = &page.expect("a list").games[0];
    for who in 1..=3 {
        let result = past.result_of(PersonId(who));
        assert_eq!(result, Some(PastResult::Drawn), "{who}");
    }
    world.leave();
}
