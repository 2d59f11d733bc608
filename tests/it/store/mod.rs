//! Stores: their common contract, and failures of those on disk and in PostgreSQL.

mod backup;
mod commands;
mod contract;
mod folder;
#[cfg(all(unix, feature = "postgres"))]
pub(crate) mod postgres;
mod records;
#[cfg(all(unix, feature = "postgres"))]
mod side_by_side;
mod visit;

use std::fs::{self, File, TryLockError};
use std::path::Path;
use std::sync::Arc;
use std::time::Instant;

use focusbot::store::{
    Batch, CommitError, Expected, Folder, OpenError, Opened, Options, Revision, SledStore, Store,
    Table,
};

use crate::support::{PATIENCE, until};

#[cfg(all(unix, feature = "discord", feature = "sandbox"))]
pub(crate) use self::folder::disk::open_to_others;

/// Implements how a store around another one, in its field `store`, is read.
macro_rules! read_inner_store {
    () => {
        fn get(
            &self,
            table: ::focusbot::store::Table,
            key: &[u8],
        ) -> Result<Option<::focusbot::store::Stored>, ::focusbot::store::StoreError> {
            self.store.get(table, key)
        }

        fn scan(
            &self,
            table: ::focusbot::store::Table,
            keys: &::focusbot::store::Keys,
        ) -> Result<
            ::focusbot::store::Entries<::focusbot::store::Stored>,
            ::focusbot::store::StoreError,
        > {
            self.store.scan(table, keys)
        }

        fn visit(
            &self,
            visit: &mut dyn FnMut(::focusbot::store::Table, &[u8], ::focusbot::store::Stored),
        ) -> Result<::focusbot::store::ReadPoint, ::focusbot::store::StoreError> {
            self.store.visit(visit)
        }
    };
}

pub(crate) use read_inner_store;

/// Store whose commits go through a function.
struct Intercepted<F> {
    store: Arc<dyn Store>,
    commit: F,
}

impl<F> Store for Intercepted<F>
where
    F: Fn(&dyn Store, Batch) -> Result<Revision, CommitError> + Send + Sync,
{
    read_inner_store!();

    fn commit(&self, batch: Batch) -> Result<Revision, CommitError> {
        (self.commit)(&*self.store, batch)
    }
}

/// Returns a store that reads another one, and leaves commits to it to `commit`.
pub(crate) fn intercepted<F>(store: Arc<dyn Store>, commit: F) -> Arc<dyn Store>
where
    F: Fn(&dyn Store, Batch) -> Result<Revision, CommitError> + Send + Sync + 'static,
{
    Arc::new(Intercepted { store, commit })
}

/// Opens the store of the data folder `path`, which must be undamaged.
#[track_caller]
fn open(path: &Path) -> SledStore {
    let opened = open_when_free(&Folder::new(path), Options::default()).expect("a sound store");
    assert_eq!(opened.set_aside, []);
    assert_eq!(opened.lost_commits, 0);
    assert_eq!(opened.snapshots, Vec::<std::path::PathBuf>::new());
    opened.store
}

/// Puts a value into a store, whatever is there; returns its revision.
#[track_caller]
pub(crate) fn put(store: &dyn Store, table: Table, key: &[u8], bytes: Vec<u8>) -> Revision {
    let mut batch = Batch::new();
    batch.put(table, key, bytes, Expected::Any);
    store.commit(batch).expect("a commit without conditions")
}

/// Returns everything in a store, without its revisions.
fn everything(store: &dyn Store) -> Vec<(Table, Vec<u8>, Vec<u8>)> {
    let mut all = Vec::new();
    let visited = store.visit(&mut |table, key, stored| {
        all.push((table, key.to_vec(), stored.bytes));
    });
    visited.expect("a readable store");
    all
}

/// Returns everything in a store but its notes about itself, without revisions.
fn contents(store: &dyn Store) -> Vec<(Table, Vec<u8>, Vec<u8>)> {
    let mut contents = everything(store);
    contents.retain(|(table, ..)| *table != Table::Meta);
    contents
}

/// Opens a store once nothing holds its files any more.
#[track_caller]
pub(crate) fn open_when_free(folder: &Folder, options: Options) -> Result<Opened, OpenError> {
    let begun = Instant::now();
    loop {
        wait_until_free(folder.path());
        match SledStore::open(folder, options) {
            Err(OpenError::InUse(_)) if begun.elapsed() < PATIENCE => {}
            opened => return opened,
        }
    }
}

/// Waits until nothing holds the files of a store that was closed: threads of sled may do so for
/// some time, and so may a child that another test is just starting.
#[track_caller]
pub(crate) fn wait_until_free(data: &Path) {
    for file in [data.join("lock"), Folder::new(data).store().join("db")] {
        until(&file.display().to_string(), || !is_held(&file));
    }
}

fn is_held(file: &Path) -> bool {
    let Ok(file) = File::open(file) else {
        return false;
    };
    let is_held = matches!(file.try_lock(), Err(TryLockError::WouldBlock));
    // A child that has inherited the file would keep the lock; without one, this does nothing.
    let _ = file.unlock();
    is_held
}

/// Makes the next opening of the data folder `path` read everything.
fn remove_shutdown_marker(path: &Path) {
    let marker = Folder::new(path).store().join("seal");
    fs::remove_file(marker).expect("a store that was closed whole");
}
