//! Place of the levels among the anchors, and `focus-lab levels` as seen at a terminal.

use std::ops::RangeInclusive;
use std::process::{Command, Output};

use focus_engine::{Limits, Stop};
use focus_lab::arena::{Bout, Contest, Openings};

/// The seven kinds of game.
const RULES: [&str; 7] = [
    "mode=2",
    "mode=2 goal=race",
    "mode=3",
    "mode=3 goal=last",
    "mode=4t",
    "mode=4s",
    "mode=4s goal=last",
];

/// Checks the points that a player makes in a number of pairs of games, in percent.
///
/// The games are the same in every run: nothing in them depends on time.
#[track_caller]
fn check(player: &str, opponent: &str, pairs: u64, expected: &RangeInclusive<f64>) {
    for rules in RULES {
        let contest = Contest {
            rules: rules.parse().expect("rules"),
            kinds: [player, opponent].map(|spec| spec.parse().expect("player")),
            limits: Limits::default(),
            openings: Openings::Random,
            seed: 7,
            longest: 800,
        };
        let points = |pair| {
            [false, true].map(|is_second| {
                let game = contest.play(Bout { pair, is_second }, &Stop::new());
                game.expect("legal moves").expect("a game").points()
            })
        };
        let points: Vec<f64> = (0..pairs).flat_map(points).collect();
        let games = u32::try_from(points.len()).expect("few games");
        let percent = 100.0 * points.iter().sum::<f64>() / f64::from(games);
        assert!(expected.contains(&percent), "{rules}: {percent:.0} %");
    }
}

#[test]
fn beginner_loses_most_games_to_greedy_in_every_kind() {
    check("level:beginner,hash=1", "greedy", 14, &(5.0..=45.0));
}

#[test]
fn beginner_beats_random_moves_in_every_kind() {
    check("level:beginner,hash=1", "random", 7, &(75.0..=100.0));
}

#[test]
fn skilled_beats_greedy_in_every_kind() {
    check("level:skilled,hash=1", "greedy", 7, &(75.0..=100.0));
}

fn levels(arguments: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_focus-lab"));
    let command = command.arg("levels").args(arguments);
    command.output().expect("program that runs")
}

#[test]
fn table_has_a_row_for_each_level_and_a_column_for_each_opponent() {
    let output = levels(&[
        "--rules",
        "mode=3",
        "--levels",
        "beginner,novice",
        "--against",
        "random,below",
        "--games",
        "2",
    ]);
    assert!(output.status.success(), "{output:?}");
    let text = String::from_utf8(output.stdout).expect("text");
    let rows: Vec<&str> = text.lines().skip(2).collect();
    assert_eq!(rows[0], "| level | random | below |");
    assert_eq!(rows[1], "| --- | --- | --- |");
    assert!(rows[2].starts_with("| beginner | "), "{text}");
    assert!(rows[2].ends_with(" | – |"), "{text}");
    assert!(rows[3].starts_with("| novice | "), "{text}");
    assert_eq!(rows.len(), 4, "{text}");
}

#[test]
fn unknown_level_or_opponent_is_refused() {
    for arguments in [
        ["--levels", "godlike"],
        ["--against", "nobody"],
        ["--threads", "0"],
        ["--games", "0"],
        ["--nodes", "0"],
    ] {
        let output = levels(&arguments);
        assert_eq!(output.status.code(), Some(2), "{output:?}");
    }
}
