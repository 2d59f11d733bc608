//! `focus-lab match` as seen at a terminal.

use std::fs;
use std::path::Path;
use std::process::{Command, Output};

use focus::{Color, Game, Mode, Rules};
use focus_engine::{Limits, Stop};
use focus_lab::arena::Spec;

fn lab(arguments: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_focus-lab"));
    command
        .arg("match")
        .args(arguments)
        .output()
        .expect("program that runs")
}

/// Returns the report of a match between two fast players, with additional arguments.
fn report(more: &[&str]) -> String {
    let mut arguments = vec!["greedy", "random"];
    if !more.contains(&"--rules") {
        arguments.extend(["--rules", "mode=3"]);
    }
    arguments.extend(more);
    let output = lab(&arguments);
    assert!(output.status.success(), "{output:?}");
    String::from_utf8(output.stdout).expect("text")
}

/// Returns the report without the times.
fn results(report: &str) -> Vec<&str> {
    report
        .lines()
        .filter(|line| !line.contains("a move:"))
        .collect()
}

fn resumed(games: &str, path: &Path) -> String {
    let path = path.to_str().expect("a path in text");
    report(&["--games", games, "--log", path, "--resume"])
}

#[test]
fn match_goes_on_where_it_was_cut_off() {
    let folder = tempfile::tempdir().expect("folder");
    let path = folder.path().join("games.jsonl");
    resumed("6", &path);
    let whole = fs::read_to_string(&path).expect("log");
    assert_eq!(whole.lines().count(), 7);

    fs::write(&path, &whole[..whole.len() - 40]).expect("log cut off");
    let again = resumed("6", &path);
    assert_eq!(fs::read_to_string(&path).expect("log").lines().count(), 7);
    assert_eq!(results(&again), results(&report(&["--games", "6"])));

    resumed("8", &path);
    assert_eq!(fs::read_to_string(&path).expect("log").lines().count(), 9);
}

#[test]
fn log_of_another_match_is_refused() {
    let folder = tempfile::tempdir().expect("folder");
    let path = folder.path().join("games.jsonl");
    resumed("2", &path);
    let path = path.to_str().expect("a path in text");
    for arguments in [
        &["random", "random", "--log", path, "--resume"][..],
        &["greedy", "random", "--rules", "mode=3", "--log", path],
    ] {
        let output = lab(arguments);
        assert_eq!(output.status.code(), Some(2), "{output:?}");
    }
}

#[test]
fn threads_do_not_change_the_results() {
    let alone = report(&["--games", "12"]);
    let together = report(&["--games", "12", "--threads", "3"]);
    assert_eq!(results(&alone), results(&together));
    assert!(alone.contains("games 12: A won "), "{alone}");
}

#[test]
fn sequential_test_ends_the_match_early() {
    let report = report(&[
        "--games",
        "400",
        "--rules",
        "mode=2 goal=race",
        "--sprt",
        "0,200",
    ]);
    assert!(report.contains("Gain"), "{report}");
    assert!(!report.contains("games 400"), "{report}");
}

#[test]
fn other_program_plays_by_the_engine_protocol() {
    let program = concat!("cmd:", env!("CARGO_BIN_EXE_focus-lab"), " engine");
    let output = lab(&[program, "random", "--games", "2", "--nodes", "50"]);
    assert!(output.status.success(), "{output:?}");
    let text = String::from_utf8(output.stdout).expect("text");
    assert!(text.contains("games 2"), "{text}");
}

#[cfg(target_os = "linux")]
#[test]
fn other_program_is_measured_by_its_processor_time() {
    let program = concat!("cmd:", env!("CARGO_BIN_EXE_focus-lab"), " engine");
    let limits = ["--time", "10", "--longest", "14", "--processor"];
    let output = lab(&[&[program, "random", "--games", "2"][..], &limits].concat());
    assert!(output.status.success(), "{output:?}");
    let text = String::from_utf8(output.stdout).expect("text");
    assert!(text.contains("10 ms of processor time a move"), "{text}");
}

#[test]
fn wrong_use_is_refused() {
    for arguments in [
        &["nobody", "random"][..],
        &["random", "random", "--sprt", "10,0"],
        &["random", "random", "--threads", "0"],
        &["random", "random", "--games", "0"],
        &["random", "random", "--time", "0", "--games", "2"],
        &["random", "random", "--nodes", "0", "--games", "2"],
        &["random", "random", "--resume"],
        &["random"],
    ] {
        let output = lab(arguments);
        assert_eq!(output.status.code(), Some(2), "{output:?}");
    }
}

#[test]
fn program_that_does_not_answer_ends_the_match() {
    for (program, error) in [
        ("cmd:true", "`true`: it has ended"),
        ("cmd:./no-such-program", "`./no-such-program`: No such file"),
        ("cmd:echo bestmove a9-a8", "got `a9-a8`"),
        (
            "cmd:echo error expected a duel",
            "it answered `error expected a duel`",
        ),
    ] {
        let output = lab(&[program, "random", "--games", "2"]);
        assert_eq!(output.status.code(), Some(1), "{output:?}");
        let text = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(text.contains("expected a move from `"), "{text}");
        assert!(text.contains(error), "{text}");
    }
}

/// The script closes its input before its first answer, so the second question certainly finds no
/// reader.
#[test]
fn program_that_has_ended_is_still_heard() {
    let folder = tempfile::tempdir().expect("folder");
    let path = folder.path().join("program.sh");
    let script = "exec 0<&-\necho bestmove b3-b4\necho bestmove a9-a8\n";
    fs::write(&path, script).expect("script");
    let spec: Spec = format!("cmd:sh {}", path.display()).parse().expect("spec");
    let mut program = spec.player(1);
    let game = Game::new(Rules::new(Mode::Duel), Color::Orange);
    let mut ask = || {
        program.choose(&game, &Limits::default(), &Stop::new(), &mut |_| {});
        program.error().map(str::to_owned)
    };
    assert_eq!(ask(), None);
    assert_eq!(ask().as_deref(), Some("expected a legal move, got `a9-a8`"));
}
