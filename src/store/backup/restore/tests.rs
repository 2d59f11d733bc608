//! Tests with a worn store that is damaged, and a rebuilding that is killed again and again.

use std::time::SystemTime;

use tempfile::TempDir;

use super::*;
use crate::store::sled::test_support::{Values, left, open, values, worn};
use crate::store::{Batch, Expected, Healing, Store, Table, when_free};

/// Progress of a rebuilding when it is killed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Reached {
    /// The new database is half written.
    Half,
    /// The new database is complete.
    Built,
    /// The damaged one is out of the way.
    SetAside,
    /// The new one is in its place.
    MovedIn,
}

const REACHED: [Reached; 4] = [
    Reached::Half,
    Reached::Built,
    Reached::SetAside,
    Reached::MovedIn,
];

/// Returns a worn store whose data file is damaged; the backup and the journal hold all of its
/// values.
fn damaged() -> (TempDir, Values) {
    let (data, _) = worn();
    let folder = Folder::new(data.path());
    let store = open(data.path());
    let put = |number: u32| {
        let mut batch = Batch::new();
        let bytes = number.to_be_bytes().to_vec();
        batch.put(
            Table::Quarantine,
            number.to_be_bytes(),
            bytes,
            Expected::Any,
        );
        store.commit(batch).expect("a commit without conditions");
    };
    (0..20).for_each(put);
    backup::write(&store, &folder.backups(), SystemTime::UNIX_EPOCH, 7).expect("a backup");
    (10..30).for_each(put);
    let before = values(&store);
    drop(store);
    let file = folder.store().join("db");
    let length = fs::metadata(&file).expect("the data file").len();
    let length = usize::try_from(length).expect("a small file");
    fs::write(file, vec![7; length]).expect("the data file");
    (data, before)
}

/// Rebuilds the database up to the kill.
fn rebuild_until(folder: &Folder, reached: Reached) {
    let source = source(folder, ReadPoint::default());
    let source = source.expect("a folder").expect("backup and journal");
    let staging = folder.rebuilding();
    build(&source, &staging, &mut |_| {}).expect("a sound backup");
    let made = Folder::new(&staging).store();
    if reached == Reached::Half {
        let file = fs::OpenOptions::new().write(true).open(made.join("db"));
        let cut = file.expect("a file").set_len(1_000);
        return cut.expect("a file that can be cut");
    }
    if reached == Reached::Built {
        return;
    }
    set_aside(folder).expect("a folder of ours");
    if reached == Reached::MovedIn {
        fs::rename(made, folder.store()).expect("a folder of ours");
    }
}

/// Opens the remains, which repairs them, and checks that everything is there.
#[track_caller]
fn check_left(data: &TempDir, before: &Values, reached: &[Reached]) {
    let folder = Folder::new(data.path());
    let options = Options {
        healing: Healing::IfCertain,
        ..Options::default()
    };
    let opened = when_free(|| SledStore::open(&folder, options)).expect("a store made anew");
    // Values of the backup have the revision of its last commit from now on.
    let plain = |values: &Values| {
        let plain = values.iter().map(|(table, key, stored)| {
            let bytes = stored.bytes.clone();
            (*table, key.clone(), bytes)
        });
        plain.collect::<Vec<_>>()
    };
    assert!(
        plain(&values(&opened.store)) == plain(before),
        "{reached:?}"
    );
    assert_eq!(opened.lost_commits, 0, "{reached:?}");
    drop(opened);
    assert!(plain(&values(&open(data.path()))) == plain(before));
    assert!(!folder.rebuilding().exists(), "{reached:?}");
    let aside = data.path().join("store-damaged");
    assert!(aside.join("db").exists(), "the damaged one is kept");
}

#[test]
fn rebuilding_that_is_killed_again_and_again_loses_nothing() {
    let (data, before) = damaged();
    for first in REACHED {
        let once = left(data.path());
        rebuild_until(&Folder::new(once.path()), first);
        check_left(&left(once.path()), &before, &[first]);
        if [Reached::SetAside, Reached::MovedIn].contains(&first) {
            continue;
        }
        for second in REACHED {
            let twice = left(once.path());
            rebuild_until(&Folder::new(twice.path()), second);
            check_left(&twice, &before, &[first, second]);
        }
    }
}
