//! `focusbot backup`, `restore`, `verify` and `config` as a person runs them.

use std::fs;
use std::path::Path;
use std::process::Command;

use focusbot::store::envelope::Envelope;
use focusbot::store::{Batch, Expected, Folder, Store, Table};
use tempfile::TempDir;

use crate::store::open;

/// What a command wrote and how it ended.
struct Ended {
    code: Option<i32>,
    out: String,
    error: String,
}

/// Runs the program with `folder` for its data, and nothing else from outside.
fn focusbot(folder: &Path, args: &[&str]) -> Ended {
    let output = Command::new(env!("CARGO_BIN_EXE_focusbot"))
        .args(args)
        .current_dir(folder)
        .env_clear()
        .env("FOCUSBOT_DATA_DIR", "data")
        .output()
        .expect("the program");
    let text = |bytes| String::from_utf8(bytes).expect("text");
    Ended {
        code: output.status.code(),
        out: text(output.stdout),
        error: text(output.stderr),
    }
}

/// A folder whose data folder holds one message of ours.
fn with_games() -> TempDir {
    let folder = TempDir::new().expect("a temporary folder");
    put(folder.path(), b"\x07", br#"{"game":1,"step":0}"#);
    folder
}

fn put(folder: &Path, key: &[u8], payload: &[u8]) {
    let store = open(&folder.join("data"));
    let mut batch = Batch::new();
    let bytes = Envelope { schema: 1, payload }.to_bytes();
    batch.put(Table::Messages, key, bytes, Expected::Absent);
    store.commit(batch).expect("a commit of a new key");
}

#[test]
fn games_go_to_a_backup_and_come_back() {
    let folder = with_games();
    let path = folder.path();
    let ended = focusbot(path, &["backup"]);
    assert_eq!(ended.code, Some(0), "{}", ended.error);
    let backup = ended.out.trim_end().strip_prefix("2 records in ");
    let backup = backup.expect("the name of a backup");

    let ended = focusbot(path, &["verify", backup]);
    assert_eq!(ended.out, format!("2 records in {backup}\n"));
    let ended = focusbot(path, &["restore", backup]);
    assert_eq!(ended.code, Some(1));
    assert!(
        ended.error.starts_with("error: `data/store` is not empty"),
        "{}",
        ended.error
    );

    fs::rename(path.join("data/store"), path.join("elsewhere")).expect("a folder to move");
    let ended = focusbot(path, &["restore", backup]);
    assert_eq!(ended.out, "2 records in data\n", "{}", ended.error);
    let ended = focusbot(path, &["verify"]);
    assert_eq!(ended.out, "meta 1\nmessages 1\n", "{}", ended.error);
    assert_eq!(ended.code, Some(0));
}

#[test]
fn record_without_meaning_is_named_by_verify() {
    let folder = with_games();
    put(folder.path(), b"\x08", b"{}");
    let ended = focusbot(folder.path(), &["verify"]);
    assert_eq!(ended.code, Some(1));
    let expected = "meta 1\nmessages 2\nunreadable: `08` in table `messages`: ";
    assert!(ended.out.starts_with(expected), "{}", ended.out);
    assert!(
        ended
            .error
            .contains("records that cannot be read: 1; changes lost: 0"),
        "{}",
        ended.error
    );
}

#[test]
fn damaged_database_is_written_down_as_far_as_it_goes() {
    let folder = with_games();
    let data = Folder::new(folder.path().join("data"));
    let db = crate::store::lost::sled(&data);
    db.remove(b"\0census")
        .expect("a database that can be written");
    drop(db);
    let ended = focusbot(folder.path(), &["backup"]);
    assert_eq!(ended.code, Some(1));
    assert!(
        ended
            .error
            .contains("is damaged: expected 0 records, found 2"),
        "{}",
        ended.error
    );
    let ended = focusbot(folder.path(), &["backup", "--damaged", "--to", "saved"]);
    assert!(
        ended.out.starts_with("2 records in saved/focusbot-"),
        "{}",
        ended.error
    );
}

#[test]
fn folder_without_games_is_left_as_it_is() {
    let folder = TempDir::new().expect("a temporary folder");
    for args in [["backup"], ["verify"]] {
        let ended = focusbot(folder.path(), &args);
        assert_eq!(ended.code, Some(1));
        assert!(
            ended
                .error
                .starts_with("error: there are no games in `data`"),
            "{}",
            ended.error
        );
    }
    assert_eq!(fs::read_dir(folder.path()).expect("a folder").count(), 0);
}

#[test]
fn store_in_use_is_left_alone() {
    let folder = with_games();
    let store = open(&folder.path().join("data"));
    for args in [["backup"], ["verify"]] {
        let ended = focusbot(folder.path(), &args);
        assert_eq!(ended.code, Some(1));
        let expected = "error: another focusbot is using `data/store`";
        assert!(ended.error.starts_with(expected), "{}", ended.error);
    }
    drop(store);
}

#[test]
fn settings_in_force_are_shown_without_the_token() {
    let folder = TempDir::new().expect("a temporary folder");
    let text = "[discord]\ntoken = \"MTE4NzY1.GfocUs.a-b_c1d2e3f4\"\n[data]\nbackups_kept = 3\n";
    fs::write(folder.path().join("config.toml"), text).expect("a file");
    let ended = focusbot(folder.path(), &["config"]);
    assert_eq!(ended.code, Some(0), "{}", ended.error);
    for line in [
        "token = \"(hidden)\"",
        "backups_kept = 3",
        "dir = \"data\"",
        "port = 8064",
    ] {
        assert!(ended.out.contains(line), "{}", ended.out);
    }
    assert!(!ended.out.contains("MTE4") && !ended.error.contains("MTE4"));

    let ended = focusbot(folder.path(), &["--config", "other.toml", "config"]);
    assert_eq!(ended.code, Some(2));
    assert!(
        ended.error.starts_with("error: cannot read `other.toml`"),
        "{}",
        ended.error
    );
}
