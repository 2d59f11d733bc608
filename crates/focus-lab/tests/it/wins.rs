//! Positions with forced wins (`tests/data/wins.txt`), and the computer player in them.

use std::process::Command;

use focus_engine::evaluation::Kind;
use focus_lab::wins::{Exhaustive, ForcedWin, Harvest};

const WINS: &str = include_str!("../data/wins.txt");

/// Number of plies within which the moves of the table win.
const MOST: u32 = 5;

fn lines() -> impl Iterator<Item = &'static str> {
    WINS.lines().filter(|line| !line.starts_with('#'))
}

fn line_of_three_plies() -> &'static str {
    let mut lines = lines();
    let line = lines.find(|line| line.starts_with("mode=2 | 3 | "));
    line.expect("a duel won in three plies")
}

fn wins() -> impl Iterator<Item = ForcedWin> {
    lines().map(|line| line.parse().expect("a forced win"))
}

#[test]
fn text_of_a_forced_win_is_read_and_written_alike() {
    for line in lines() {
        let win: ForcedWin = line.parse().expect("a forced win");
        assert_eq!(win.to_string(), line);
    }
}

#[test]
fn text_that_is_no_forced_win_is_refused() {
    #[track_caller]
    fn check(text: &str, expected: &str) {
        let error = text.parse::<ForcedWin>().expect_err("no forced win");
        let error = error.to_string();
        assert!(error.contains(expected), "{error}");
    }
    let line = line_of_three_plies();
    check("mode=2 | 3", "expected rules, plies, moves and a position");
    check(
        &line.replacen(" | 3 |", " | three |", 1),
        "expected a number of plies",
    );
    check(&line.replacen("mode=2", "mode=5", 1), "expected a mode");
    check(&line.replacen("| 3 | ", "| 3 | d4-d9 ", 1), "d4-d9");
}

#[test]
fn shortest_win_and_its_moves_are_found_by_trying_everything() {
    for win in wins() {
        let mut search = Exhaustive::new(&win.position);
        assert_eq!(
            search.shortest(&win.position, MOST),
            Some(win.plies),
            "{win}"
        );
        assert_eq!(
            search.winning_moves(&win.position, MOST),
            win.moves,
            "{win}"
        );
    }
}

#[test]
fn every_kind_of_game_has_wins_in_several_numbers_of_plies() {
    for kind in Kind::ALL {
        let of_kind = wins().filter(|win| Kind::of(win.position.rules()) == kind);
        let mut plies: Vec<u32> = of_kind.map(|win| win.plies).collect();
        plies.sort_unstable();
        plies.dedup();
        assert!(plies.len() >= 2, "{kind}: {plies:?}");
    }
}

#[test]
fn same_seed_gives_the_same_positions() {
    let harvest = || -> Vec<ForcedWin> { Harvest::new(Kind::Partners, 7, 3..=5).take(2).collect() };
    assert_eq!(harvest(), harvest());
}

#[test]
fn solve_counts_by_rules_and_plies() {
    let folder = tempfile::tempdir().expect("folder");
    let path = folder.path().join("wins.txt");
    let line = line_of_three_plies();
    std::fs::write(&path, format!("# a comment\n{line}\n{line}\n")).expect("file");
    let mut lab = Command::new(env!("CARGO_BIN_EXE_focus-lab"));
    let lab = lab.arg("solve").arg(&path).args(["--nodes", "20000"]);
    let output = lab.output().expect("program that runs");
    assert_eq!(output.status.code(), Some(0));
    let out = String::from_utf8(output.stdout).expect("text");
    let row: Vec<&str> = out
        .lines()
        .last()
        .unwrap_or_default()
        .split_whitespace()
        .collect();
    assert_eq!(row, ["mode=2", "3", "2", "2", "0", "0", "0"], "{out}");
}
