//! Load of many games at once, as the command `load` makes it.

use std::process::Output;

#[cfg(all(unix, feature = "postgres"))]
use crate::store::postgres::Database;
use crate::support::program::focusbot;

/// Number of runs of which one must tell of every request.
const TRIES: u32 = 5;

/// Runs the command with these arguments.
fn load(args: &[&str]) -> Output {
    let mut load = focusbot();
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
    let told = told(&["--games", "3", "--plies", "4"]);
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
        let ends = format!(" ms (99th percentile), {since}");
        let is_meant = |line: &str| {
            line.starts_with(&begins) && line.contains(" ms (median), ") && line.ends_with(&ends)
        };
        assert!(told.lines().any(is_meant), "{told}");
    }
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

/// Returns the requests to a channel for a single move, with what was told of them.
fn channel_requests() -> (Option<f64>, String) {
    let mut load = focusbot();
    // Below the limit, boards are posted in the channel, and superseded ones edited there.
    load.env("FOCUSBOT_DISCORD_REQUESTS_PER_SECOND", "20000");
    load.args(["load", "--games", "1", "--plies", "1"]);
    let output = load.output().expect("the program");
    let told = String::from_utf8_lossy(&output.stdout).into_owned();
    let mut lines = told.lines();
    let line = lines.find_map(|line| line.trim().strip_prefix("requests a move: "));
    let mut routes = line.into_iter().flat_map(|line| line.split(", "));
    let channel = routes.find_map(|route| route.strip_prefix("channel ")?.parse().ok());
    (channel, told)
}

#[test]
fn requests_a_move_include_the_edit_of_the_board_before() {
    let mut runs = Vec::new();
    // A bot that is silent for a second has no more to send, or a busy machine has paused it.
    let is_counted = (0..TRIES).any(|_| {
        let (requests, told) = channel_requests();
        runs.push(told);
        requests.is_some_and(|requests| requests >= 2.0)
    });
    assert!(is_counted, "{runs:?}");
}

#[cfg(all(unix, feature = "postgres"))]
#[test]
fn processes_on_a_database_serve_a_crowd_together() {
    let Some(database) = Database::new() else {
        return;
    };
    let url = database.url().to_string();
    let processes = ["--servers", "2", "--processes", "2", "--store", &url];
    let told = told(&[&["--games", "2", "--plies", "2"][..], &processes].concat());
    let played = "2 games at once on 2 servers, 4 moves";
    assert!(told.contains(played), "{told}");
    assert!(told.contains("requests to the database a move"), "{told}");
}

#[test]
fn several_processes_need_a_database_and_a_server_each() {
    for (args, expected) in [
        (
            &["--processes", "2", "--servers", "2"][..],
            "expected `--store`",
        ),
        (
            &["--processes", "3", "--store", "postgres://localhost"],
            "such as `--servers 3`",
        ),
    ] {
        let output = load(args);
        let failed = String::from_utf8_lossy(&output.stderr);
        assert!(
            !output.status.success() && failed.contains(expected),
            "{failed}"
        );
    }
}
