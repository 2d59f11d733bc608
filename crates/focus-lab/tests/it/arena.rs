//! Matches: seatings and statistics.

use std::collections::HashMap;
use std::time::Duration;

use focus::{Color, ColorSet, Game, Leaving, Mode, Rules};
#[cfg(unix)]
use focus_engine::Clock;
use focus_engine::{Engine, Limits, Options, Player, Stop};
use focus_lab::arena::{
    Bout, Contest, Openings, Pairs, Spec, Sprt, Verdict, elo, opening, pairs, sharing,
};

fn contest(rules: &str) -> Contest {
    let spec: Spec = "level:full".parse().expect("player");
    Contest {
        rules: rules.parse().expect("rules"),
        kinds: [spec.clone(), spec],
        limits: Limits::nodes(1),
        openings: Openings::Random,
        seed: 7,
        longest: 60,
    }
}

#[track_caller]
fn close(value: f64, expected: f64) {
    assert!((value - expected).abs() < 0.001, "{value} for {expected}");
}

#[test]
fn elo_is_that_of_the_tables() {
    close(elo(0.5), 0.0);
    close(elo(0.75), 190.849);
    close(elo(0.25), -190.849);
    close(elo(10.0 / 11.0), 400.0);
}

#[test]
fn thirty_of_thirty_leave_room_for_doubt() {
    let mut pairs = Pairs::new();
    for _ in 0..15 {
        pairs.add(1.0, 1.0);
    }
    let share = pairs.share();
    close(share.value, 1.0);
    close(share.low, 0.8865);
    close(share.high, 1.0);
}

#[test]
fn error_bars_follow_from_the_pairs() {
    let mut pairs = Pairs::new();
    for _ in 0..100 {
        pairs.add(1.0, 0.0);
        pairs.add(1.0, 1.0);
        pairs.add(0.0, 0.0);
        pairs.add(0.0, 1.0);
    }
    assert_eq!(pairs.pentanomial(), [100, 0, 200, 0, 100]);
    close(pairs.mean(), 0.5);
    close(pairs.variance(), 50.0 / 399.0);
    let share = pairs.share();
    close(share.low, 0.4655);
    close(share.high, 0.5345);
}

#[test]
fn pairs_that_always_split_prove_equality() {
    let mut pairs = Pairs::new();
    for at in 0..100 {
        pairs.add(1.0, if at == 0 { 0.5 } else { 0.0 });
    }
    let share = pairs.share();
    assert!(share.high - share.low < 0.12, "{share:?}");
}

#[test]
fn sequential_test_decides_both_ways() {
    let sprt = Sprt {
        elo0: 0.0,
        elo1: 10.0,
    };
    let repeated = |won: usize, lost: usize| {
        let mut pairs = Pairs::new();
        for _ in 0..won {
            pairs.add(1.0, 1.0);
        }
        for _ in 0..lost {
            pairs.add(0.0, 0.0);
        }
        pairs
    };
    assert_eq!(sprt.verdict(&repeated(440, 260)), Verdict::Gain);
    assert_eq!(sprt.verdict(&repeated(260, 440)), Verdict::NoGain);
    assert_eq!(sprt.verdict(&repeated(11, 9)), Verdict::Open);
    // Computed by hand: N (s1 - s0) (mean - (s0 + s1) / 2) / variance.
    let ratio = sprt.log_likelihood_ratio(&repeated(400, 300));
    let (share, variance) = (0.514_387, 0.245_249);
    let expected = 700.0 * (share - 0.5) * (4.0 / 7.0 - f64::midpoint(share, 0.5)) / variance;
    close(ratio, expected);
}

#[test]
fn every_seating_of_both_kinds_comes_once() {
    for (mode, count) in [
        (Mode::Duel, 1),
        (Mode::ThreeWay, 3),
        (Mode::Partners, 1),
        (Mode::FreeForAll, 7),
    ] {
        let pairs = pairs(mode);
        assert_eq!(pairs.len(), count, "{mode}");
        let mut seen: Vec<String> = Vec::new();
        for seating in pairs {
            seen.extend([seating.to_string(), seating.swapped().to_string()]);
        }
        seen.sort();
        seen.dedup();
        assert_eq!(seen.len(), 2 * count, "{mode}: {seen:?}");
    }
    assert_eq!(pairs(Mode::Partners)[0].to_string(), "ABAB");
}

#[test]
fn equals_share_the_points_of_every_pair() {
    for mode in Mode::ALL {
        for seating in pairs(mode) {
            let mut points = 0.0;
            for &color in mode.colors() {
                let mut winners = ColorSet::EMPTY.with(color);
                winners = mode
                    .partner(color)
                    .map_or(winners, |other| winners.with(other));
                points += seating.points(winners) + seating.swapped().points(winners);
            }
            close(
                points,
                f64::from(u8::try_from(mode.seats()).expect("small")),
            );
            let all = mode.color_set();
            close(seating.points(all) + seating.swapped().points(all), 1.0);
        }
    }
}

#[test]
fn draw_is_shared_by_those_still_in() {
    let mut game = Game::new(Rules::new(Mode::FreeForAll), Color::Orange);
    game.leave(Color::Green, Leaving::Resignation)
        .expect("a player");
    let still_in = ColorSet::ALL.without(Color::Green);
    assert_eq!(sharing(&game), still_in, "a game that was too long");
    game.agree_draw().expect("a running game");
    assert_eq!(sharing(&game), still_in);
    let mut seatings = pairs(Mode::FreeForAll).into_iter();
    let seating = seatings.find(|seating| seating.to_string() == "AABB");
    let seating = seating.expect("a seating");
    close(seating.points(sharing(&game)), 1.0 / 3.0);
    close(seating.swapped().points(sharing(&game)), 2.0 / 3.0);
}

