//! Load of many games at once, as the command `load` makes it.

use std::fs;
use std::path::Path;
use std::process::Output;

#[cfg(all(unix, feature = "postgres"))]
use focusbot::store::{Keys, Store, Table};

#[cfg(all(unix, feature = "postgres"))]
use crate::store::postgres::database;
use crate::support::program::focusbot;

/// Number of runs of which one must tell of every request.
const TRIES: u32 = 5;

/// Runs the command with these arguments, where another bot has settings.
fn load(args: &[&str]) -> Output {
    let mut load = focusbot();
    load.env("FOCUSBOT_CONFIG", "no/such.toml");
    load.env("FOCUSBOT_STORE_URL", "no address");
    load.arg("load").args(args);
    load.output().expect("the program")
}

/// Returns what the command has told.
#[track_caller]
fn told(args: &[&str]) -> String {
    let output = load(args);
    let told = String::from_utf8_lossy(&output.stdout).into_owned();
    let failed = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{told}{failed}");
    told
}

#[test]
fn games_of_a_crowd_are_played_and_their_requests_counted() {
    let told = told(&["--games", "3", "--plies", "4", "--keep"]);
    let played = "3 games at once on 1 server, 12 moves";
    assert!(told.contains(played), "{told}");
    assert!(told.contains("requests a move: callback "), "{told}");
    assert!(told.contains("after the last board, in "), "{told}");
    assert!(!told.contains("requests to the database"), "{told}");
    assert!(!told.contains("answered with 429"), "{told}");
    let of_the_bot = "from when the bot handles an interaction";
    for (what, since) in [
        ("acknowledged", of_the_bot),
        ("board taken", of_the_bot),
        ("board seen", "from when a person sends the move"),
    ] {
        let begins = format!("  {what} after ");
        let ends = format!(" ms (at most), {since}");
        let is_meant = |line: &str| {
            let percentiles = [" ms (median), ", " ms (99th percentile), "];
            let has_both = percentiles.iter().all(|told| line.contains(told));
            line.starts_with(&begins) && has_both && line.ends_with(&ends)
        };
        assert!(told.lines().any(is_meant), "{told}");
    }
    let kept = told.lines().find_map(|line| line.strip_prefix("kept: "));
    let kept = Path::new(kept.expect("a folder"));
    assert!(kept.join("data/store").exists(), "{told}");
    fs::remove_dir_all(kept).expect("a folder of the command");
}

#[test]
fn moves_are_pressed_step_by_step_within_discords_limits() {
    let told = told(&["--games", "2", "--plies", "3", "--press", "--limits"]);
    let played = "2 games at once on 1 server, 6 moves";
    assert!(told.contains(played), "{told}");
    // One each for the button, the source, the target and the confirmation; those with which the
    // games began may be counted late.
    assert!(told.contains("requests a move: callback 4."), "{told}");
    assert!(told.contains("requests answered with 429: "), "{told}");
}

/// Returns what the command tells of a single game far below the limit of requests, where boards are
/// posted in the channel.
fn told_below_limit(args: &[&str]) -> String {
    let mut load = focusbot();
    load.env("FOCUSBOT_DISCORD_REQUESTS_PER_SECOND", "20000");
    load.args(["load", "--games", "1"]).args(args);
    let output = load.output().expect("the program");
    String::from_utf8_lossy(&output.stdout).into_owned()
}

/// Returns the number of requests a move of this kind, as the command has told it.
fn requests_of(kind: &str, told: &str) -> Option<f64> {
    let mut lines = told.lines();
    let line = lines.find_map(|line| line.trim().strip_prefix("requests a move: "))?;
    let mut routes = line.split(", ");
    routes.find_map(|route| route.strip_prefix(kind)?.trim().parse().ok())
}

#[test]
fn requests_a_move_include_the_edit_of_the_board_before() {
    let mut runs = Vec::new();
    // A bot that is silent for a second has no more to send, or a busy machine has paused it.
    let is_counted = (0..TRIES).any(|_| {
        let told = told_below_limit(&["--plies", "1"]);
        let requests = requests_of("channel", &told);
        runs.push(told);
        requests.is_some_and(|requests| requests >= 2.0)
    });
    assert!(is_counted, "{runs:?}");
}

#[test]
fn the_board_before_a_pressed_move_is_edited_by_the_press() {
    let mut runs = Vec::new();
    let is_by_press = (0..TRIES).any(|_| {
        let told = told_below_limit(&["--plies", "8", "--press"]);
        let [channel, webhook] = ["channel", "webhook"].map(|kind| requests_of(kind, &told));
        runs.push(told);
        // The new board in the channel; by tokens, the first question, the deletion of the last one
        // and the edit. A few requests belong to the beginning of the game, or come too late.
        channel.is_some_and(|requests| requests < 1.6)
            && webhook.is_some_and(|requests| requests > 2.4)
    });
    assert!(is_by_press, "{runs:?}");
}

#[cfg(all(unix, feature = "postgres"))]
#[test]
fn processes_on_a_database_serve_a_crowd_together() {
    let Some(database) = database() else { return };
    let url = database.url().to_string();
    let processes = ["--servers", "2", "--processes", "2", "--store", &url];
    let told = told(&[&["--games", "2", "--plies", "2"][..], &processes].concat());
    let played = "2 games at once on 2 servers, 4 moves";
    assert!(told.contains(played), "{told}");
    assert!(told.contains("requests to the database a move"), "{told}");
}

#[cfg(all(unix, feature = "postgres"))]
#[test]
fn games_that_exist_before_the_bot_starts_are_moved_to_the_database() {
    let Some(database) = database() else { return };
    let url = database.url().to_string();
    let before = ["--running", "2", "--unshown", "3", "--ended", "1"];
    let rest = ["--clocks", "--games", "1", "--plies", "1", "--store", &url];
    let told = told(&[&before[..], &rest].concat());
    let filled = "2 running games, 3 more with a board to be posted, and 1 ended ones";
    assert!(told.contains(filled), "{told}");
    let games = database.store().scan(Table::Games, &Keys::all());
    assert_eq!(games.expect("a store").len(), 7);
    let again = load(&["--games", "1", "--plies", "1", "--store", &url]);
    assert!(!again.status.success(), "the database has games");
}

#[test]
fn wrong_numbers_are_wrong_usage() {
    for (args, expected) in [
        (
            &["--processes", "2", "--servers", "2"][..],
            "expected `--store`",
        ),
        (
            &["--processes", "3", "--store", "postgres://localhost"],
            "such as `--servers 3`",
        ),
        (&["--games", "5,0"], "invalid value '0' for '--games"),
        (&["--plies", "0"], "invalid value '0' for '--plies"),
    ] {
        let output = load(args);
        let failed = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{failed}");
        assert!(failed.contains(expected), "{failed}");
    }
}
