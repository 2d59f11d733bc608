//! Recovery of damaged files from the journal.

use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

use focusbot::store::backup::restore::{Restored, restore_all, restore_with};
use focusbot::store::{
    Batch, Expected, Folder, Healing, Key, Keys, OpenError, Opened, Options, SledStore, Store,
    Table, backup,
};
use tempfile::TempDir;

use crate::store::folder::child;
use crate::store::folder::damage::{copy, envelope, flip, snapshots};
use crate::store::folder::kill;
use crate::store::{open, open_when_free, wait_until_free};

/// Number of records in the stores of these tests, each written by a separate commit.
const RECORDS: u32 = 300;
/// Number of records that are rewritten after the backup.
const LATER: u32 = 40;
/// Number of places in a file that are damaged, each in a separate copy.
const PLACES: usize = 24;

fn bytes(number: u32, edition: u8) -> Vec<u8> {
    let text = format!("\"{edition}: {}\"", number.to_string().repeat(40));
    envelope(1, text.as_bytes())
}

fn put(store: &SledStore, number: u32, edition: u8) {
    let key = Key::new().u32(number);
    crate::store::put(store, Table::Games, &key, bytes(number, edition));
}

/// Writes a backup as the bot does.
pub(super) fn write_backup(store: &SledStore, data: &Path, hour: u32) -> PathBuf {
    let since = Duration::from_secs(1_800_000_000 + u64::from(hour) * 3600);
    let folder = Folder::new(data).backups();
    store.turn_journal_over();
    let now = SystemTime::UNIX_EPOCH + since;
    let written = backup::write(store, &folder, now, 7).expect("a backup");
    store.trim_journal(&folder, 7).expect("a folder of ours");
    written.path
}

/// Writes the changes after the backup: some records are rewritten, one is deleted.
fn write_later(store: &SledStore) {
    (0..LATER).for_each(|number| put(store, number, 2));
    let mut batch = Batch::new();
    batch.delete(Table::Games, Key::new().u32(LATER), Expected::Any);
    store.commit(batch).expect("a commit without conditions");
}

fn edition(number: u32) -> Option<u8> {
    match number {
        0..LATER => Some(2),
        LATER => None,
        _ => Some(1),
    }
}

fn is_whole(store: &SledStore) -> bool {
    let records = store.scan(Table::Games, &Keys::all());
    let records = records.expect("a readable store").into_iter();
    let records = records.map(|(key, stored)| (key, stored.bytes));
    let expected = (0..RECORDS).filter_map(|number| {
        let key = Key::new().u32(number).into_bytes();
        Some((key, bytes(number, edition(number)?)))
    });
    records.eq(expected)
}

/// Returns a store with a snapshot, and, if requested, with a backup that lacks the last changes.
fn filled(has_backup: bool) -> TempDir {
    let data = TempDir::new().expect("a temporary folder");
    let store = open(data.path());
    (0..RECORDS).for_each(|number| put(&store, number, 1));
    if has_backup {
        write_backup(&store, data.path(), 0);
    }
    write_later(&store);
    drop(store);
    let store = open(data.path());
    assert!(is_whole(&store));
    drop(store);
    assert_eq!(snapshots(data.path()).len(), 1);
    data
}

fn copied(data: &Path) -> TempDir {
    let to = TempDir::new().expect("a temporary folder");
    copy(data, to.path());
    to
}

/// Returns places all over a file, without the unused room.
fn places(path: &Path) -> Vec<usize> {
    let bytes = fs::read(path).expect("a file");
    let used: Vec<_> = (0..bytes.len()).filter(|at| bytes[*at] != 0).collect();
    let step = (used.len() / PLACES).max(1);
    used.into_iter().step_by(step).collect()
}

fn segments(data: &Path) -> Vec<PathBuf> {
    let files = fs::read_dir(Folder::new(data).journal()).expect("a journal");
    let mut files: Vec<_> = files.map(|file| file.expect("a file").path()).collect();
    files.sort();
    files
}

/// Lets a child open the store of each folder; returns how many were rebuilt, and how many got
/// their last commits from the journal.
#[track_caller]
fn all_come_back(damaged: &[TempDir]) -> (usize, usize) {
    let (mut rebuilt, mut replayed) = (0, 0);
    // In groups, because each may wait for its time limit.
    for damaged in damaged.chunks(8) {
        let openings: Vec<_> = damaged
            .iter()
            .map(|data| {
                wait_until_free(data.path());
                let child = child::command("journal::child_heals", data.path()).spawn();
                (data, child.expect("a child"))
            })
            .collect();
        for (data, child) in openings {
            let output = child.wait_with_output().expect("a child that ends");
            let text = String::from_utf8(output.stdout).expect("text");
            assert!(text.contains(" 0 lost, whole: true"), "{text}");
            replayed += usize::from(!text.contains(" 0 replayed, "));
            if text.contains("rebuilt") {
                rebuilt += 1;
                assert!(data.path().join("store-damaged/db").exists());
            }
        }
    }
    (rebuilt, replayed)
}

