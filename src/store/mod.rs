//! Storage: tables of small records behind one interface, committed in atomic batches.
//!
//! This layer does not know the rules of FOCUS, and no other layer knows which database is used. All of
//! it blocks; callers in an async program run it off the async threads.

pub mod table;

pub mod keys;

mod error;

pub mod batch;

pub mod records;

pub mod memory;

pub mod sled;

mod journal;

pub mod folder;

pub mod backup;

pub mod backend;

#[cfg(feature = "postgres")]
pub mod postgres;

use std::collections::BTreeSet;

pub use self::backend::{Backend, Measured};
pub use self::batch::{Batch, Change, Condition, Expected};
pub use self::error::{CommitError, StoreError};
pub use self::folder::Folder;
pub use self::journal::Lineage;
pub use self::keys::{Key, KeyReader, Keys};
pub use self::memory::MemoryStore;
pub(crate) use self::records::archive::quarantine_key;
pub use self::records::record::{Record, RecordError, RecordType};
pub use self::records::{Archive, ReadError, Versioned, pages};
#[cfg(test)]
pub(crate) use self::sled::test_support::when_free;
pub use self::sled::{
    CompactError, Compacted, Compaction, Damaged, Healing, LiveStore, Missing, OpenError, Opened,
    Options, SledStore, remove,
};
pub use self::table::{Entries, MAX_VALUE_BYTES, Revision, Stored, Table};

/// Version of the set of indices, to be raised with every index that must be complete.
///
/// A program of a lower version does not keep that index. It is recognized by the name of its
/// connection to a database, or by the version in the last sign of life in a store.
pub const INDICES_VERSION: u32 = 4;

/// Returns the beginning of the name of a process that keeps the indices of this version.
#[must_use]
pub fn process_prefix() -> String {
    format!("focusbot-{INDICES_VERSION}-")
}

/// State of the store at which it was read.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ReadPoint {
    /// The history of commits, if the store has a journal.
    pub lineage: Option<Lineage>,
    /// The last commit.
    pub commits: Revision,
}

/// Tables of keys in byte order, read key by key and changed in atomic batches.
///
/// A read sees only data that has reached the disk, and never half a batch.
pub trait Store: Send + Sync {
    /// Returns the value under `key`, if there is one.
    ///
    /// # Errors
    ///
    /// The database failed.
    fn get(&self, table: Table, key: &[u8]) -> Result<Option<Stored>, StoreError>;

    /// Returns the value under each of these keys, if there is one, read in their order. A database
    /// that is reached over a network gets a single request.
    ///
    /// # Errors
    ///
    /// The database failed.
    fn get_many(&self, keys: &[(Table, Key)]) -> Result<Vec<Option<Stored>>, StoreError> {
        let values = keys.iter().map(|(table, key)| self.get(*table, key));
        values.collect()
    }

    /// Returns the values whose keys `keys` selects, in its order, as a consistent snapshot.
    ///
    /// # Errors
    ///
    /// The database failed.
    fn scan(&self, table: Table, keys: &Keys) -> Result<Entries<Stored>, StoreError>;

    /// Returns the result of each of these [scans](Self::scan), in their order. A database that is
    /// reached over a network gets a single request.
    ///
    /// # Errors
    ///
    /// The database failed.
    fn scan_many(&self, scans: &[(Table, Keys)]) -> Result<Vec<Entries<Stored>>, StoreError> {
        let entries = scans.iter().map(|(table, keys)| self.scan(*table, keys));
        entries.collect()
    }

    /// Calls `visit` with every value of every table in a consistent snapshot, and returns the
    /// state of that snapshot.
    ///
    /// Order: the tables' names, then the keys, both by byte. `visit` must not use the store.
    ///
    /// # Errors
    ///
    /// The database failed.
    fn visit(&self, visit: &mut dyn FnMut(Table, &[u8], Stored)) -> Result<ReadPoint, StoreError>;

    /// Commits all changes of `batch` or none; returns the revision of the changes, once they are
    /// on disk.
    ///
    /// # Errors
    ///
    /// A condition of the batch does not hold, a value is too large, or the database failed.
    fn commit(&self, batch: Batch) -> Result<Revision, CommitError>;

    /// Returns whether other processes may use the same tables.
    fn is_shared(&self) -> bool {
        false
    }

    /// Returns the name under which the database knows this process, if it can tell others whether
    /// the process is still connected.
    fn session(&self) -> Option<String> {
        None
    }

    /// Returns the names of the processes that are connected to the database.
    ///
    /// # Errors
    ///
    /// The database failed.
    fn sessions(&self) -> Result<BTreeSet<String>, StoreError> {
        Ok(self.session().into_iter().collect())
    }
}
