//! Stores that the bot runs on, behind one type, and their measurement.

mod measured;

use crate::store::{LiveStore, SledStore, Store, StoreError};

#[cfg(feature = "postgres")]
use crate::store::postgres::PostgresStore;

pub use self::measured::Measured;

/// Store that the bot runs on.
#[derive(Debug)]
pub enum Backend {
    /// Store in a data folder.
    Folder(Box<LiveStore>),
    /// Store in a PostgreSQL database.
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

    /// Returns the store, whichever kind it is.
    #[must_use]
    pub fn as_store(&self) -> &dyn Store {
        match self {
            Self::Folder(store) => &**store,
            #[cfg(feature = "postgres")]
            Self::Postgres(store) => store,
        }
    }
}
