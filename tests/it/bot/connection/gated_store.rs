//! Store of a process that can be made to wait, and that counts how often it is read.

use std::collections::HashMap;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::sync::atomic::Ordering::Relaxed;

use focusbot::store::{
    Batch, CommitError, Entries, Keys, ReadPoint, Revision, Store, StoreError, Stored, Table,
};
use parking_lot::{Condvar, Mutex};

/// Store whose use waits while it is closed, as if the process were frozen.
pub(in crate::bot) struct GatedStore {
    store: Arc<dyn Store>,
    is_closed: Mutex<bool>,
    opened: Condvar,
    /// True if it can no longer be reached.
    is_cut_off: AtomicBool,
    /// Number of reads of several values, by table.
    looks: Mutex<HashMap<Table, usize>>,
    /// Number of games of which the values were looked up, by table.
    lookups: Mutex<HashMap<Table, usize>>,
    /// Number of values that could not be read, by table.
    failures: Mutex<HashMap<Table, usize>>,
    /// Queue that always looks empty.
    hidden: Option<Table>,
    is_shared: bool,
}

impl GatedStore {
    pub(super) fn new(store: Arc<dyn Store>) -> Self {
        Self {
            store,
            is_closed: Mutex::new(false),
            opened: Condvar::new(),
            is_cut_off: AtomicBool::new(false),
            looks: Mutex::default(),
            lookups: Mutex::default(),
            failures: Mutex::default(),
            hidden: None,
            is_shared: true,
        }
    }

    /// Creates the store of a single process.
    pub(super) fn of_one_process(store: Arc<dyn Store>) -> Self {
        Self {
            is_shared: false,
            ..Self::new(store)
        }
    }

    /// Creates the store of a single process, in which a queue always looks empty; its values of
    /// one game can still be looked up.
    pub(in crate::bot) fn hiding(store: Arc<dyn Store>, queue: Table) -> Self {
        Self {
            hidden: Some(queue),
            ..Self::of_one_process(store)
        }
    }

    /// Creates such a store that several processes may use.
    pub(in crate::bot) fn shared_hiding(store: Arc<dyn Store>, queue: Table) -> Self {
        Self {
            hidden: Some(queue),
            ..Self::new(store)
        }
    }

    /// Returns how often a queue was looked through.
    pub(super) fn looks(&self, table: Table) -> usize {
        self.looks.lock().get(&table).copied().unwrap_or_default()
    }

    /// Returns how often the values of a game were looked up.
    pub(in crate::bot) fn lookups(&self, table: Table) -> usize {
        self.lookups.lock().get(&table).copied().unwrap_or_default()
    }

    /// Returns how many values could not be read.
    pub(super) fn failures(&self, table: Table) -> usize {
        self.failures
            .lock()
            .get(&table)
            .copied()
            .unwrap_or_default()
    }

    /// Makes the store unavailable, also to those who wait for it, or available again.
    pub(super) fn set_cut_off(&self, is_cut_off: bool) {
        self.is_cut_off.store(is_cut_off, Relaxed);
        self.set_closed(false);
    }

    pub(in crate::bot) fn set_closed(&self, is_closed: bool) {
        *self.is_closed.lock() = is_closed;
        self.opened.notify_all();
    }

    fn pass(&self) -> Result<&dyn Store, StoreError> {
        let mut is_closed = self.is_closed.lock();
        self.opened
            .wait_while(&mut is_closed, |is_closed| *is_closed);
        drop(is_closed);
        if self.is_cut_off.load(Relaxed) {
            return Err(StoreError::Unavailable("it cannot be reached".to_owned()));
        }
        Ok(&*self.store)
    }
}

impl Store for GatedStore {
    fn get(&self, table: Table, key: &[u8]) -> Result<Option<Stored>, StoreError> {
        let found = self.pass().and_then(|store| store.get(table, key));
        if found.is_err() {
            *self.failures.lock().entry(table).or_default() += 1;
        }
        found
    }

    fn scan(&self, table: Table, keys: &Keys) -> Result<Entries<Stored>, StoreError> {
        *self.looks.lock().entry(table).or_default() += 1;
        let store = self.pass()?;
        if self.hidden == Some(table) {
            return Ok(Vec::new());
        }
        store.scan(table, keys)
    }

    fn scan_many(&self, scans: &[(Table, Keys)]) -> Result<Vec<Entries<Stored>>, StoreError> {
        for (table, _) in scans {
            *self.lookups.lock().entry(*table).or_default() += 1;
        }
        self.pass()?.scan_many(scans)
    }

    fn visit(&self, visit: &mut dyn FnMut(Table, &[u8], Stored)) -> Result<ReadPoint, StoreError> {
        self.pass()?.visit(visit)
    }

    fn commit(&self, batch: Batch) -> Result<Revision, CommitError> {
        self.pass()?.commit(batch)
    }

    fn is_shared(&self) -> bool {
        self.is_shared
    }
}
