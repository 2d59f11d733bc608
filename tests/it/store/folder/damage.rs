//! Files with changed bytes or of a newer program: damage is found, named and set aside.

use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
#[cfg(unix)]
use std::process::Command;
use std::slice;
use std::time::{Duration, SystemTime};

use focusbot::store::backup::restore::restore_all;
use focusbot::store::records::envelope::Envelope;
use focusbot::store::{
    Batch, Expected, Folder, Healing, Key, Keys, Missing, OpenError, Opened, Options, Record,
    RecordType, SledStore, Store, Table, backup,
};
use serde::{Deserialize, Serialize};
use tempfile::TempDir;

use crate::store::folder::child;
use crate::store::{open, open_when_free, put, remove_shutdown_marker, wait_until_free};

/// Number of records in the stores of these tests.
pub(crate) const RECORDS: u32 = 4000;
/// Number of records written by each commit.
pub(crate) const BATCH: u32 = 500;
/// Number of times a record repeats its number.
const REPEATS: usize = 35;

pub(crate) fn envelope(schema: u16, payload: &[u8]) -> Vec<u8> {
    Envelope { schema, payload }.to_bytes()
}

/// Returns JSON that occurs nowhere else in the file, too short to be deflated.
fn record(number: u32) -> Vec<u8> {
    format!("\"<{}>\"", number.to_string().repeat(REPEATS)).into_bytes()
}

/// Creates a store with [`RECORDS`] records and a snapshot file, and closes it.
pub(crate) fn fill(folder: &Path) {
    let store = open(folder);
    for first in (0..RECORDS).step_by(BATCH as usize) {
        let mut batch = Batch::new();
        for number in first..first + BATCH {
            let bytes = envelope(1, &record(number));
            batch.put(
                Table::Games,
                Key::new().u32(number),
                bytes,
                Expected::Absent,
            );
        }
        store.commit(batch).expect("a commit of new keys");
    }
    drop(store);
    open(folder);
    wait_until_free(folder);
    assert_eq!(snapshots(folder).len(), 1);
}

pub(crate) fn snapshots(folder: &Path) -> Vec<PathBuf> {
    let files = fs::read_dir(Folder::new(folder).store()).expect("the folder of the database");
    files
        .map(|file| file.expect("a file").path())
        .filter(|path| {
            path.file_name()
                .expect("a name")
                .as_encoded_bytes()
                .starts_with(b"snap.")
        })
        .collect()
}

pub(crate) fn records(store: &dyn Store) -> usize {
    let entries = store
        .scan(Table::Games, &Keys::all())
        .expect("a readable store");
    entries.len()
}

#[test]
fn damaged_snapshot_is_moved_aside_and_nothing_is_lost() {
    let damages: [fn(&mut Vec<u8>); 3] = [
        Vec::clear,
        |bytes| bytes.truncate(bytes.len() / 2),
        |bytes| bytes[40] ^= 1,
    ];
    for damage in damages {
        let folder = TempDir::new().expect("a temporary folder");
        fill(folder.path());
        let snapshot = snapshots(folder.path()).remove(0);
        let mut bytes = fs::read(&snapshot).expect("the snapshot");
        damage(&mut bytes);
        fs::write(&snapshot, &bytes).expect("the snapshot");

        let opened = open_when_free(&Folder::new(folder.path()), Options::default());
        let opened = opened.expect("a store without its snapshot");
        assert_eq!(records(&opened.store), RECORDS as usize);
        assert_eq!(opened.snapshots.len(), 1);
        assert_eq!(fs::read(&opened.snapshots[0]).expect("the snapshot"), bytes);
        drop(opened);
        open(folder.path());
    }
}

#[test]
fn flipped_byte_of_the_file_never_hangs_and_the_error_names_the_backup() {
    let whole = TempDir::new().expect("a temporary folder");
    fill(whole.path());
    let newest = {
        let store = open(whole.path());
        let folder = Folder::new(whole.path()).backups();
        backup::write(&store, &folder, SystemTime::UNIX_EPOCH, 7)
            .expect("a backup")
            .path
    };
    let newest = newest
        .file_name()
        .expect("a name")
        .to_str()
        .expect("text")
        .to_owned();
    let file = fs::read(Folder::new(whole.path()).store().join("db")).expect("the database");
    let places: Vec<_> = [7, 1234, 2345, 3456, 3999]
        .into_iter()
        .flat_map(|number| places_of(&file, &record(number)))
        .collect();
    assert!(!places.is_empty(), "records are found in the file");

    // Each place alone, and all at once, which includes the current version of a page.
    let single = places.iter().take(24).map(slice::from_ref);
    let damages = single.chain([&places[..]]);
    let openings: Vec<_> = damages
        .map(|damage| {
            let folder = TempDir::new().expect("a temporary folder");
            copy(whole.path(), folder.path());
            let file = Folder::new(folder.path()).store().join("db");
            for &place in damage {
                flip(&file, place);
            }
            let mut child = child::command("damage::child_opens", folder.path());
            (folder, child.spawn().expect("a child"))
        })
        .collect();
    let mut noticed = 0;
    for (folder, child) in openings {
        let output = child.wait_with_output().expect("a child that ends");
        let text = String::from_utf8(output.stdout).expect("text");
        if text.contains("is damaged") {
            noticed += 1;
            assert!(!has_moved_snapshots(folder.path()), "{text}");
            assert!(text.contains("focusbot restore "), "{text}");
            assert!(text.contains(&newest), "{text}");
            continue;
        }
        let whole = |lost: u32| {
            let records = RECORDS - lost * BATCH;
            text.contains(&format!(
                "opened, 0 set aside, {lost} lost, {records} records"
            ))
        };
        assert!((0..RECORDS / BATCH).any(whole), "{text}");
        noticed += u32::from(!whole(0));
    }
    assert!(noticed > 0, "some byte mattered");
}

