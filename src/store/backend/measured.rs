//! Store that times its commits and reports when it accepts no more.

use std::collections::BTreeSet;
use std::fmt;
use std::sync::Arc;
use std::time::Instant;

use crate::metrics::{Metrics, TurnStage};
use crate::store::{
    Backend, Batch, CommitError, Entries, Key, Keys, ReadPoint, Revision, Store, StoreError,
    Stored, Table,
};

/// Store that reports the duration of commits, and failures, as metrics.
pub struct Measured {
    store: Arc<Backend>,
    metrics: Metrics,
}

impl Measured {
    /// Creates a store that reports on `store`.
    #[must_use]
    pub fn new(store: Arc<Backend>, metrics: Metrics) -> Self {
        Self { store, metrics }
    }

    /// Notes the result of a request to read, begun at this time.
    fn noted<T>(&self, begun: Instant, result: Result<T, StoreError>) -> Result<T, StoreError> {
        let health = self.metrics.health();
        match &result {
            Err(StoreError::Unavailable(reason)) => health.note_store_away(Some(reason)),
            Ok(_) | Err(_) => health.note_store_read(begun),
        }
        result
    }
}

impl Store for Measured {
    fn get(&self, table: Table, key: &[u8]) -> Result<Option<Stored>, StoreError> {
        self.noted(Instant::now(), self.store.as_store().get(table, key))
    }

    fn get_many(&self, keys: &[(Table, Key)]) -> Result<Vec<Option<Stored>>, StoreError> {
        self.noted(Instant::now(), self.store.as_store().get_many(keys))
    }

    fn scan(&self, table: Table, keys: &Keys) -> Result<Entries<Stored>, StoreError> {
        self.noted(Instant::now(), self.store.as_store().scan(table, keys))
    }

    fn scan_many(&self, scans: &[(Table, Keys)]) -> Result<Vec<Entries<Stored>>, StoreError> {
        self.noted(Instant::now(), self.store.as_store().scan_many(scans))
    }

    fn visit(&self, visit: &mut dyn FnMut(Table, &[u8], Stored)) -> Result<ReadPoint, StoreError> {
        self.noted(Instant::now(), self.store.as_store().visit(visit))
    }

    fn commit(&self, batch: Batch) -> Result<Revision, CommitError> {
        let (begun, is_empty) = (Instant::now(), batch.is_empty());
        let committed = self.store.as_store().commit(batch);
        self.metrics.stage(TurnStage::Commit, begun.elapsed());
        let health = self.metrics.health();
        match &committed {
            Err(CommitError::Store(StoreError::Unavailable(reason))) => {
                health.note_store_unwritten(reason);
            }
            Err(CommitError::Store(_)) => health.note_store_lost(),
            Ok(_) if !is_empty => health.note_store_away(None),
            // Nothing was written.
            Ok(_) | Err(CommitError::Conflict { .. } | CommitError::TooLarge { .. }) => {}
        }
        committed
    }

    fn is_shared(&self) -> bool {
        self.store.as_store().is_shared()
    }

    fn session(&self) -> Option<String> {
        self.store.as_store().session()
    }

    fn sessions(&self) -> Result<BTreeSet<String>, StoreError> {
        self.noted(Instant::now(), self.store.as_store().sessions())
    }
}

impl fmt::Debug for Measured {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Measured").finish_non_exhaustive()
    }
}
