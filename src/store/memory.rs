//! Store in memory, for tests and the sandbox.

use std::collections::BTreeMap;

use parking_lot::Mutex;

use crate::store::{
    Batch, CommitError, Entries, Keys, ReadPoint, Revision, Store, StoreError, Stored, Table,
};

/// Tables in memory, with the same guarantees as those on disk.
#[derive(Debug, Default)]
pub struct MemoryStore(Mutex<State>);

#[derive(Debug, Default)]
struct State {
    tables: BTreeMap<&'static str, BTreeMap<Vec<u8>, Stored>>,
    commits: u64,
}

impl MemoryStore {
    /// Creates an empty store.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }
}

impl State {
    fn revision(&self, table: Table, key: &[u8]) -> Option<Revision> {
        let stored = self.tables.get(table.name())?.get(key)?;
        Some(stored.revision)
    }
}

impl Store for MemoryStore {
    fn get(&self, table: Table, key: &[u8]) -> Result<Option<Stored>, StoreError> {
        let state = self.0.lock();
        let stored = state
            .tables
            .get(table.name())
            .and_then(|table| table.get(key));
        Ok(stored.cloned())
    }

    fn scan(&self, table: Table, keys: &Keys) -> Result<Entries<Stored>, StoreError> {
        let state = self.0.lock();
        let Some(table) = state.tables.get(table.name()) else {
            return Ok(Vec::new());
        };
        if keys.is_empty() {
            return Ok(Vec::new());
        }
        let stretch = table.range::<Vec<u8>, _>((keys.from.as_ref(), keys.to.as_ref()));
        let own = |(key, stored): (&Vec<u8>, &Stored)| (key.clone(), stored.clone());
        Ok(if keys.is_reversed {
            stretch.rev().take(keys.limit).map(own).collect()
        } else {
            stretch.take(keys.limit).map(own).collect()
        })
    }

    fn visit(&self, visit: &mut dyn FnMut(Table, &[u8], Stored)) -> Result<ReadPoint, StoreError> {
        let state = self.0.lock();
        for (name, values) in &state.tables {
            let table = Table::from_name(name).expect("the name of a table");
            for (key, stored) in values {
                visit(table, key, stored.clone());
            }
        }
        Ok(ReadPoint {
            lineage: None,
            commits: Revision(state.commits),
        })
    }

    fn commit(&self, batch: Batch) -> Result<Revision, CommitError> {
        batch.check_sizes()?;
        let mut state = self.0.lock();
        batch.check(|table, key| Ok(state.revision(table, key)))?;
        state.commits += 1;
        let revision = Revision(state.commits);
        for change in batch.into_changes() {
            let values = state.tables.entry(change.table.name()).or_default();
            match change.bytes {
                Some(bytes) => values.insert(change.key, Stored { bytes, revision }),
                None => values.remove(&change.key),
            };
        }
        Ok(revision)
    }
}
