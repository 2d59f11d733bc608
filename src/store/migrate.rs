//! The format of the store as a whole: which tables there are and how their keys are made.
//!
//! What is inside a record has a schema of its own: see [`Record`].

use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::store::record::{self, Record, RecordError};
use crate::store::{Batch, CommitError, Expected, Store, Table};

/// Number of today's format; it grows with every version that writes what the one before does not
/// know: a table, a schema, a field, another form of the journal, of backups or of what the database
/// notes about itself. Where that is only an optional field, an older program would still drop it.
///
/// It is looked at before anything else in the database is, so that an older program calls none of
/// this damage.
///
/// In format 1 no record was deflated, and every action of a game had a record of its own.
pub const FORMAT: u32 = 2;

/// Key of the format in [`Table::Meta`].
pub(crate) const KEY: &[u8] = b"format";
/// Key in [`Table::Meta`] of the note that something has been erased of which the database may still
/// have traces; the value is empty.
pub(crate) const ERASED: &[u8] = b"erased";

/// A store that a newer program has used.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error(
    "the data has format {0}, and this focusbot knows {FORMAT}: a newer focusbot has used it; run \
     that one, or restore a backup of before"
)]
pub struct NewerFormat(pub u32);

/// A newer program may note more, which is passed over.
#[derive(Serialize, Deserialize)]
struct FormatRecord {
    format: u32,
}

impl Record for FormatRecord {
    const TABLE: Table = Table::Meta;
    const SCHEMA: u16 = 1;
}

/// Refuses a note of a newer format; one that cannot be read passes.
///
/// # Errors
///
/// The format is newer.
pub fn check_format(noted: &[u8]) -> Result<(), NewerFormat> {
    match record::decode::<FormatRecord>(noted) {
        Ok(FormatRecord { format }) if format > FORMAT => Err(NewerFormat(format)),
        Ok(_) | Err(RecordError::Damaged(_) | RecordError::Unexpected(_)) => Ok(()),
        Err(RecordError::Newer { found, .. }) => Err(NewerFormat(u32::from(found))),
    }
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