/// Entry point of the child; does nothing without a folder.
#[test]
fn child_heals() {
    let Some(folder) = child::folder() else {
        return;
    };
    let options = Options {
        limit: Duration::from_secs(10),
        healing: Healing::Always,
        ..Options::default()
    };
    let folder = Folder::new(folder);
    let is_late = |opened: &Result<Opened, OpenError>| {
        matches!(opened, Err(OpenError::Damaged { is_late: true, .. }))
    };
    let mut opened = open_when_free(&folder, options);
    // On a busy machine, even what was just rebuilt may not be read in time.
    let was_late = is_late(&opened);
    for _ in 0..5 {
        if is_late(&opened) {
            opened = open_when_free(&folder, options);
        }
    }
    let text = match opened {
        Ok(Opened {
            store,
            lost_commits: lost,
            aside,
            replayed,
            ..
        }) => {
            let is_rebuilt = aside.is_some() || was_late;
            let how = if is_rebuilt { "rebuilt" } else { "opened" };
            let is_whole = is_whole(&store);
            format!("{how}, {replayed} replayed, {lost} lost, whole: {is_whole}")
        }
        Err(error) => error.to_string(),
    };
    writeln!(io::stdout(), "{text}").expect("a parent that reads");
    // A thread that loops in the damaged file would not end with the test.
    std::process::exit(0);
}

#[test]
fn flipped_bit_of_the_database_or_its_snapshot_loses_nothing() {
    for has_backup in [true, false] {
        let whole = filled(has_backup);
        let db = Folder::new(whole.path()).store().join("db");
        let snapshot = snapshots(whole.path()).remove(0);
        let damaged = [db, snapshot].into_iter().flat_map(|file| {
            let name = file.file_name().expect("a name").to_owned();
            let whole = whole.path();
            places(&file).into_iter().map(move |at| {
                let data = copied(whole);
                flip(&Folder::new(data.path()).store().join(&name), at);
                data
            })
        });
        let (rebuilt, replayed) = all_come_back(&damaged.collect::<Vec<_>>());
        assert!(rebuilt + replayed > 0, "some byte mattered");
    }
}

#[test]
fn deleted_database_comes_back_by_a_restore() {
    for has_backup in [true, false] {
        let data = filled(has_backup);
        let folder = Folder::new(data.path());
        fs::remove_dir_all(folder.store()).expect("a database");
        let text = open_when_free(&folder, Options::default()).expect_err("no games");
        let expected = if has_backup {
            "focusbot restore /"
        } else {
            "`focusbot restore`"
        };
        assert!(text.to_string().contains(expected), "{text}");
        let restored = restore_all(&folder, Options::default(), &mut |_| {});
        let restored = restored.expect("everything that is needed");
        let changes = if has_backup {
            LATER + 1
        } else {
            RECORDS + LATER + 2
        };
        assert_eq!((restored.changes, restored.lost), (u64::from(changes), 0));
        let store = open(data.path());
        assert!(is_whole(&store));
        // The backup and the journal hold it as before, and accept new changes.
        put(&store, 7, 3);
        put(&store, 7, 2);
        let wants = store.wants_backup(&folder.backups());
        assert_eq!(wants, !has_backup, "the backup is the same as before");
        drop(store);
        fs::remove_dir_all(folder.store()).expect("a database");
        restore_all(&folder, Options::default(), &mut |_| {}).expect("all of it");
        assert!(is_whole(&open(data.path())));
    }
}

#[test]
fn flipped_bit_of_the_journal_costs_a_restore_one_change_at_most() {
    let whole = filled(true);
    let names = segments(whole.path());
    let file = names.last().expect("a segment");
    for at in places(file) {
        let data = copied(whole.path());
        let folder = Folder::new(data.path());
        flip(
            &folder.journal().join(file.file_name().expect("a name")),
            at,
        );
        // The database is intact, and needs no journal.
        assert!(is_whole(&open(data.path())));
        fs::remove_dir_all(folder.store()).expect("a database");
        let backup = backup::newest(&folder.backups()).expect("a folder");
        let backup = backup.expect("a backup");
        let restored = restore_with(&backup, &folder, Options::default(), &mut |_| {});
        let restored = restored.expect("a sound backup");
        let later = u64::from(LATER + 1);
        // A damaged last entry looks as if it had never been written.
        assert_eq!(restored.changes, later - 1, "{at}");
        assert!(restored.lost <= 1, "{restored:?}");
        let store = open(data.path());
        assert!(store.wants_backup(&folder.backups()) || restored.lost == 0);
    }
}