#[test]
fn win_is_shared_by_the_winners() {
    let mut game = Game::new(Rules::new(Mode::Partners), Color::Orange);
    for color in [Color::Green, Color::Pink] {
        game.leave(color, Leaving::Resignation).expect("a player");
    }
    assert_eq!(sharing(&game).to_string(), "OB");
}

#[test]
fn openings_are_quiet_and_always_the_same() {
    for rules in [
        "mode=2",
        "mode=2 goal=race opening=exchange",
        "mode=3",
        "mode=3 goal=last",
        "mode=4t",
        "mode=4s setup=12",
    ] {
        let rules: Rules = rules.parse().expect("rules");
        let mut starters: HashMap<Color, u32> = HashMap::new();
        for number in 0..24 {
            let game = opening(rules, 5, number);
            assert_eq!(game, opening(rules, 5, number));
            assert!(game.outcome().is_none());
            assert!(game.plies().len() >= 8, "{rules}: opening {number}");
            *starters.entry(game.plies()[0].color).or_default() += 1;
        }
        assert_eq!(starters.len(), rules.mode().seats());
        assert_ne!(opening(rules, 5, 0), opening(rules, 6, 0));
    }
}

#[test]
fn even_openings_give_nobody_an_advantage() {
    let rules: Rules = "mode=2".parse().expect("rules");
    let games = |openings: Openings| -> Vec<Game> {
        let games = (0..4).map(|number| openings.opening(rules, 5, number));
        games.collect()
    };
    let [even, random] = [Openings::Even, Openings::Random].map(games);
    assert_eq!(even[0], Openings::Even.opening(rules, 5, 0));
    let starters = |games: &[Game]| -> Vec<Color> {
        let starters = games.iter().map(|game| game.plies()[0].color);
        starters.collect()
    };
    assert_eq!(starters(&even), starters(&random));
    let advantage = |game: &Game| {
        let mut engine = Engine::new(Options::default());
        let choice = engine.choose(game, &Limits::nodes(20_000), &Stop::new(), &mut |_| {});
        (choice.chances[game.position().side().index()] - 0.5).abs()
    };
    let sum = |games: Vec<Game>| -> f32 { games.iter().map(advantage).sum() };
    let [even, random] = [even, random].map(sum);
    assert!(even < 0.25 * random, "{even} and {random}");
}

#[test]
fn same_bout_is_the_same_game() {
    for rules in ["mode=2", "mode=3", "mode=4t", "mode=4s"] {
        let contest = contest(rules);
        let bout = Bout {
            pair: 3,
            is_second: true,
        };
        let play = || contest.play(bout, &Stop::new()).expect("legal moves");
        let (first, again) = (play().expect("a game"), play().expect("a game"));
        assert_eq!(first.moves, again.moves);
        assert!(first.moves.len() <= 60);
        assert_eq!(first.termination.is_none(), first.moves.len() == 60);
    }
}

#[test]
fn stopped_game_is_none() {
    let stop = Stop::new();
    stop.stop();
    let bout = Bout {
        pair: 0,
        is_second: false,
    };
    assert!(
        contest("mode=2")
            .play(bout, &stop)
            .expect("no mistake")
            .is_none()
    );
}

#[test]
fn limits_of_a_player_stand_in_its_text() {
    let limits = |text: &str| {
        let spec: Spec = text.parse().expect("player");
        spec.limits(Limits::depth(3))
    };
    assert_eq!(limits("level:full"), Limits::depth(3));
    assert_eq!(limits("level:full,nodes=5"), Limits::nodes(5));
    assert_eq!(limits("level:full,playouts=5"), Limits::nodes(5));
    assert_eq!(
        limits("level:time=20"),
        Limits::time(Duration::from_millis(20))
    );
}

#[cfg(unix)]
#[test]
fn clock_of_a_player_is_that_of_the_match() {
    let otherwise = Limits {
        clock: Clock::Processor,
        ..Limits::default()
    };
    for text in ["level:full", "level:full,nodes=5"] {
        let spec: Spec = text.parse().expect("player");
        assert_eq!(spec.limits(otherwise).clock, Clock::Processor);
    }
}

#[cfg(target_os = "linux")]
#[test]
fn program_thinks_until_its_processor_time_is_up() {
    let program = concat!("cmd:", env!("CARGO_BIN_EXE_focus-lab"), " engine");
    let limit = Duration::from_millis(20);
    let contest = Contest {
        kinds: [program, "random"].map(|text| text.parse().expect("player")),
        limits: Limits {
            clock: Clock::Processor,
            ..Limits::time(limit)
        },
        longest: 14,
        ..contest("mode=2")
    };
    let bout = Bout {
        pair: 0,
        is_second: false,
    };
    let played = contest.play(bout, &Stop::new()).expect("legal moves");
    let effort = played.expect("a game").effort[0];
    let moves = u32::try_from(effort.moves).expect("few moves");
    assert!(moves > 0);
    assert!(effort.time >= limit * moves, "{effort:?}");
}

#[test]
fn wrong_players_are_refused() {
    for (text, expected) in [
        ("nobody", "`nobody`"),
        ("level:time=soon", "`soon`"),
        ("level:full,beard=3", "`beard`"),
    ] {
        let error = text.parse::<Spec>().expect_err(text).to_string();
        assert!(error.contains(expected), "{error}");
    }
}
