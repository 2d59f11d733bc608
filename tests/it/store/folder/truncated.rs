//! Databases found truncated, missing or older than their last commit: the store never starts empty
//! over them.

use std::fs::{self, OpenOptions};
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use focusbot::store::{Folder, OpenError, Options, SledStore, Table, backup};
use tempfile::TempDir;

use crate::store::folder::child;
use crate::store::folder::damage::{BATCH, RECORDS, copy, envelope, fill, snapshots};
use crate::store::{open, open_when_free, put};

fn file(data: &Path) -> PathBuf {
    Folder::new(data).store().join("db")
}

fn cut(data: &Path, length: u64) {
    let file = OpenOptions::new().write(true).open(file(data));
    let file = file.expect("the data file");
    file.set_len(length).expect("a file that can be cut");
}

/// Returns a filled store and the name of its newest backup.
fn filled() -> (TempDir, String) {
    let data = TempDir::new().expect("a temporary folder");
    fill(data.path());
    let backups = Folder::new(data.path()).backups();
    let store = open(data.path());
    let written = backup::write(&store, &backups, SystemTime::UNIX_EPOCH, 7);
    let path = written.expect("a backup").path;
    let name = path.file_name().expect("a name").to_str().expect("text");
    let name = name.to_owned();
    (data, name)
}

#[test]
fn truncated_file_is_filled_from_the_journal_or_reported() {
    let (whole, newest) = filled();
    let length = fs::metadata(file(whole.path())).expect("a file").len();
    let lengths = [0, 1, 100, length / 4, length / 2, length - 3000, length - 1];
    let cuts = lengths
        .into_iter()
        .flat_map(|length| [(length, true), (length, false)]);
    let openings: Vec<_> = cuts
        .map(|(length, has_snapshot)| {
            let data = TempDir::new().expect("a temporary folder");
            copy(whole.path(), data.path());
            cut(data.path(), length);
            for snapshot in snapshots(data.path()).into_iter().filter(|_| !has_snapshot) {
                fs::remove_file(snapshot).expect("a snapshot");
            }
            let child = child::command("damage::child_opens", data.path()).spawn();
            (length, data, child.expect("a child"))
        })
        .collect();
    for (length, _data, child) in openings {
        let output = child.wait_with_output().expect("a child that ends");
        let text = String::from_utf8(output.stdout).expect("text");
        if text.contains("is damaged") {
            assert!(
                text.contains("focusbot restore ") && text.contains(&newest),
                "{text}"
            );
            continue;
        }
        let whole = format!("opened, 0 set aside, 0 lost, {RECORDS} records");
        assert!(text.contains(&whole), "cut to {length}: {text}");
    }
}

/// Checks the behavior without a journal, as with files of a program older than it.
#[test]
fn truncated_file_without_a_journal_is_reported_or_keeps_whole_batches() {
    let (whole, newest) = filled();
    fs::remove_dir_all(Folder::new(whole.path()).journal()).expect("a journal");
    let length = fs::metadata(file(whole.path())).expect("a file").len();
    let lengths = [0, 1, 100, length / 4, length / 2, length - 3000, length - 1];
    let openings = lengths.map(|length| {
        let data = TempDir::new().expect("a temporary folder");
        copy(whole.path(), data.path());
        cut(data.path(), length);
        let child = child::command("damage::child_opens", data.path()).spawn();
        (length, data, child.expect("a child"))
    });
    for (length, _data, child) in openings {
        let output = child.wait_with_output().expect("a child that ends");
        let text = String::from_utf8(output.stdout).expect("text");
        if text.contains("is damaged") {
            assert!(text.contains(&newest), "{text}");
            continue;
        }
        assert!(
            length > 100,
            "nothing can be left of {length} bytes: {text}"
        );
        let whole = |lost: u32| {
            let records = RECORDS - lost * BATCH;
            text.contains(&format!(
                "opened, 0 set aside, {lost} lost, {records} records"
            ))
        };
        assert!((0..RECORDS / BATCH).any(whole), "cut to {length}: {text}");
    }
}

#[test]
fn empty_file_stays_refused_however_often_it_is_opened() {
    let data = TempDir::new().expect("a temporary folder");
    fill(data.path());
    fs::remove_dir_all(Folder::new(data.path()).journal()).expect("a journal");
    cut(data.path(), 0);
    for _ in 0..3 {
        let opened = open_when_free(&Folder::new(data.path()), Options::default());
        let text = opened.expect_err("an empty file").to_string();
        // Sled may have written something meanwhile that it cannot read itself.
        assert!(text.contains("is damaged: "), "{text}");
        assert!(text.contains("`focusbot verify --repair`"), "{text}");
    }
}

#[test]
fn missing_store_is_not_begun_anew_beside_its_backups() {
    let (data, newest) = filled();
    let folder = Folder::new(data.path());
    fs::rename(folder.store(), data.path().join("elsewhere")).expect("a folder to move");
    for _ in 0..2 {
        let error = open_when_free(&folder, Options::default()).expect_err("no games");
        assert!(matches!(error, OpenError::Gone { .. }), "{error}");
        let text = error.to_string();
        assert!(text.starts_with("there are no games in `"), "{text}");
        assert!(
            text.contains("focusbot restore ") && text.contains(&newest),
            "{text}"
        );
        assert!(
            !folder.store().exists(),
            "nothing is in the way of a restore"
        );
    }
    fs::remove_dir_all(folder.journal()).expect("a journal");
    // Even a database that was created and never used is no reason to ignore the backup.
    let new = TempDir::new().expect("a temporary folder");
    let bare = sled::open(Folder::new(new.path()).store()).expect("a new database");
    drop(bare);
    fs::rename(Folder::new(new.path()).store(), folder.store()).expect("a folder to move");
    let text = open_when_free(&folder, Options::default()).expect_err("no games");
    let text = text.to_string();
    assert!(
        text.contains("it is empty, and yet there is a backup of it"),
        "{text}"
    );
}

#[test]
fn more_lost_changes_than_a_power_cut_can_cost_are_refused() {
    let data = TempDir::new().expect("a temporary folder");
    let before = TempDir::new().expect("a temporary folder");
    let put = |store: &SledStore, number: u32| {
        let key = number.to_be_bytes();
        put(store, Table::Games, &key, envelope(1, b"{}"));
    };
    put(&open(data.path()), 0);
    copy(data.path(), before.path());
    let store = open(data.path());
    (1..=600).for_each(|number| put(&store, number));
    drop(store);
    let acknowledged = Folder::new(data.path()).store().join("acknowledged");
    let place = Folder::new(before.path()).store().join("acknowledged");
    fs::copy(acknowledged, place).expect("a copy");
    let opened = SledStore::open(&Folder::new(before.path()), Options::default());
    let text = opened.expect_err("a store of long ago").to_string();
    assert!(
        text.contains("is damaged: its last 600 changes are lost"),
        "{text}"
    );
}
