//! Contract of `Store`, checked for the stores in memory, on disk and in PostgreSQL.

mod commits;
mod concurrency;
mod reading;

use std::sync::Arc;

use focusbot::store::{Keys, MemoryStore, Revision, Store, Table};
use tempfile::TempDir;

use crate::store::open;
#[cfg(all(unix, feature = "postgres"))]
use crate::store::postgres::database;

/// Runs `fact` on a fresh store of each kind.
#[track_caller]
fn on_each(fact: impl Fn(Arc<dyn Store>)) {
    fact(Arc::new(MemoryStore::new()));
    let folder = TempDir::new().expect("a temporary folder");
    fact(Arc::new(open(folder.path())));
    #[cfg(all(unix, feature = "postgres"))]
    if let Some(database) = database() {
        fact(Arc::new(database.store()));
    }
}

fn put(store: &dyn Store, table: Table, key: &[u8], bytes: &[u8]) -> Revision {
    let written = crate::store::put(store, table, key, bytes.to_vec());
    assert_eq!(revision(store, table, key), Some(written));
    written
}

fn revision(store: &dyn Store, table: Table, key: &[u8]) -> Option<Revision> {
    let stored = store.get(table, key).expect("a readable store");
    stored.map(|stored| stored.revision)
}

fn keys(store: &dyn Store, keys: &Keys) -> Vec<Vec<u8>> {
    let entries = store.scan(Table::Games, keys).expect("a readable store");
    entries.into_iter().map(|(key, _)| key).collect()
}
