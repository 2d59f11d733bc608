//! Losses of records and commits inside the database that sled does not report.

use std::{fs, thread};

use focusbot::store::{Folder, Missing, Options, SledStore, Table};
use tempfile::TempDir;

use crate::store::folder::damage::{RECORDS, copy, envelope, fill, records};
use crate::store::{open, open_when_free, put};

/// Opens the sled database directly, bypassing all checks.
pub(crate) fn sled(folder: &Folder) -> sled::Db {
    loop {
        match sled::open(folder.store()) {
            Ok(db) => return db,
            // A child that another test starts may hold the lock for a moment.
            Err(sled::Error::Io(error)) if error.to_string().contains("lock") => {
                thread::yield_now();
            }
            Err(error) => panic!("{error}"),
        }
    }
}

#[test]
fn commits_lost_with_the_end_of_the_file_are_counted() {
    let data = TempDir::new().expect("a temporary folder");
    fill(data.path());
    let before = TempDir::new().expect("a temporary folder");
    copy(data.path(), before.path());

    let put = |store: &SledStore| put(store, Table::Games, b"new", envelope(1, b"{}"));
    let lost = put(&open(data.path()));
    let acknowledged = Folder::new(data.path()).store().join("acknowledged");
    let place = Folder::new(before.path()).store().join("acknowledged");
    fs::copy(acknowledged, place).expect("a copy");

    let opened = SledStore::open(&Folder::new(before.path()), Options::default());
    let opened = opened.expect("a store without its last commit");
    assert_eq!(opened.lost_commits, 1);
    assert_eq!(records(&opened.store), RECORDS as usize);
    assert!(put(&opened.store) > lost, "no revision is given out twice");
    drop(opened);
    open(before.path());
}

#[test]
fn unreadable_number_of_the_last_commit_is_ignored() {
    let folder = TempDir::new().expect("a temporary folder");
    drop(open(folder.path()));
    let path = Folder::new(folder.path()).store().join("acknowledged");
    for text in ["", "junk", "00000000000000000009 00000000\n", "\u{fffd}"] {
        fs::write(&path, text).expect("a file");
        drop(open(folder.path()));
    }
}

#[test]
fn database_that_has_lost_records_is_refused_unless_that_is_accepted() {
    type Damage = (fn(&sled::Db), &'static str, usize);
    let damages: [Damage; 3] = [
        (
            |db| drop(db.remove(b"games\0\0\0\0\x07")),
            "expected 4001 records, found 4000",
            3999,
        ),
        (
            |db| drop(db.insert(b"games\0\0\0\0\x07", &[0; 8])),
            "some of its 4001 records are not as they were left",
            4000,
        ),
        (
            |db| drop(db.remove(b"\0census")),
            "expected 0 records, found 4001",
            4000,
        ),
    ];
    for (damage, reason, left) in damages {
        let data = TempDir::new().expect("a temporary folder");
        fill(data.path());
        let folder = Folder::new(data.path());
        let db = sled(&folder);
        damage(&db);
        drop(db);

        let error = open_when_free(&folder, Options::default()).expect_err("a damaged store");
        assert!(
            error.to_string().contains(reason),
            "{error}, expected {reason}"
        );
        let options = Options {
            missing: Missing::Accept,
            ..Options::default()
        };
        let opened = open_when_free(&folder, options).expect("what is left");
        assert_eq!(records(&opened.store), left);
    }
}

#[test]
fn record_count_has_a_fixed_encoding() {
    let data = TempDir::new().expect("a temporary folder");
    let bytes = envelope(1, b"{}");
    put(&open(data.path()), Table::Games, b"k", bytes);
    let db = sled(&Folder::new(data.path()));
    let count = db
        .get(b"\0census")
        .expect("a readable database")
        .expect("a record count");
    let numbers = [2, 2, 0xcb0d_a35b_c006_7a0e_u64].map(u64::to_be_bytes);
    let (before, lineage) = count.split_at(24);
    assert_eq!(before, numbers.concat());
    assert_eq!(lineage.len(), 8, "the history, by chance");
}

#[test]
fn database_file_of_another_store_is_noticed() {
    let (own, other) = (TempDir::new(), TempDir::new());
    let own = own.expect("a temporary folder");
    let other = other.expect("a temporary folder");
    for folder in [&own, &other] {
        fill(folder.path());
    }
    let acknowledged = |folder: &TempDir| Folder::new(folder.path()).store().join("acknowledged");
    let noted = fs::read(acknowledged(&own)).expect("a file");
    // It has as many commits, so that numbers alone prove nothing.
    let store = Folder::new(own.path()).store();
    fs::remove_dir_all(&store).expect("a folder of ours");
    fs::create_dir(&store).expect("a new folder");
    copy(&Folder::new(other.path()).store(), &store);
    drop(open(own.path()));
    fs::write(acknowledged(&own), noted).expect("a file");
    let opened = open_when_free(&Folder::new(own.path()), Options::default());
    let error = opened.expect_err("a file of another store").to_string();
    assert!(
        error.contains("its file `db` is of another database"),
        "{error}"
    );
}

#[test]
fn note_without_a_lineage_is_read() {
    let data = TempDir::new().expect("a temporary folder");
    fill(data.path());
    let acknowledged = Folder::new(data.path()).store().join("acknowledged");
    let text = fs::read_to_string(&acknowledged).expect("a file");
    let first = text.lines().next().expect("a line");
    fs::write(&acknowledged, format!("{first}\n")).expect("a file");
    drop(open(data.path()));
}
