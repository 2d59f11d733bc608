//! Typed access to records; unreadable values are set aside and reported once.

use std::collections::HashSet;
use std::sync::Arc;

use data_encoding::HEXLOWER;
use parking_lot::Mutex;
use thiserror::Error;

use crate::store::records::envelope::Envelope;
use crate::store::records::record::{self, Record, RecordError};
use crate::store::{
    Batch, CommitError, Entries, Expected, Key, Keys, Revision, Store, StoreError, Stored, Table,
    pages,
};

/// Record and the commit that wrote it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Versioned<R> {
    /// The decoded record.
    pub record: R,
    /// Revision that a later change of this key can expect.
    pub revision: Revision,
}

/// Reason why a record cannot be read.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum ReadError {
    /// There is a value, but it is not a readable record.
    #[error("cannot read `{}` in table `{table}`: {reason}", HEXLOWER.encode(.key))]
    Unreadable {
        /// Table of the value.
        table: Table,
        /// Key of the value.
        key: Vec<u8>,
        /// Description of the problem.
        reason: RecordError,
    },
    /// The database failed.
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// Typed view of a store.
///
/// A damaged value is moved to [`Table::Quarantine`], which frees its key. An intact value that
/// this program cannot interpret stays where it is, for a later program to read. Both are logged,
/// once for each key.
pub struct Archive {
    store: Arc<dyn Store>,
    reported: Mutex<HashSet<(Table, Vec<u8>)>>,
}

impl Archive {
    /// Creates a view that reads from and writes to `store`.
    #[must_use]
    pub fn new(store: Arc<dyn Store>) -> Self {
        Self {
            store,
            reported: Mutex::default(),
        }
    }

    /// Returns the underlying store.
    #[must_use]
    pub fn store(&self) -> &Arc<dyn Store> {
        &self.store
    }

    /// Returns the record under `key`, if there is one.
    ///
    /// # Errors
    ///
    /// The value is no such record, or the database failed.
    pub fn read<R: Record>(&self, key: &[u8]) -> Result<Option<Versioned<R>>, ReadError> {
        self.record(key, self.store.get(R::TABLE, key)?)
    }

    /// Returns the record in the value just read under `key`, if there is one.
    ///
    /// # Errors
    ///
    /// The value is no such record.
    pub fn record<R: Record>(
        &self,
        key: &[u8],
        stored: Option<Stored>,
    ) -> Result<Option<Versioned<R>>, ReadError> {
        let Some(stored) = stored else {
            return Ok(None);
        };
        match record::decode(&stored.bytes) {
            Ok(record) => Ok(Some(Versioned {
                record,
                revision: stored.revision,
            })),
            Err(reason) => {
                self.set_aside(R::TABLE, key, &stored, &reason);
                Err(ReadError::Unreadable {
                    table: R::TABLE,
                    key: key.to_vec(),
                    reason,
                })
            }
        }
    }

    /// Returns the record under `key`, if there is one that can be read.
    ///
    /// # Errors
    ///
    /// The database failed.
    pub fn find<R: Record>(&self, key: &[u8]) -> Result<Option<Versioned<R>>, StoreError> {
        match self.read(key) {
            Ok(held) => Ok(held),
            Err(ReadError::Unreadable { .. }) => Ok(None),
            Err(ReadError::Store(error)) => Err(error),
        }
    }

    /// Returns the records that `keys` selects, without those that cannot be read.
    ///
    /// # Errors
    ///
    /// The database failed.
    pub fn scan<R: Record>(&self, keys: &Keys) -> Result<Entries<Versioned<R>>, StoreError> {
        Ok(self.records(self.store.scan(R::TABLE, keys)?))
    }

    /// Returns the records in values just read, without those that cannot be read.
    pub fn records<R: Record>(&self, entries: Entries<Stored>) -> Entries<Versioned<R>> {
        let mut records = Vec::new();
        for (key, stored) in entries {
            if let Ok(Some(held)) = self.record(&key, Some(stored)) {
                records.push((key, held));
            }
        }
        records
    }

    /// Returns the values of a table whose keys `keys` selects, page by page.
    pub fn pages(
        &self,
        table: Table,
        keys: Keys,
    ) -> impl Iterator<Item = Result<Entries<Stored>, StoreError>> + '_ {
        pages(&*self.store, table, keys)
    }

    /// Commits all changes of `batch` or none; returns the revision of the changes, once they are
    /// on disk.
    ///
    /// # Errors
    ///
    /// A condition of the batch does not hold, a value is too large, or the database failed.
    pub fn commit(&self, batch: Batch) -> Result<Revision, CommitError> {
        self.store.commit(batch)
    }

    /// Commits a batch and returns `true`, or returns `false` if one of its conditions no longer
    /// holds.
    ///
    /// # Errors
    ///
    /// A value is too large, or the database failed.
    pub fn commit_unless_changed(&self, batch: Batch) -> Result<bool, CommitError> {
        match self.commit(batch) {
            Err(CommitError::Conflict { .. }) => Ok(false),
            committed => committed.map(|_| true),
        }
    }

    fn set_aside(&self, table: Table, key: &[u8], stored: &Stored, reason: &RecordError) {
        let mut reported = self.reported.lock();
        if reported.insert((table, key.to_vec())) {
            tracing::error!(%table, key = HEXLOWER.encode(key), %reason, "cannot read a record");
        }
        drop(reported);
        if !reason.is_damage() {
            return;
        }
        if let Err(error) = quarantine(&*self.store, table, key, stored) {
            tracing::warn!(%table, key = HEXLOWER.encode(key), %error, "cannot set a record aside");
        }
    }
}

/// Returns the key of a table's value in [`Table::Quarantine`].
pub(crate) fn quarantine_key(table: &str, key: &[u8]) -> Key {
    Key::new().bytes(table.as_bytes()).u8(0).bytes(key)
}

/// Moves back values that were set aside because an older program did not know their table.
///
/// Damaged values stay where they are.
///
/// # Errors
///
/// The database failed.
pub(crate) fn take_back(store: &dyn Store) -> Result<(), CommitError> {
    for (place, stored) in store.scan(Table::Quarantine, &Keys::all())? {
        let Some(end) = place.iter().position(|byte| *byte == 0) else {
            continue;
        };
        let (name, key) = (str::from_utf8(&place[..end]), &place[end + 1..]);
        let table = name.ok().and_then(Table::from_name);
        let is_intact = stored.bytes.is_empty() || Envelope::check(&stored.bytes).is_ok();
        let Some(table) = table.filter(|_| is_intact) else {
            continue;
        };
        let mut batch = Batch::new();
        batch
            .put(table, key, stored.bytes.clone(), Expected::Absent)
            .delete(Table::Quarantine, place.clone(), Expected::from(&stored));
        match store.commit(batch) {
            // A value written there since is newer.
            Ok(_) | Err(CommitError::Conflict { .. }) => {}
            Err(error) => return Err(error),
        }
    }
    Ok(())
}

/// Moves a value to [`Table::Quarantine`], under the name of its table, a zero byte and its key.
///
/// # Errors
///
/// The value has changed meanwhile, or the database failed.
pub(crate) fn quarantine(
    store: &dyn Store,
    table: Table,
    key: &[u8],
    stored: &Stored,
) -> Result<(), CommitError> {
    let place = quarantine_key(table.name(), key);
    let mut batch = Batch::new();
    batch
        .put(
            Table::Quarantine,
            place,
            stored.bytes.clone(),
            Expected::Any,
        )
        .delete(table, key, Expected::from(stored));
    store.commit(batch).map(drop)
}
