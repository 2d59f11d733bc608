//! Store in memory whose commits can be made to fail.

use std::sync::atomic::AtomicU32;
use std::sync::atomic::Ordering::Relaxed;

use focusbot::store::{Batch, CommitError, MemoryStore, Revision, Store, StoreError, Table};
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
