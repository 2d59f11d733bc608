//! Store in memory whose commits can be made to fail.

use std::sync::atomic::AtomicU32;
use std::sync::atomic::Ordering::Relaxed;

use focusbot::store::{
    Batch, CommitError, Expected, MemoryStore, Revision, Store, StoreError, Table,
};
use parking_lot::Mutex;

use crate::store::read_inner_store;

/// Store in memory; simulates a broken disk.
#[derive(Debug, Default)]
pub(crate) struct FailingStore {
    store: MemoryStore,
    /// Failure of all commits, or of those that change one table.
    failure: Mutex<Option<(Option<Table>, StoreError)>>,
    /// Number of commits that failed.
    failed: AtomicU32,
}

impl FailingStore {
    /// Makes every commit from now on fail with `failure`, or none.
    pub(crate) fn fail_commits(&self, failure: Option<StoreError>) {
        *self.failure.lock() = failure.map(|failure| (None, failure));
    }

    /// Makes every commit from now on that changes a table fail with `failure`.
    pub(crate) fn fail_commits_to(&self, table: Table, failure: StoreError) {
        *self.failure.lock() = Some((Some(table), failure));
    }

    /// Returns the number of commits that have failed.
    pub(crate) fn failed(&self) -> u32 {
        self.failed.load(Relaxed)
    }
}

impl Store for FailingStore {
    read_inner_store!();

    fn commit(&self, batch: Batch) -> Result<Revision, CommitError> {
        let changes = |table: Table| batch.changes().iter().any(|change| change.table == table);
        let failure = self.failure.lock().clone();
        match failure.filter(|(table, _)| table.is_none_or(changes)) {
            Some((_, failure)) => {
                self.failed.fetch_add(1, Relaxed);
                Err(failure.into())
            }
            None => self.store.commit(batch),
        }
    }
}

#[test]
fn failing_store_refuses_and_keeps_what_it_had() {
    let store = FailingStore::default();
    let mut batch = Batch::new();
    batch.put(Table::Games, b"a", b"1".to_vec(), Expected::Any);
    store.commit(batch).expect("a store");
    let failure = StoreError::Database("no space left".to_owned());
    store.fail_commits(Some(failure.clone()));
    let mut batch = Batch::new();
    batch.delete(Table::Games, b"a", Expected::Any);
    assert_eq!(
        store.commit(batch.clone()),
        Err(CommitError::Store(failure.clone()))
    );
    store.fail_commits_to(Table::Games, failure.clone());
    assert_eq!(
        store.commit(batch.clone()),
        Err(CommitError::Store(failure.clone()))
    );
    let kept = store.get(Table::Games, b"a").expect("a store");
    assert!(kept.is_some());
    store.fail_commits_to(Table::Guilds, failure);
    let mut other = Batch::new();
    other.put(Table::Games, b"b", b"1".to_vec(), Expected::Any);
    store.commit(other).expect("a store");
    store.fail_commits(None);
    store.commit(batch).expect("a store");
}
