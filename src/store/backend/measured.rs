//! Store that times its commits and reports when it can take no more.

use std::collections::BTreeSet;
use std::fmt;
use std::sync::Arc;
use std::time::Instant;

use crate::metrics::{Metrics, TurnStage};
use crate::store::{
    Backend, Batch, CommitError, Entries, Key, Keys, ReadPoint, Store, StoreError, Stored, Table,
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

    /// Notes the result of a request.
    fn noted<T>(&self, result: Result<T, StoreError>) -> Result<T, StoreError> {
        let away = match &result {
            Err(StoreError::Unavailable(reason)) => Some(reason.as_str()),
            Ok(_) | Err(_) => None,
        };
        self.metrics.health().note_store_away(away);
        result
    }
}

impl Store for Measured {
    fn get(&self, table: Table, key: &[u8]) -> Result<Option<Stored>, StoreError> {
        self.noted(self.store.get(table, key))
    }

    fn get_many(&self, keys: &[(Table, Key)]) -> Result<Vec<Option<Stored>>, StoreError> {
        self.noted(self.store.get_many(keys))
    }

    fn scan(&self, table: Table, keys: &Keys) -> Result<Entries<Stored>, StoreError> {
        self.noted(self.store.scan(table, keys))
    }

    fn scan_many(&self, scans: &[(Table, Keys)]) -> Result<Vec<Entries<Stored>>, StoreError> {
        self.noted(self.store.scan_many(scans))
    }

    fn visit(&self, visit: &mut dyn FnMut(Table, &[u8], Stored)) -> Result<ReadPoint, StoreError> {
        self.noted(self.store.visit(visit))
    }

    fn commit(&self, batch: Batch) -> Result<(), CommitError> {
        let begun = Instant::now();
        let committed = self.store.commit(batch);
        self.metrics.stage(TurnStage::Commit, begun.elapsed());
        match committed {
            Err(CommitError::Store(error @ StoreError::Unavailable(_))) => {
                Ok(self.noted(Err(error))?)
            }
            Err(CommitError::Store(error)) => {
                self.metrics.health().note_store_lost();
                Err(error.into())
            }
            Err(refused @ (CommitError::Conflict { .. } | CommitError::TooLarge { .. })) => {
                Err(refused)
            }
            Ok(()) => Ok(self.noted(Ok(()))?),
        }
    }

    fn is_shared(&self) -> bool {
        self.store.is_shared()
    }

    fn session(&self) -> Option<String> {
        self.store.session()
    }

    fn sessions(&self) -> Result<BTreeSet<String>, StoreError> {
        self.noted(self.store.sessions())
    }
}

impl fmt::Debug for Measured {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Measured").finish_non_exhaustive()
    }
}
