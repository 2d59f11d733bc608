//! Stores for tests that interrupt, damage and copy them: a worn one, and the remains after a kill.

use std::fs;
use std::path::Path;
use std::sync::LazyLock;
use std::time::{Duration, Instant};

use tempfile::TempDir;

use crate::store::sled::opening::snapshots::snapshots;
use crate::store::sled::rewrite::swap::link;
use crate::store::sled::values::DATA;
use crate::store::{Batch, Expected, Folder, OpenError, Options, SledStore, Store, Stored, Table};

/// Maximum number of rounds that wear a store; one is usually enough.
const ROUNDS: u32 = 40;
/// Number of commits in a round.
const COMMITS: u32 = 30;
/// Maximum number of values; few, so that a segment is soon overwritten.
const VALUES: u32 = 60;

/// Time limit of the wait for files that are still held.
const PATIENCE: Duration = Duration::from_secs(60);

/// All values of a store, in order.
pub(in crate::store) type Values = Vec<(Table, Vec<u8>, Stored)>;

/// Opens a database that was closed, once nothing holds its files anymore: threads of sled may do
/// so for some time, and so may a child that another test is just starting.
pub(crate) fn when_free<T>(open: impl Fn() -> Result<T, OpenError>) -> Result<T, OpenError> {
    let begun = Instant::now();
    loop {
        match open() {
            Err(OpenError::InUse(_)) if begun.elapsed() < PATIENCE => {}
            opened => return opened,
        }
    }
}

/// Opens an undamaged store.
#[track_caller]
pub(in crate::store) fn open(data: &Path) -> SledStore {
    let folder = Folder::new(data);
    let opened = when_free(|| SledStore::open(&folder, Options::default()));
    let opened = opened.expect("a sound store");
    assert_eq!((opened.lost_commits, opened.snapshots.len()), (0, 0));
    opened.store
}

/// Reads all values.
pub(in crate::store) fn values(store: &SledStore) -> Values {
    let mut values = Vec::new();
    let visited = store.visit(&mut |table, key, stored| {
        values.push((table, key.to_vec(), stored));
    });
    visited.expect("a readable store");
    values
}

/// Copies the data folder as a process killed now would leave it.
pub(in crate::store) fn left(data: &Path) -> TempDir {
    let left = TempDir::new().expect("a temporary folder");
    let roots = [data, left.path()].map(|path| path.canonicalize().expect("a folder"));
    copy(&roots[0], &roots[1], (&roots[0], &roots[1]));
    left
}

/// Returns a worn store and its values; its file is larger than they need.
pub(in crate::store) fn worn() -> (TempDir, Values) {
    static PATTERN: LazyLock<TempDir> = LazyLock::new(|| {
        let data = TempDir::new().expect("a temporary folder");
        for round in 0..ROUNDS {
            wear(&open(data.path()), round);
            // This writes a snapshot of the current content, and frees unneeded segments.
            drop(open(data.path()));
            if is_worn(data.path()) {
                fs::remove_dir_all(Folder::new(data.path()).journal()).expect("a journal");
                return data;
            }
        }
        panic!("not worn after {ROUNDS} rounds");
    });
    let data = left(PATTERN.path());
    let before = values(&open(data.path()));
    assert!(before.len() > VALUES as usize / 2);
    (data, before)
}

/// Writes, overwrites and deletes some values.
fn wear(store: &SledStore, round: u32) {
    for commit in round * COMMITS..(round + 1) * COMMITS {
        let mut batch = Batch::new();
        for number in commit * 40..(commit + 1) * 40 {
            let key = (number.wrapping_mul(2_654_435_761) >> 8) % VALUES;
            if number % 11 == 0 {
                batch.delete(Table::Quarantine, key.to_be_bytes(), Expected::Any);
            } else {
                let bytes = number.to_be_bytes().repeat(125);
                batch.put(Table::Quarantine, key.to_be_bytes(), bytes, Expected::Any);
            }
        }
        store.commit(batch).expect("a commit without conditions");
    }
}

/// Returns whether the data file of a closed store is worn: its first segment is no longer the
/// first of the log, and nothing can be read without the snapshot.
fn is_worn(data: &Path) -> bool {
    let bytes = fs::read(Folder::new(data).store().join(DATA)).expect("the data file");
    // The checksum comes first, then the position in the log.
    let position = bytes[4..12].try_into().expect("eight bytes");
    let position = u64::from_le_bytes(position) ^ 0x7fff_ffff_ffff_ffff;
    let without = left(data);
    // The journal would restore everything.
    fs::remove_dir_all(Folder::new(without.path()).journal()).expect("a journal");
    let snapshots = snapshots(&Folder::new(without.path()).store()).expect("a folder");
    for snapshot in &snapshots {
        fs::remove_file(snapshot).expect("a snapshot");
    }
    let opened = SledStore::open(&Folder::new(without.path()), Options::default());
    position > 0 && !snapshots.is_empty() && opened.is_err()
}

fn copy(from: &Path, to: &Path, roots: (&Path, &Path)) {
    for entry in fs::read_dir(from).expect("a folder") {
        let entry = entry.expect("an entry");
        let place = to.join(entry.file_name());
        if entry.path().is_symlink() {
            let target = fs::read_link(entry.path()).expect("a link");
            let own = target
                .strip_prefix(roots.0)
                .expect("a link within the folder");
            link(&roots.1.join(own), &place).expect("a new link");
        } else if entry.path().is_dir() {
            fs::create_dir(&place).expect("a new folder");
            copy(&entry.path(), &place, roots);
        } else {
            fs::copy(entry.path(), &place).expect("a copy");
        }
    }
}
