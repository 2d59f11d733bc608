//! Stores that the bot runs on, behind one type, and their measurement.

mod measured;

use std::collections::BTreeSet;

use crate::store::{
    Batch, CommitError, Entries, Key, Keys, LiveStore, ReadPoint, SledStore, Store, StoreError,
    Stored, Table,
};

#[cfg(feature = "postgres")]
use crate::store::postgres::PostgresStore;

pub use self::measured::Measured;

/// Store that the bot runs on.
#[derive(Debug)]
pub enum Backend {
    /// In a data folder.
    Folder(Box<LiveStore>),
    /// In a PostgreSQL database.
    #[cfg(feature = "postgres")]
    Postgres(PostgresStore),
}

impl Backend {
    /// Returns the store if it is in a data folder.
    #[must_use]
    pub fn folder(&self) -> Option<&LiveStore> {
        match self {
            Self::Folder(store) => Some(store),
            #[cfg(feature = "postgres")]
            Self::Postgres(_) => None,
        }
    }

    /// Returns the number of values in a database; that of a folder is known when it is opened.
    ///
    /// # Errors
    ///
    /// The database failed.
    pub fn values(&self) -> Result<u64, StoreError> {
        match self {
            Self::Folder(_) => Ok(0),
            #[cfg(feature = "postgres")]
            Self::Postgres(store) => store.values(),
        }
    }

    /// Returns the size on disk, in bytes.
    ///
    /// # Errors
    ///
    /// The database failed.
    pub fn bytes(&self) -> Result<u64, StoreError> {
        match self {
            Self::Folder(store) => store.with(SledStore::bytes)?,
            #[cfg(feature = "postgres")]
            Self::Postgres(store) => store.bytes(),
        }
    }

    /// Returns the number of requests sent to a database so far, each of which takes one round trip;
    /// a folder needs none.
    #[must_use]
    pub fn requests(&self) -> u64 {
        match self {
            Self::Folder(_) => 0,
            #[cfg(feature = "postgres")]
            Self::Postgres(store) => store.requests(),
        }
    }

    /// Finishes the pending commits and accepts no more.
    pub fn close(&self) {
        match self {
            Self::Folder(store) => store.close(),
            #[cfg(feature = "postgres")]
            Self::Postgres(store) => store.close(),
        }
    }

    fn inner(&self) -> &dyn Store {
        match self {
            Self::Folder(store) => &**store,
            #[cfg(feature = "postgres")]
            Self::Postgres(store) => store,
        }
    }
}

impl Store for Backend {
    fn get(&self, table: Table, key: &[u8]) -> Result<Option<Stored>, StoreError> {
        self.inner().get(table, key)
    }

    fn get_many(&self, keys: &[(Table, Key)]) -> Result<Vec<Option<Stored>>, StoreError> {
        self.inner().get_many(keys)
    }

    fn scan(&self, table: Table, keys: &Keys) -> Result<Entries<Stored>, StoreError> {
        self.inner().scan(table, keys)
    }

    fn scan_many(&self, scans: &[(Table, Keys)]) -> Result<Vec<Entries<Stored>>, StoreError> {
        self.inner().scan_many(scans)
    }

    fn visit(&self, visit: &mut dyn FnMut(Table, &[u8], Stored)) -> Result<ReadPoint, StoreError> {
        self.inner().visit(visit)
    }

    fn commit(&self, batch: Batch) -> Result<(), CommitError> {
        self.inner().commit(batch)
    }

    fn is_shared(&self) -> bool {
        self.inner().is_shared()
    }

    fn session(&self) -> Option<String> {
        self.inner().session()
    }

    fn sessions(&self) -> Result<BTreeSet<String>, StoreError> {
        self.inner().sessions()
    }
}
