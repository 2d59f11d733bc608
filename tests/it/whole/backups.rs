//! Backups of a running bot, asked for from outside.

use std::path::Path;
use std::process::{Command, Output};

use tempfile::TempDir;

use crate::whole::harness::{Whole, begin, board};

/// Runs another command of the program on a data folder.
fn focusbot(data: &Path, args: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_focusbot"));
    command.args(args).current_dir(data).env_clear();
    let output = command.env("FOCUSBOT_DATA_DIR", data).output();
    output.expect("the program")
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
    let people = whole.people(2).await;
    people[0].wait_for_bot("focus").await.expect("the bot");
    let shown = begin(&people, "0").await;
    let saved = TempDir::new().expect("a temporary folder");
    let to = saved.path().join("saved");
    let to = to.to_str().expect("text");
    let data = whole.data();
    let run = move |args: [String; 3]| {
        tokio::task::spawn_blocking(move || focusbot(&data, &args.each_ref().map(String::as_str)))
    };
    let written = run(["backup", "--to", to].map(str::to_owned)).await;
    let written = done(&written.expect("a command"));
    let backup = written.strip_prefix("written by the running focusbot: ");
    let backup = backup.expect("the name of a backup").trim_end().to_owned();
    assert!(backup.starts_with(to), "{backup}");
    board(&people[0], shown.id, 0).await;
    drop(bot);

    let other = saved.path().join("data");
    std::fs::create_dir(&other).expect("a new folder");
    done(&focusbot(&other, &["verify", &backup]));
    done(&focusbot(&other, &["restore", &backup]));
    let counts = done(&focusbot(&other, &["verify"]));
    assert!(counts.contains("games 1\n"), "{counts}");
}
