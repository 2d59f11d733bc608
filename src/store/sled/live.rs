//! Store on disk that can be rewritten while it is in use.

use std::fmt;

use parking_lot::RwLock;

use crate::store::{
    Batch, CommitError, CompactError, Entries, Folder, Keys, Options, ReadPoint, Revision,
    SledStore, Store, StoreError, Stored, Table,
};

/// Tables in a data folder, whose file can be replaced by a new one.
pub struct LiveStore {
    folder: Folder,
    options: Options,
    /// Shared by commits; held exclusively while the database is copied.
    turn: RwLock<()>,
    /// `None` once a new file could not be opened.
    current: RwLock<Option<SledStore>>,
}

impl LiveStore {
    /// Takes over the store of `folder`, which was opened with `options`.
    #[must_use]
    pub fn new(store: SledStore, folder: Folder, options: Options) -> Self {
        Self {
            folder,
            options,
            turn: RwLock::default(),
            current: RwLock::new(Some(store)),
        }
    }

    /// Calls `act` with the current store.
    ///
    /// # Errors
    ///
    /// The store could not be reopened after a rewrite.
    pub fn with<T>(&self, act: impl FnOnce(&SledStore) -> T) -> Result<T, StoreError> {
        self.current
            .read()
            .as_ref()
            .map(act)
            .ok_or(StoreError::Gone)
    }

    /// Rewrites the database, so that no trace of erased data and no unused space is left in it.
    ///
    /// Commits wait meanwhile; reads continue until the new file is opened.
    ///
    /// # Errors
    ///
    /// There is no space for a copy, or the disk failed; nothing is lost.
    pub fn renew(&self) -> Result<(), CompactError> {
        let _turn = self.turn.write();
        self.with(|store| store.copy(&self.folder))
            .map_err(|error| CompactError::Open(error.into()))??;
        let mut current = self.current.write();
        let Some(store) = current.take() else {
            return Err(CompactError::Open(StoreError::Gone.into()));
        };
        let (store, renewed) = store.renewed(&self.folder, self.options);
        *current = store;
        renewed
    }

    /// Returns whether neither the new file nor the old one could be opened, so that every request
    /// fails until a restart. Never waits.
    #[must_use]
    pub fn is_gone(&self) -> bool {
        // While the new file is being opened, it is not gone.
        let current = self.current.try_read();
        current.is_some_and(|current| current.is_none())
    }

    /// Returns whether the file of the database has been removed from its folder or replaced by
    /// another. Never waits.
    #[must_use]
    pub fn is_displaced(&self) -> bool {
        // While a new file is being put in place, it is not displaced.
        let current = self.current.try_read();
        current.is_some_and(|current| current.as_ref().is_some_and(SledStore::is_displaced))
    }

    /// Finishes the pending commits and accepts no more; reads continue.
    pub fn close(&self) {
        if let Some(store) = self.current.read().as_ref() {
            store.close();
        }
    }
}

impl Store for LiveStore {
    fn get(&self, table: Table, key: &[u8]) -> Result<Option<Stored>, StoreError> {
        self.with(|store| store.get(table, key))?
    }

    fn scan(&self, table: Table, keys: &Keys) -> Result<Entries<Stored>, StoreError> {
        self.with(|store| store.scan(table, keys))?
    }

    fn visit(&self, visit: &mut dyn FnMut(Table, &[u8], Stored)) -> Result<ReadPoint, StoreError> {
        self.with(|store| store.visit(visit))?
    }

    fn commit(&self, batch: Batch) -> Result<Revision, CommitError> {
        let _turn = self.turn.read();
        self.with(|store| store.commit(batch))?
    }
}

impl fmt::Debug for LiveStore {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("LiveStore").finish_non_exhaustive()
    }
}
