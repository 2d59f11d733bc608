//! The format of the store as a whole: which tables there are and how their keys are made.
//!
//! What is inside a record has a schema of its own: see [`Record`].

use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::store::record::{self, Record, RecordError};
use crate::store::{Batch, CommitError, Expected, Store, StoreError, Table};

/// Number of today's format; it grows when an older program must not open the store any more.
///
/// In format 1 no record was deflated, and every action of a game had a record of its own.
pub const FORMAT: u32 = 2;

/// Key of the format in [`Table::Meta`].
const KEY: &[u8] = b"format";
/// Key in [`Table::Meta`] of the note that something has been erased of which the database may still
/// have traces; the value is empty.
pub(crate) const ERASED: &[u8] = b"erased";

/// A store that a newer program has used.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("the data has format {0}, and this focusbot knows {FORMAT}: a newer focusbot has used it")]
pub struct NewerFormat(pub u32);

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct FormatRecord {
    format: u32,
}

impl Record for FormatRecord {
    const TABLE: Table = Table::Meta;
    const SCHEMA: u16 = 1;
}

/// Refuses a store of a newer format; one without a readable format passes.
///
/// # Errors
///
/// The inner error if the format is newer, the outer one if the database failed.
pub fn check_format(store: &dyn Store) -> Result<Result<(), NewerFormat>, StoreError> {
    let Some(stored) = store.get(Table::Meta, KEY)? else {
        return Ok(Ok(()));
    };
    Ok(match record::decode::<FormatRecord>(&stored.bytes) {
        Ok(FormatRecord { format }) if format > FORMAT => Err(NewerFormat(format)),
        Ok(_) | Err(RecordError::Damaged(_) | RecordError::Unexpected(_)) => Ok(()),
        Err(RecordError::Newer { found, .. }) => Err(NewerFormat(u32::from(found))),
    })
}

/// Notes today's format in a store that has none or an older one; its records are read as they are.
/// Returns whether it had been noted before.
///
/// # Errors
///
/// The database failed.
pub fn note_format(store: &dyn Store) -> Result<bool, CommitError> {
    let format = FormatRecord { format: FORMAT };
    let bytes = record::encode(&format);
    let noted = store.get(Table::Meta, KEY)?;
    if noted.is_some_and(|noted| noted.bytes == bytes) {
        return Ok(true);
    }
    let mut batch = Batch::new();
    batch.put(Table::Meta, KEY, bytes, Expected::Any);
    store.commit(batch)?;
    Ok(false)
}