/// Returns whether snapshot files were moved aside.
fn has_moved_snapshots(data: &Path) -> bool {
    let files = fs::read_dir(Folder::new(data).store()).expect("the folder of the database");
    let mut names = files.map(|file| file.expect("a file").file_name());
    names.any(|name| name.as_encoded_bytes().starts_with(b"damaged-snap."))
}

/// Returns the offsets of `record` in the file, in the current and older versions of its page.
fn places_of(file: &[u8], record: &[u8]) -> Vec<usize> {
    let windows = file.windows(record.len()).enumerate();
    let places = windows.filter(|(_, window)| *window == record);
    places.map(|(at, _)| at).collect()
}

#[test]
fn opening_that_takes_too_long_is_given_up() {
    let folder = TempDir::new().expect("a temporary folder");
    let options = Options {
        limit: Duration::ZERO,
        ..Options::default()
    };
    let open_late = |_| open_when_free(&Folder::new(folder.path()), options).err();
    // On a busy machine, it may have been read before anybody looks at the time.
    let text = (0..100).find_map(open_late).expect("no time").to_string();
    assert!(
        text.contains("is damaged: reading it took more than 0 s"),
        "{text}"
    );
    assert!(text.contains("`focusbot verify --repair`"), "{text}");
    // Waits for the abandoned thread, which holds the lock until it is done.
    open(folder.path());
}

#[cfg(unix)]
#[test]
fn abandoned_opening_holds_the_lock() {
    let folder = TempDir::new().expect("a temporary folder");
    let place = Folder::new(folder.path());
    fs::create_dir_all(place.store()).expect("a new folder");
    // Reading a pipe ends only once something has been written to it.
    let marker = place.store().join("seal");
    let made = Command::new("mkfifo").arg(&marker).status();
    assert!(made.expect("mkfifo").success());
    let options = Options {
        limit: Duration::ZERO,
        ..Options::default()
    };
    let late = SledStore::open(&place, options).expect_err("no time");
    assert!(late.to_string().contains("more than 0 s"), "{late}");
    let second = SledStore::open(&place, Options::default()).expect_err("a lock");
    assert!(matches!(second, OpenError::InUse(_)), "{second}");
    fs::write(&marker, []).expect("a reader");
    open(folder.path());
}

/// Entry point of the child; does nothing without a folder.
#[test]
fn child_opens() {
    let Some(folder) = child::folder() else {
        return;
    };
    let options = Options {
        limit: Duration::from_secs(5),
        ..Options::default()
    };
    let text = match SledStore::open(&Folder::new(folder), options) {
        Ok(Opened {
            store,
            set_aside,
            lost_commits: lost,
            ..
        }) => {
            let (aside, records) = (set_aside.len(), records(&store));
            format!("opened, {aside} set aside, {lost} lost, {records} records")
        }
        Err(error) => error.to_string(),
    };
    writeln!(io::stdout(), "{text}").expect("a parent that reads");
    // A thread that loops in the damaged file would not end with the test.
    std::process::exit(0);
}

pub(crate) fn copy(from: &Path, to: &Path) {
    for entry in fs::read_dir(from).expect("a folder") {
        let entry = entry.expect("an entry");
        let place = to.join(entry.file_name());
        if entry.file_type().expect("a sort of entry").is_dir() {
            fs::create_dir(&place).expect("a new folder");
            copy(&entry.path(), &place);
        } else {
            fs::copy(entry.path(), &place).expect("a copy");
        }
    }
}

pub(crate) fn flip(path: &Path, at: usize) {
    let mut bytes = fs::read(path).expect("a file");
    bytes[at] ^= 0x10;
    fs::write(path, bytes).expect("a file");
}