#[test]
fn commits_only_in_the_journal_are_recovered_when_the_database_is_opened() {
    let data = TempDir::new().expect("a temporary folder");
    let folder = Folder::new(data.path());
    let store = open(data.path());
    put(&store, 0, 1);
    drop(store);
    let before = copied(&folder.store());
    let store = open(data.path());
    (1..10).for_each(|number| put(&store, number, 1));
    drop(store);
    let file = segments(data.path()).pop().expect("a segment");
    let length = fs::metadata(&file).expect("a file").len();
    // Truncated within the last entry, and complete.
    for (cut, left) in [(1, 9), (0, 10)] {
        let data = copied(data.path());
        let folder = Folder::new(data.path());
        fs::remove_dir_all(folder.store()).expect("a database");
        fs::create_dir(folder.store()).expect("a new folder");
        copy(before.path(), &folder.store());
        let journal = folder.journal().join(file.file_name().expect("a name"));
        let file = fs::OpenOptions::new().write(true).open(journal);
        let cut = file.expect("a file").set_len(length - cut);
        cut.expect("a file that can be cut");
        for replayed in [left - 1, 0] {
            let opened = open_when_free(&folder, Options::default());
            let opened = opened.expect("a sound store");
            assert_eq!((opened.replayed, opened.lost_commits), (replayed, 0));
            let entries = opened.store.scan(Table::Games, &Keys::all());
            assert_eq!(entries.expect("a store").len() as u64, left);
        }
    }
}

#[test]
fn journal_goes_with_the_second_backup_and_covers_the_last_two() {
    let data = TempDir::new().expect("a temporary folder");
    let folder = Folder::new(data.path());
    let backups = folder.backups();
    let store = open(data.path());
    let mut written = Vec::new();
    for hour in 0..4 {
        let first = hour * RECORDS / 4;
        (first..first + RECORDS / 4).for_each(|number| put(&store, number, 1));
        assert_eq!(store.wants_backup(&backups), hour == 0);
        written.push(write_backup(&store, data.path(), hour));
        assert!(!store.wants_backup(&backups));
        assert!(segments(data.path()).len() <= 2, "{hour}");
    }
    write_later(&store);
    drop(store);
    for (backup, is_recent) in written.iter().zip([false, false, true, true]) {
        let data = copied(data.path());
        let folder = Folder::new(data.path());
        fs::remove_dir_all(folder.store()).expect("a database");
        let backup = folder.backups().join(backup.file_name().expect("a name"));
        let restored = restore_with(&backup, &folder, Options::default(), &mut |_| {});
        let Restored {
            records, changes, ..
        } = restored.expect("a sound backup");
        let store = open(data.path());
        assert_eq!(is_whole(&store), is_recent);
        if is_recent {
            continue;
        }
        // The store is back in its former state, and begins a new history.
        let entries = store.scan(Table::Games, &Keys::all()).expect("a store");
        assert_eq!((entries.len() as u64 + 1, 0), (records, changes));
        assert!(store.wants_backup(&folder.backups()));
        put(&store, 0, 3);
        (5..7).for_each(|hour| drop(write_backup(&store, data.path(), hour)));
        put(&store, 0, 4);
        drop(store);
        fs::remove_dir_all(folder.store()).expect("a database");
        restore_all(&folder, Options::default(), &mut |_| {}).expect("all of it");
        let stored = open(data.path()).get(Table::Games, &Key::new().u32(0));
        assert_eq!(
            stored.expect("a store").expect("a value").bytes,
            bytes(0, 4)
        );
    }
}

#[test]
fn file_of_the_journal_that_cannot_be_removed_keeps_no_other() {
    let data = TempDir::new().expect("a temporary folder");
    let backups = Folder::new(data.path()).backups();
    let store = open(data.path());
    for number in 0..3 {
        store.turn_journal_over();
        put(&store, number, 1);
    }
    let files = segments(data.path());
    fs::remove_file(&files[0]).expect("a segment");
    fs::create_dir(&files[0]).expect("a folder in the way");
    for hour in 0..2 {
        let now = SystemTime::UNIX_EPOCH + Duration::from_secs(1_800_000_000 + hour * 3600);
        backup::write(&store, &backups, now, 7).expect("a backup");
    }
    store
        .trim_journal(&backups, 7)
        .expect_err("a folder in the way");
    let left = segments(data.path());
    assert!(left.contains(&files[0]) && !left.contains(&files[1]));
    fs::remove_dir(&files[0]).expect("a folder of ours");
    fs::write(&files[0], "").expect("a file");
    store
        .trim_journal(&backups, 7)
        .expect("a file to be removed");
    assert_eq!(segments(data.path()), files[files.len() - 1..]);
}

