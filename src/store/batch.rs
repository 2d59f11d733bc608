//! Batches of changes that are made together or not at all.

use crate::store::records::record::{self, Record};
use crate::store::{CommitError, MAX_VALUE_BYTES, Revision, StoreError, Stored, Table};

/// Key in [`Table::Meta`] of the note that data was erased of which the database may still contain
/// traces; the value is empty.
pub(crate) const ERASED: &[u8] = b"erased";

/// Required content of a key before a batch.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Expected {
    /// Any value or none.
    Any,
    /// No value.
    Absent,
    /// The value written by this commit.
    Revision(Revision),
}

impl Expected {
    /// Returns the expectation that a key is unchanged since it was read with this result.
    #[must_use]
    pub fn as_read(found: Option<Revision>) -> Self {
        found.map_or(Self::Absent, Self::Revision)
    }

    /// Returns whether a key last written by `found` meets the expectation.
    #[must_use]
    pub fn is_met_by(self, found: Option<Revision>) -> bool {
        match self {
            Self::Any => true,
            Self::Absent => found.is_none(),
            Self::Revision(revision) => found == Some(revision),
        }
    }
}

/// Condition that must hold before a batch is made.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Condition {
    /// Table of the key.
    pub table: Table,
    /// Key to check.
    pub key: Vec<u8>,
    /// Required content.
    pub expected: Expected,
}

/// A value to write, or `None` to delete the key.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Change {
    /// Table of the key.
    pub table: Table,
    /// Key to write.
    pub key: Vec<u8>,
    /// New value.
    pub bytes: Option<Vec<u8>>,
}

/// List of changes, with conditions on the current content of keys.
///
/// All conditions refer to the store before the batch. If two changes affect one key, the later one
/// wins.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Batch {
    conditions: Vec<Condition>,
    changes: Vec<Change>,
    is_patient: bool,
}

impl Batch {
    /// Creates a batch that changes nothing.
    #[must_use]
    pub const fn new() -> Self {
        Self {
            conditions: Vec::new(),
            changes: Vec::new(),
            is_patient: false,
        }
    }

    /// Writes `bytes` under `key`; for records, use [`Batch::put_record`].
    pub fn put(
        &mut self,
        table: Table,
        key: impl Into<Vec<u8>>,
        bytes: Vec<u8>,
        expected: Expected,
    ) -> &mut Self {
        self.change(table, key.into(), Some(bytes), expected)
    }

    /// Writes `record` under `key` of its table.
    ///
    /// # Panics
    ///
    /// The record cannot be JSON, as with a map whose keys are not text.
    pub fn put_record<R: Record>(
        &mut self,
        key: impl Into<Vec<u8>>,
        record: &R,
        expected: Expected,
    ) -> &mut Self {
        self.put(R::TABLE, key, record::encode(record), expected)
    }

    /// Deletes `key`; it need not exist unless `expected` requires it.
    pub fn delete(
        &mut self,
        table: Table,
        key: impl Into<Vec<u8>>,
        expected: Expected,
    ) -> &mut Self {
        self.change(table, key.into(), None, expected)
    }

    /// Makes the batch depend on `key` without changing it.
    pub fn require(
        &mut self,
        table: Table,
        key: impl Into<Vec<u8>>,
        expected: Expected,
    ) -> &mut Self {
        self.conditions.push(Condition {
            table,
            key: key.into(),
            expected,
        });
        self
    }

    /// Records that the previous content must vanish from the files as well, within a day, because
    /// somebody's data is deleted.
    pub fn erase_past(&mut self) -> &mut Self {
        self.put(Table::Meta, ERASED, Vec::new(), Expected::Any)
    }

    /// Lets the batch wait a few milliseconds for another one to share its flush, because nobody is
    /// waiting for its result.
    pub const fn be_patient(&mut self) -> &mut Self {
        self.is_patient = true;
        self
    }

    /// Returns whether the batch can wait for another one.
    #[must_use]
    pub const fn is_patient(&self) -> bool {
        self.is_patient
    }

    /// Returns whether the previous content must vanish from the files as well.
    pub(crate) fn erases(&self) -> bool {
        let mut changes = self.changes.iter();
        changes.any(|change| {
            let is_note = change.table == Table::Meta && change.key == ERASED;
            is_note && change.bytes.is_some()
        })
    }

    /// Returns the conditions, in the order of their addition.
    #[must_use]
    pub fn conditions(&self) -> &[Condition] {
        &self.conditions
    }

    /// Returns the changes, in the order of their addition.
    #[must_use]
    pub fn changes(&self) -> &[Change] {
        &self.changes
    }

    /// Returns whether the batch changes nothing.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.changes.is_empty()
    }

    fn change(
        &mut self,
        table: Table,
        key: Vec<u8>,
        bytes: Option<Vec<u8>>,
        expected: Expected,
    ) -> &mut Self {
        if expected != Expected::Any {
            self.require(table, key.clone(), expected);
        }
        self.changes.push(Change { table, key, bytes });
        self
    }

    /// Refuses the batch if a condition does not hold; `revision` returns the revision of a key.
    pub(crate) fn check(
        &self,
        mut revision: impl FnMut(Table, &[u8]) -> Result<Option<Revision>, StoreError>,
    ) -> Result<(), CommitError> {
        for Condition {
            table,
            key,
            expected,
        } in &self.conditions
        {
            if !expected.is_met_by(revision(*table, key)?) {
                return Err(CommitError::Conflict {
                    table: *table,
                    key: key.clone(),
                });
            }
        }
        Ok(())
    }

    pub(crate) fn into_changes(self) -> Vec<Change> {
        self.changes
    }

    /// Refuses a batch with a value that is too large.
    pub(crate) fn check_sizes(&self) -> Result<(), CommitError> {
        let too_large = self.changes.iter().find_map(|change| {
            let bytes = change.bytes.as_ref()?.len();
            (bytes > MAX_VALUE_BYTES).then_some(CommitError::TooLarge {
                table: change.table,
                bytes,
            })
        });
        too_large.map_or(Ok(()), Err)
    }
}

impl From<&Stored> for Expected {
    fn from(stored: &Stored) -> Self {
        Self::Revision(stored.revision)
    }
}
