//! Backups of a running bot, requested by another process.

#[cfg(unix)]
use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Command, Output};

use focusbot::store::backup::{self, Requested};
use tempfile::TempDir;

use crate::support::until;
use crate::whole::harness::{TRIES, Whole, begin, board};

/// Runs another command of the program on a data folder.
fn focusbot(data: &Path, args: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_focusbot"));
    command.args(args).current_dir(data).env_clear();
    let output = command.env("FOCUSBOT_DATA_DIR", data).output();
    output.expect("the program")
}

/// Runs the program as [`focusbot`] does, again if a bot that a busy machine has paused counts as
/// one that writes no backups.
fn try_focusbot(data: &Path, args: &[&str]) -> Output {
    let mut tries = (0..TRIES).map(|_| focusbot(data, args));
    let output = tries.find(|output| !is_in_use(output));
    output.expect("a bot that writes backups")
}

/// Returns whether a command has failed because something else uses the games.
fn is_in_use(output: &Output) -> bool {
    String::from_utf8_lossy(&output.stderr).contains("another focusbot is using")
}

#[track_caller]
fn done(output: &Output) -> String {
    assert!(output.status.success(), "{output:?}");
    String::from_utf8(output.stdout.clone()).expect("text")
}

#[tokio::test(flavor = "multi_thread")]
async fn backup_of_a_running_bot_holds_every_game_as_it_is() {
    let whole = Whole::start().await;
    let bot = whole.bot();
    let (people, shown, _) = whole.duel().await;
    let saved = TempDir::new().expect("a temporary folder");
    let to = saved.path().join("saved");
    let to = to.to_str().expect("text");
    let data = whole.data();
    let run = move |args: &[&str]| {
        let (data, args) = (data.clone(), args.iter().map(ToString::to_string));
        let args: Vec<String> = args.collect();
        tokio::task::spawn_blocking(move || {
            try_focusbot(&data, &args.iter().map(String::as_str).collect::<Vec<_>>())
        })
    };
    let written = run(&["backup", "--to", to]).await.expect("a command");
    let written = done(&written);
    let backup = written.strip_prefix("written by the running focusbot: ");
    let backup = backup.expect("the name of a backup").trim_end().to_owned();
    assert!(backup.starts_with(to), "{backup}");
    // In the folder where the bot writes them, there is nothing to copy.
    let own = whole.data().join("backups");
    let own = own.to_str().expect("text");
    done(&run(&["backup", "--to", own]).await.expect("a command"));
    for backup in backup::list(Path::new(own)).expect("a folder") {
        let backup = backup.to_str().expect("text");
        done(&run(&["verify", backup]).await.expect("a command"));
    }
    board(&people[0], shown.id, 0).await;
    drop(bot);

    let other = saved.path().join("data");
    std::fs::create_dir(&other).expect("a new folder");
    done(&focusbot(&other, &["verify", &backup]));
    done(&focusbot(&other, &["restore", &backup]));
    let counts = done(&focusbot(&other, &["verify"]));
    assert!(counts.contains("games 1\n"), "{counts}");
}

#[tokio::test(flavor = "multi_thread")]
async fn backup_that_a_bot_left_undone_is_written_without_it() {
    let whole = Whole::start().await;
    let bot = whole.bot();
    let (_people, ..) = whole.duel().await;
    drop(bot);

    let data = whole.data();
    let folder = data.join("backups");
    let before = backup::list(&folder).expect("a folder").len();
    let games = whole.open();
    let mut tries = 0..TRIES;
    let asking = loop {
        tries.next().expect("a command that waits");
        backup::request(&folder).expect("a request");
        assert!(backup::take_request(&folder));
        let data = data.clone();
        let asking = tokio::task::spawn_blocking(move || focusbot(&data, &["backup"]));
        // It has noticed that the games are in use, and waits.
        until("a command that waits", || {
            backup::requested(&folder) == Requested::Waits || asking.is_finished()
        });
        if backup::take_request(&folder) {
            break asking;
        }
        // On a busy machine, it may have given up before anybody looked.
        assert!(is_in_use(&asking.await.expect("a command")));
    };
    drop(games);
    let written = done(&asking.await.expect("a command"));
    assert!(written.contains(" records in "), "{written}");
    assert_eq!(backup::requested(&folder), Requested::Done);
    let after = backup::list(&folder).expect("a folder").len();
    assert_eq!(after, before + 1);
}

#[cfg(unix)]
#[tokio::test(flavor = "multi_thread")]
async fn backup_that_fails_is_logged_and_ends_nothing() {
    let whole = Whole::start().await;
    let backups = whole.data().join("backups");
    let (bot, log) = whole.bot_with_log();
    let (told, failed) = tokio::sync::oneshot::channel();
    let reading = tokio::task::spawn_blocking(move || {
        // The log ends with the bot.
        let lines = BufReader::new(log).lines();
        let mut lines = lines.map_while(Result::ok);
        if lines.any(|line| line.contains("no backup could be written")) {
            told.send(()).expect("a test that waits");
        }
        lines.count()
    });
    let people = whole.people(2).await;
    people[0].wait_for_bot("focus").await.expect("the bot");
    let is_written = || backup::newest(&backups).expect("a folder").is_some();
    until("the first backup", is_written);
    // The bot may be making the folder anew, or writing to it.
    let is_in_the_way = || {
        let _ = std::fs::remove_dir_all(&backups);
        std::fs::write(&backups, "in the way").is_ok()
    };
    until("a file in the way of backups", is_in_the_way);
    failed.await.expect("a line about it");
    begin(&people, "0").await;
    drop(bot);
    reading.await.expect("a thread that reads");
}