#[test]
fn newest_backup_is_the_one_that_reaches_furthest_whatever_the_clock_said() {
    let data = TempDir::new().expect("a temporary folder");
    let folder = Folder::new(data.path());
    let store = open(data.path());
    let mut last = PathBuf::new();
    for hour in [2, 9, 1] {
        put(&store, hour, 1);
        last = write_backup(&store, data.path(), hour);
    }
    drop(store);
    let newest = backup::newest(&folder.backups()).expect("a folder");
    assert_eq!(newest.as_ref(), Some(&last));
    fs::remove_dir_all(folder.store()).expect("a database");
    let opened = open_when_free(&folder, Options::default());
    let text = opened.expect_err("no games").to_string();
    assert!(text.contains(&*last.to_string_lossy()), "{text}");
}

#[test]
fn journal_whose_files_are_removed_wants_a_backup() {
    let data = filled(true);
    let backups = Folder::new(data.path()).backups();
    let store = open(data.path());
    put(&store, 7, 3);
    assert!(!store.wants_backup(&backups));
    fs::remove_dir_all(Folder::new(data.path()).journal()).expect("a journal");
    assert!(store.wants_backup(&backups));
    write_backup(&store, data.path(), 9);
    assert!(!store.wants_backup(&backups));
    put(&store, 7, 2);
    drop(store);
    fs::write(Folder::new(data.path()).store().join("db"), [7; 4096]).expect("a file");
    assert_eq!(all_come_back(&[data]).0, 1);
}

#[test]
fn older_backup_is_used_when_the_newest_is_damaged() {
    let data = filled(true);
    let folder = Folder::new(data.path());
    let store = open(data.path());
    let newest = write_backup(&store, data.path(), 9);
    drop(store);
    flip(&newest, 99);
    fs::write(folder.store().join("db"), [7; 4096]).expect("a file");
    assert_eq!(all_come_back(&[data]).0, 1);
}

#[test]
fn erased_past_leaves_the_journal_with_the_second_backup() {
    let data = TempDir::new().expect("a temporary folder");
    let store = open(data.path());
    put(&store, 123_456_789, 1);
    let key = Key::new().u32(123_456_789);
    assert!(!store.has_erased());
    let mut batch = Batch::new();
    batch
        .delete(Table::Games, key.clone(), Expected::Any)
        .erase_past();
    store.commit(batch).expect("a commit without conditions");
    drop(store);
    let store = open(data.path());
    assert!(store.has_erased());
    (0..2).for_each(|hour| drop(write_backup(&store, data.path(), hour)));
    assert!(!store.has_erased());
    let left = segments(data.path());
    let left = left.iter().map(|file| fs::read(file).expect("a file"));
    let named = left.filter(|bytes| bytes.windows(4).any(|window| window == &*key));
    assert_eq!(named.count(), 0);
}

#[test]
fn store_of_before_the_journal_wants_a_backup_at_once() {
    let data = filled(false);
    let folder = Folder::new(data.path());
    fs::remove_dir_all(folder.journal()).expect("a journal");
    let db = crate::store::folder::lost::sled(&folder);
    let census = db.get(b"\0census").expect("a database").expect("a census");
    db.insert(b"\0census", &census[..24]).expect("a database");
    drop(db);
    let store = open(data.path());
    assert!(is_whole(&store) && store.wants_backup(&folder.backups()));
    write_backup(&store, data.path(), 0);
    assert!(!store.wants_backup(&folder.backups()));
    write_later(&store);
    drop(store);
    fs::write(folder.store().join("db"), [7; 4096]).expect("a file");
    assert_eq!(all_come_back(&[data]).0, 1);
}

#[test]
fn killed_and_damaged_store_loses_no_acknowledged_batch() {
    for batches in [1, 40, 160] {
        let data = TempDir::new().expect("a temporary folder");
        let mut acknowledged = kill::Numbers::new();
        let child = child::command("kill::child_writes_until_it_ends", data.path());
        kill::run_until_killed(child, batches, &mut acknowledged);
        let db = Folder::new(data.path()).store().join("db");
        let length = fs::metadata(&db).expect("a file").len();
        fs::write(&db, vec![7; usize::try_from(length).expect("a small file")]).expect("a file");
        let healing = child::command("journal::child_heals", data.path()).output();
        let said = String::from_utf8(healing.expect("a child").stdout).expect("text");
        assert!(said.contains("0 lost"), "{said}");
        kill::check_kept(&acknowledged, &kill::check(data.path()));
    }
}
