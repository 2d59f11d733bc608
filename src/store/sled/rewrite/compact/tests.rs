//! Tests of copies that fail, and of when a copy is worthwhile.

use std::fs;
use std::path::Path;

use tempfile::TempDir;

use super::*;
use crate::store::sled::rewrite::swap::COPY;
use crate::store::sled::test_support::values;
use crate::store::sled::values::DATA;
use crate::store::{Batch, Expected, Store, Table};

/// Number of values.
const VALUES: u64 = 3_000;

/// Returns a store with [`VALUES`] values and the note of the format.
fn filled(data: &Path) -> SledStore {
    let opened = SledStore::open(&Folder::new(data), Options::default());
    let store = opened.expect("a new store").store;
    for first in (0..VALUES).step_by(1_000) {
        let mut batch = Batch::new();
        for number in first..first + 1_000 {
            let value = number.to_string().repeat(30).into_bytes();
            let key = number.to_be_bytes();
            batch.put(Table::Quarantine, key, value, Expected::Absent);
        }
        store.commit(batch).expect("a commit of new keys");
    }
    store
}

#[test]
fn copy_that_lacks_a_value_is_refused() {
    let data = TempDir::new().expect("a temporary folder");
    let store = filled(data.path());
    let path = Folder::new(data.path()).store();
    let place = crate::store::sled::values::place(Table::Quarantine, &7_u64.to_be_bytes());
    // Bypasses the writer, which would update the record count.
    store.db.remove(place).expect("a database of ours");
    let CopyFailure(reason) = build(&store.db, &path, &mut |_| true).expect_err("a value too few");
    assert!(
        reason.contains("expected 3001 records, found 3000"),
        "{reason}"
    );
}

#[cfg(target_os = "linux")]
#[test]
fn full_disk_ends_the_copy_and_names_what_helps() {
    let data = TempDir::new().expect("a temporary folder");
    let store = filled(data.path());
    let before = values(&store);
    let path = Folder::new(data.path()).store();
    fs::create_dir(path.join(COPY)).expect("a new folder");
    let full = std::os::unix::fs::symlink("/dev/full", path.join(COPY).join(DATA));
    full.expect("a new link");
    let reason = loop {
        let built = build_in_time(store.db.clone(), &path, PATIENCE);
        let CopyFailure(reason) = built.expect_err("a full disk");
        // sled locks its file, and all programs on the machine share this one.
        if !reason.contains("could not acquire lock") {
            break reason;
        }
    };
    assert!(reason.contains("free some space on its disk"), "{reason}");
    sweep(&path);
    assert!(values(&store) == before && !path.join(COPY).exists());
}

#[test]
fn copy_that_takes_too_long_is_given_up() {
    let data = TempDir::new().expect("a temporary folder");
    let store = filled(data.path());
    let path = Folder::new(data.path()).store();
    let build_late = |_| {
        sweep(&path);
        build_in_time(store.db.clone(), &path, Duration::ZERO).err()
    };
    // On a busy machine, it may be finished before the time is checked.
    let CopyFailure(reason) = (0..100).find_map(build_late).expect("no time");
    assert!(reason.starts_with("it took more than 0 s"), "{reason}");
}

#[test]
fn only_what_gives_back_much_is_written_anew() {
    let mib = |bytes: u64| bytes << 20;
    let rows = [
        // Bytes of the file, values, bytes of them.
        (mib(31), 10, 100, false),
        (mib(32), 10, 100, true),
        // Both measured: after 300,000 moves, and after 100,000 ended games.
        (mib(80), 40_011, 5_711_033, true),
        (mib(224), 800_012, 114_140_521, false),
        (mib(2_000), 800_012, 114_140_521, true),
        (mib(500), 7_000_000, 0, false),
    ];
    for (file, values, bytes, expected) in rows {
        let is_worthwhile = pays(file, new_size(values, bytes));
        assert_eq!(is_worthwhile, expected, "{file} {values}");
    }
}

#[test]
fn nobody_waits_long_for_a_file_to_be_written_anew() {
    let rows = [
        // Measured after a million moves.
        (519_u64, 134_000, 19_000_000, true),
        (31, 10, 100, false),
        (90, 134_000, 19_000_000, false),
        (2_000, 800_012, 14_140_521, false),
        (2_000, 40_000, 114_140_521, false),
    ];
    for (mib, values, bytes, expected) in rows {
        assert_eq!(pays_in_use(mib << 20, values, bytes), expected, "{mib}");
    }
}
