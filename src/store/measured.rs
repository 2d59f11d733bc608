//! A store whose commits are timed.

use std::fmt;
use std::sync::Arc;
use std::time::Instant;

use crate::metrics::{Metrics, Stage};
use crate::store::{
    Batch, CommitError, Entries, Keys, LiveStore, Moment, Store, StoreError, Stored, Table,
};

/// A store on disk that reports how long commits take, and when it takes no more.
pub struct Measured {
    store: Arc<LiveStore>,
    metrics: Metrics,
}

impl Measured {
    /// Reports what `store` does.
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
