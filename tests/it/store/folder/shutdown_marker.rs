//! Shutdown markers: files unchanged since a clean shutdown are not read again.

use std::fs;
use std::path::Path;

use focusbot::store::{Damaged, Folder, Missing, Opened, Options, Record, RecordType, Table};
use serde::{Deserialize, Serialize};
use tempfile::TempDir;

use crate::store::folder::damage::{RECORDS, copy, envelope, fill, records};
use crate::store::{open, open_when_free, put};

const FILE: &str = "seal";

/// Opens a store made by [`fill`], and checks that it is undamaged.
fn opened(data: &Path, options: Options) -> Opened {
    let opened = open_when_free(&Folder::new(data), options).expect("a sound store");
    assert_eq!(opened.set_aside, []);
    // The note of the format is one more value.
    assert_eq!(opened.values, u64::from(RECORDS) + 1);
    assert_eq!(records(&opened.store), RECORDS as usize);
    opened
}

fn was_read(data: &Path) -> bool {
    opened(data, Options::default()).was_read
}

fn filled() -> TempDir {
    let data = TempDir::new().expect("a temporary folder");
    fill(data.path());
    data
}

#[test]
fn cleanly_closed_store_is_not_read_again() {
    let data = filled();
    let marker = Folder::new(data.path()).store().join(FILE);
    for _ in 0..2 {
        let opened = opened(data.path(), Options::default());
        assert!(!opened.was_read);
        assert!(!marker.exists(), "a marker of what is open");
        drop(opened);
        assert!(marker.exists());
    }
}

#[test]
fn store_that_was_not_closed_is_read() {
    let data = filled();
    let killed = TempDir::new().expect("a temporary folder");
    let store = open(data.path());
    copy(data.path(), killed.path());
    drop(store);
    assert!(was_read(killed.path()));
    assert!(!was_read(killed.path()));
}

#[test]
fn every_change_of_a_file_is_noticed() {
    let changes: [fn(&Path); 5] = [
        |store| {
            let path = store.join("acknowledged");
            let text = fs::read_to_string(&path).expect("a file");
            fs::write(&path, text.trim_end()).expect("a file");
        },
        |store| fs::write(store.join("blobs").join("0"), "").expect("a file"),
        |store| fs::write(store.join("more"), "").expect("a file"),
        |store| {
            // The last byte of the file is not in use.
            let path = store.join("db");
            let mut bytes = fs::read(&path).expect("a file");
            *bytes.last_mut().expect("a file with bytes") ^= 1;
            fs::write(&path, bytes).expect("a file");
        },
        |store| {
            let path = store.join(FILE);
            let text = fs::read(&path).expect("a file");
            fs::write(&path, &text[..text.len() - 1]).expect("a file");
        },
    ];
    let whole = filled();
    for (number, change) in changes.into_iter().enumerate() {
        let data = TempDir::new().expect("a temporary folder");
        copy(whole.path(), data.path());
        change(&Folder::new(data.path()).store());
        assert!(was_read(data.path()), "change {number}");
    }
    assert!(!was_read(whole.path()));
}

#[test]
fn check_for_damage_reads_everything() {
    let data = filled();
    let looking = [
        (Missing::Refuse, Damaged::Leave),
        (Missing::Accept, Damaged::SetAside),
    ];
    for (missing, damaged) in looking {
        let options = Options {
            missing,
            damaged,
            ..Options::default()
        };
        assert!(opened(data.path(), options).was_read);
        assert!(!was_read(data.path()));
    }
}

#[derive(Serialize, Deserialize)]
struct Other {}

impl Record for Other {
    const TABLE: Table = Table::Players;
    const SCHEMA: u16 = 1;
}

#[test]
fn program_that_knows_other_records_reads_everything() {
    let data = filled();
    let options = Options {
        kinds: const { &[RecordType::of::<Other>()] },
        ..Options::default()
    };
    assert!(opened(data.path(), options).was_read);
    assert!(!opened(data.path(), options).was_read);
    assert!(was_read(data.path()));
}

#[test]
fn damage_left_in_place_is_not_sealed() {
    let data = TempDir::new().expect("a temporary folder");
    let mut damaged = envelope(1, b"{}");
    damaged[12] ^= 1;
    put(&open(data.path()), Table::Games, b"bad", damaged);
    let options = Options {
        damaged: Damaged::Leave,
        ..Options::default()
    };
    let folder = Folder::new(data.path());
    for _ in 0..2 {
        let left = open_when_free(&folder, options).expect("a store to look at");
        assert_eq!(left.set_aside.len(), 1);
    }
    let opened = open_when_free(&folder, Options::default()).expect("a store to mend");
    assert!(opened.was_read && opened.set_aside.len() == 1);
}
