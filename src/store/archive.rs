//! Records read by their type; what cannot be read is set aside and reported once.

use std::collections::HashSet;
use std::sync::{Arc, Mutex, PoisonError};

use thiserror::Error;

use crate::store::envelope::Envelope;
use crate::store::keys::hex;
use crate::store::record::{self, Record, RecordError};
use crate::store::{
    Batch, CommitError, Expected, Key, Keys, Revision, Store, StoreError, Stored, Table, pages,
};

/// A record and the commit that wrote it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Held<R> {
    /// What was read.
    pub record: R,
    /// What a later change of this key can expect.
    pub revision: Revision,
}

/// Keys and what lies under them.
pub type Entries<T> = Vec<(Vec<u8>, T)>;

/// Why a record could not be had.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum ReadError {
    /// There is a value, but no record in it.
    #[error("cannot read `{}` in table `{table}`: {reason}", hex(.key))]
    Unreadable {
        /// Table of the value.
        table: Table,
        /// Key of the value.
        key: Vec<u8>,
        /// What is wrong with it.
        reason: RecordError,
    },
    /// The database failed.
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// A store as seen by those who think in records.
///
/// A damaged value is moved to [`Table::Quarantine`]: its key is free from then on. A value that
/// is intact but means nothing to this program stays where it is, for a later program to read.
/// Both are logged, once for each key.
pub struct Archive {
    store: Arc<dyn Store>,
    reported: Mutex<HashSet<(Table, Vec<u8>)>>,
}

impl Archive {
    /// Reads from and writes to `store`.
    #[must_use]
    pub fn new(store: Arc<dyn Store>) -> Self {
        Self {
            store,
            reported: Mutex::default(),
        }
    }

    /// The store underneath.
    #[must_use]
    pub fn store(&self) -> &Arc<dyn Store> {
        &self.store
    }

    /// The record under `key`, if there is one.
    ///
    /// # Errors
    ///
    /// The value is no such record, or the database failed.
    pub fn read<R: Record>(&self, key: &[u8]) -> Result<Option<Held<R>>, ReadError> {
        let Some(stored) = self.store.get(R::TABLE, key)? else {
            return Ok(None);
        };
        match record::decode(&stored.bytes) {
            Ok(record) => Ok(Some(Held {
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

    /// The record under `key`, if there is one that can be read.
    ///
    /// # Errors
    ///
    /// The database failed.
    pub fn find<R: Record>(&self, key: &[u8]) -> Result<Option<Held<R>>, StoreError> {
        match self.read(key) {
            Ok(held) => Ok(held),
            Err(ReadError::Unreadable { .. }) => Ok(None),
            Err(ReadError::Store(error)) => Err(error),
        }
    }

    /// The records `keys` selects, without those that cannot be read.
    ///
    /// # Errors
    ///
    /// The database failed.
    pub fn scan<R: Record>(&self, keys: &Keys) -> Result<Entries<Held<R>>, StoreError> {
        let mut records = Vec::new();
        for (key, stored) in self.store.scan(R::TABLE, keys)? {
            match record::decode(&stored.bytes) {
                Ok(record) => {
                    let revision = stored.revision;
                    records.push((key, Held { record, revision }));
                }
                Err(reason) => self.set_aside(R::TABLE, &key, &stored, &reason),
            }
        }
        Ok(records)
    }

    /// Everything in a table, page by page.
    pub fn pages(
        &self,
        table: Table,
    ) -> impl Iterator<Item = Result<Entries<Stored>, StoreError>> + '_ {
        pages(&*self.store, table)
    }

    /// Makes all changes of `batch` or none, and returns once they are on the disk.
    ///
    /// # Errors
    ///
    /// A condition of the batch does not hold, a value is too large, or the database failed.
    pub fn commit(&self, batch: Batch) -> Result<(), CommitError> {
        self.store.commit(batch)
    }

    /// The same; or nothing, and says so, if a condition does not hold any more.
    ///
    /// # Errors
    ///
    /// A value is too large, or the database failed.
    pub fn commit_unless_changed(&self, batch: Batch) -> Result<bool, CommitError> {
        match self.commit(batch) {
            Err(CommitError::Conflict { .. }) => Ok(false),
            committed => committed.map(|()| true),
        }
    }

    fn set_aside(&self, table: Table, key: &[u8], stored: &Stored, reason: &RecordError) {
        let mut reported = self.reported.lock().unwrap_or_else(PoisonError::into_inner);
        if reported.insert((table, key.to_vec())) {
            tracing::error!(%table, key = hex(key), %reason, "cannot read a record");
        }
        drop(reported);
        if !reason.is_damage() {
            return;
        }
        if let Err(error) = quarantine(&*self.store, table, key, stored) {
            tracing::warn!(%table, key = hex(key), %error, "cannot set a record aside");
        }
    }
}

/// Where a value of a table lies in [`Table::Quarantine`].
pub(crate) fn aside(table: &str, key: &[u8]) -> Key {
    Key::new().bytes(table.as_bytes()).u8(0).bytes(key)
}

/// Moves values back that were set aside because an older program did not know their table.
///
/// Whatever is damaged stays where it is.
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
            // What has come there since is newer.
            Ok(()) | Err(CommitError::Conflict { .. }) => {}
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
    let place = aside(table.name(), key);
    let mut batch = Batch::new();
    batch
        .put(
            Table::Quarantine,
            place,
            stored.bytes.clone(),
            Expected::Any,
        )
        .delete(table, key, Expected::from(stored));
    store.commit(batch)
}
