//! Store whose commits are timed.

use std::fmt;
use std::sync::Arc;
use std::time::Instant;

use crate::metrics::{Metrics, Stage};
use crate::store::{
    Batch, CommitError, Entries, Keys, LiveStore, Moment, Store, StoreError, Stored, Table,
};

/// Store on disk that reports the duration and the failure of commits as metrics.
pub struct Measured {
    store: Arc<LiveStore>,
    metrics: Metrics,
}

impl Measured {
    /// Creates a store that reports on `store`.
    #[must_use]
    pub fn new(store: Arc<LiveStore>, metrics: Metrics) -> Self {
        Self { store, metrics }
    }
}

impl Store for Measured {
    fn get(&self, table: Table, key: &[u8]) -> Result<Option<Stored>, StoreError> {
        self.store.get(table, key)
    }

    fn scan(&self, table: Table, keys: &Keys) -> Result<Entries<Stored>, StoreError> {
        self.store.scan(table, keys)
    }

    fn visit(&self, visit: &mut dyn FnMut(Table, &[u8], Stored)) -> Result<Moment, StoreError> {
        self.store.visit(visit)
    }

    fn commit(&self, batch: Batch) -> Result<(), CommitError> {
        let begun = Instant::now();
        let committed = self.store.commit(batch);
        self.metrics.stage(Stage::Commit, begun.elapsed());
        if let Err(CommitError::Store(_)) = &committed {
            self.metrics.health().note_store_lost();
        }
        committed
    }
}

impl fmt::Debug for Measured {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Measured").finish_non_exhaustive()
    }
}