#[test]
fn damaged_record_is_set_aside_when_the_store_is_opened() {
    let folder = TempDir::new().expect("a temporary folder");
    let mut damaged = envelope(1, b"{\"a\":1}");
    damaged[12] ^= 1;
    {
        let store = open(folder.path());
        let mut batch = Batch::new();
        batch
            .put(Table::Games, b"good", envelope(1, b"{}"), Expected::Absent)
            .put(Table::Games, b"bad", damaged.clone(), Expected::Absent);
        store.commit(batch).expect("a commit of new keys");
    }
    // A cleanly closed store would count as intact.
    remove_shutdown_marker(folder.path());
    let opened = open_when_free(&Folder::new(folder.path()), Options::default());
    let opened = opened.expect("a store with a damaged record");
    let aside: Vec<_> = opened.set_aside.iter().map(ToString::to_string).collect();
    let text = "`626164` in table `games`: the record is damaged: the checksum does not match";
    assert_eq!(aside, [text]);
    assert_eq!(records(&opened.store), 1);
    let kept = opened.store.get(Table::Quarantine, b"games\0bad");
    assert_eq!(
        kept.expect("a readable store").expect("a value").bytes,
        damaged
    );
    drop(opened);
    open(folder.path());
}

#[derive(Serialize, Deserialize)]
struct Game {}

impl Record for Game {
    const TABLE: Table = Table::Games;
    const SCHEMA: u16 = 1;
}

#[test]
fn record_of_a_newer_program_keeps_the_older_one_out() {
    let folder = TempDir::new().expect("a temporary folder");
    let newer = envelope(2, b"{}");
    put(&open(folder.path()), Table::Games, b"new", newer);
    let options = Options {
        kinds: const { &[RecordType::of::<Game>()] },
        ..Options::default()
    };
    let opened = open_when_free(&Folder::new(folder.path()), options);
    let error = opened.expect_err("a newer record");
    assert!(matches!(error, OpenError::NewerRecord(_)), "{error}");
    assert!(
        error
            .to_string()
            .contains("has schema 2, and this focusbot knows 1"),
        "{error}"
    );
}

#[test]
fn format_of_a_newer_program_keeps_the_older_one_out() {
    let folder = TempDir::new().expect("a temporary folder");
    let newer = envelope(1, br#"{"format":3}"#);
    put(&open(folder.path()), Table::Meta, b"format", newer);
    let opened = open_when_free(&Folder::new(folder.path()), Options::default());
    let text = opened.expect_err("a newer format").to_string();
    assert!(
        text.starts_with("the data has format 3, and this focusbot knows 2"),
        "{text}"
    );
}

#[test]
fn changes_by_a_newer_program_are_not_called_damage() {
    /// Change that a program of format 3 might make, and the error that an older one must report.
    type Change = (fn(&sled::Db), &'static str);
    let newer = "a newer focusbot has used it; run that one, or restore a backup from before it";
    let format = |db: &sled::Db| {
        let note = [
            &7_u64.to_be_bytes()[..],
            &envelope(1, br#"{"format":3,"more":[]}"#),
        ];
        db.insert(b"meta\0format", note.concat()).expect("a note");
    };
    let changes: [Change; 4] = [
        (
            |db| drop(db.insert(b"\0census", vec![0; 40])),
            "the data has format 3",
        ),
        (
            |db| drop(db.insert(b"games\0k", b"other")),
            "the data has format 3",
        ),
        (|db| drop(db.remove(b"\0census")), "the data has format 3"),
        (
            |db| {
                // Without a newer format.
                db.remove(b"meta\0format").expect("a note");
                db.insert(b"clubs\0k", &[0; 8]).expect("a value");
            },
            "the data has a table `clubs`",
        ),
    ];
    for (change, expected) in changes {
        let data = TempDir::new().expect("a temporary folder");
        fill(data.path());
        let folder = Folder::new(data.path());
        let db = crate::store::folder::lost::sled(&folder);
        format(&db);
        change(&db);
        drop(db);
        for missing in [Missing::Refuse, Missing::Accept] {
            let options = Options {
                missing,
                healing: Healing::Always,
                ..Options::default()
            };
            let error = open_when_free(&folder, options).expect_err("newer data");
            let text = error.to_string();
            assert!(text.starts_with(expected), "{text}");
            assert!(text.ends_with(newer), "{text}");
        }
    }
}

#[test]
fn unreadable_backups_or_journal_are_not_taken_for_none() {
    for name in ["backups", "journal"] {
        let data = TempDir::new().expect("a temporary folder");
        fs::write(data.path().join(name), "").expect("a file");
        let folder = Folder::new(data.path());
        let opened = SledStore::open(&folder, Options::default()).expect_err("no folder");
        let restored = restore_all(&folder, Options::default(), &mut |_| {});
        let restored = restored.expect_err("no folder");
        for text in [opened.to_string(), restored.to_string()] {
            let place = data.path().join(name);
            assert!(text.contains(&*place.to_string_lossy()), "{text}");
            assert!(
                text.contains("not a directory; expected a folder"),
                "{text}"
            );
        }
        assert!(!folder.store().exists(), "nothing is begun anew");
    }
}

#[test]
fn folder_that_cannot_be_made_is_named() {
    let folder = TempDir::new().expect("a temporary folder");
    let file = folder.path().join("file");
    fs::write(&file, "").expect("a file");
    let opened = SledStore::open(&Folder::new(&file), Options::default());
    let text = opened.expect_err("no folder").to_string();
    assert!(text.starts_with("cannot use the folder `"), "{text}");
}
