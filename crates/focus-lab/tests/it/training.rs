//! `focus-lab train` and `focus-lab tune` as seen at a terminal.

use std::fs;
use std::path::Path;
use std::process::{Command, Output};

/// Runs a subcommand with a folder for its files, and arguments separated by spaces.
fn lab(folder: &Path, arguments: &str) -> Output {
    let mut lab = Command::new(env!("CARGO_BIN_EXE_focus-lab"));
    lab.args(arguments.split(' ')).arg("--data").arg(folder);
    lab.output().expect("program that runs")
}

#[track_caller]
fn done(folder: &Path, arguments: &str) {
    let output = lab(folder, arguments);
    assert!(output.status.success(), "{output:?}");
}

fn text(folder: &Path, name: &str) -> String {
    fs::read_to_string(folder.join(name)).expect("a file")
}

#[test]
fn tuning_goes_on_where_it_was_cut_off_whatever_the_threads() {
    const TUNE: &str = "tune duel-race --steps 10 --nodes 20 --threads";
    let [alone, together] = [(); 2].map(|()| tempfile::tempdir().expect("folder"));
    done(alone.path(), &format!("{TUNE} 1"));
    done(together.path(), &format!("{TUNE} 3"));
    let results =
        |folder: &Path| ["duel-race.tune", "duel-race.json"].map(|name| text(folder, name));
    let expected = results(alone.path());
    assert_eq!(results(together.path()), expected);
    assert_eq!(expected[0].lines().count(), 11);
    assert!(
        expected[0].lines().skip(1).any(|line| line != "0.5"),
        "{expected:?}"
    );

    let begun = expected[0].lines().take(4).collect::<Vec<_>>().join("\n");
    fs::write(together.path().join("duel-race.tune"), begun + "\n0.").expect("results cut off");
    done(together.path(), &format!("{TUNE} 2"));
    assert_eq!(results(together.path()), expected);
}

#[test]
fn partners_are_not_tuned() {
    let folder = tempfile::tempdir().expect("folder");
    let output = lab(folder.path(), "tune partners --steps 1");
    assert_eq!(output.status.code(), Some(2), "{output:?}");
}

/// With other settings, learning would change the result of the first round, and the games of the
/// second round were played with the old result.
#[test]
fn round_whose_result_has_played_is_not_learned_again() {
    const TRAIN: &str = "train duel-race --games 4 --nodes 20 --rounds 2 --epochs";
    let folder = tempfile::tempdir().expect("folder");
    done(folder.path(), &format!("{TRAIN} 1"));
    let rounds = || ["duel-race.1.json", "duel-race.2.json"].map(|name| text(folder.path(), name));
    let before = rounds();
    done(folder.path(), &format!("{TRAIN} 9"));
    let after = rounds();
    assert_eq!(after[0], before[0]);
    assert_ne!(after[1], before[1]);
}

#[test]
fn network_is_learned_whatever_an_interrupted_run_has_left() {
    const TRAIN: &str = "train duel-race --network --games 4 --nodes 20 --epochs 2";
    let folder = tempfile::tempdir().expect("folder");
    let unfinished = folder.path().join("duel-race.1.learning");
    fs::write(&unfinished, "{").expect("state cut off");
    done(folder.path(), TRAIN);
    let log = text(folder.path(), "duel-race.1.log");
    assert_eq!(log.lines().count(), 3, "{log}");
    assert!(folder.path().join("duel-race.1.network").exists());
    assert!(!unfinished.exists());
}
