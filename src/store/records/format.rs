//! Format of the store as a whole: its tables and the structure of their keys.
//!
//! Records have a schema of their own: see [`Record`].

use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::store::records::record::{self, Record, RecordError};
use crate::store::{Batch, CommitError, Expected, Store, Stored, Table};

/// Number of the format that this program writes. It is raised by every version that writes
/// something its predecessor does not know: a table, a schema, a field, another form of the
/// journal, of backups or of the database's own metadata. An optional field counts as well, because
/// a program that does not know it drops it.
///
/// It is checked before anything else in the database, so that an older program does not mistake
/// newer data for damage.
///
/// In format 1 no record was deflated, and every action of a game had its own record.
pub const FORMAT: u32 = 2;

/// Number of the newest format that this program reads and keeps, without writing anything that
/// only that format has. So that processes can be replaced one by one, one version raises this, and
/// the next one raises [`FORMAT`]: either can then start beside the other.
pub const READS: u32 = 2;

const _: () = assert!(FORMAT <= READS && READS <= FORMAT + 1);

/// Key of the format in [`Table::Meta`].
pub(crate) const KEY: &[u8] = b"format";

/// Error for a store that a newer program has used.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error(
    "the data has format {0}, and this focusbot knows {READS}: a newer focusbot has used it; run \
     that one, or restore a backup from before it"
)]
pub struct NewerFormat(pub u32);

/// Key in [`Table::Meta`] of the progress of filling a database, which cannot be used for anything
/// else until it is full.
#[cfg(feature = "postgres")]
pub(crate) const FILLING: &[u8] = b"filling";

/// Note of the newest format that a program has written; unknown fields are ignored.
#[derive(Serialize, Deserialize)]
struct FormatRecord {
    format: u32,
}

impl Record for FormatRecord {
    const TABLE: Table = Table::Meta;
    const SCHEMA: u16 = 1;
}

/// Refuses a newer format; an unreadable note passes.
///
/// # Errors
///
/// The format is newer.
pub fn check_format(noted: &[u8]) -> Result<(), NewerFormat> {
    match record::decode::<FormatRecord>(noted) {
        Ok(FormatRecord { format }) if format > READS => Err(NewerFormat(format)),
        Ok(_) | Err(RecordError::Damaged(_) | RecordError::Unexpected(_)) => Ok(()),
        Err(RecordError::Newer { found, .. }) => Err(NewerFormat(u32::from(found))),
    }
}

/// Records the current format in a store that has none or an older one; existing records are not
/// changed. Returns whether the current format, or a newer one, had been recorded before.
///
/// # Errors
///
/// The database failed.
pub fn note_format(store: &dyn Store) -> Result<bool, CommitError> {
    let format = FormatRecord { format: FORMAT };
    let bytes = record::encode(&format);
    let is_noted = |noted: &Stored| {
        let newest = record::decode::<FormatRecord>(&noted.bytes);
        noted.bytes == bytes || newest.is_ok_and(|newest| newest.format > FORMAT)
    };
    loop {
        let noted = store.get(Table::Meta, KEY)?;
        if noted.as_ref().is_some_and(is_noted) {
            return Ok(true);
        }
        let mut batch = Batch::new();
        let expected = Expected::as_read(noted.map(|noted| noted.revision));
        batch.put(Table::Meta, KEY, bytes.clone(), expected);
        match store.commit(batch) {
            Ok(_) => return Ok(false),
            // A newer process, which starts at the same moment, may have noted its own.
            Err(CommitError::Conflict { .. }) => {}
            Err(error) => return Err(error),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::store::memory::MemoryStore;

    #[test]
    fn newer_note_of_another_process_is_not_lowered() {
        let store = MemoryStore::new();
        assert!(!note_format(&store).expect("a store in memory"));
        assert!(note_format(&store).expect("a store in memory"));
        let newer = FormatRecord { format: FORMAT + 1 };
        let newer = record::encode(&newer);
        let mut batch = Batch::new();
        batch.put(Table::Meta, KEY, newer.clone(), Expected::Any);
        store.commit(batch).expect("a store in memory");
        assert!(note_format(&store).expect("a store in memory"));
        let noted = store.get(Table::Meta, KEY).expect("a store in memory");
        assert_eq!(noted.expect("a note").bytes, newer);
    }

    #[test]
    fn only_a_format_that_is_read_is_accepted() {
        let check = |format| check_format(&record::encode(&FormatRecord { format }));
        assert_eq!(check(READS), Ok(()));
        assert_eq!(check(READS + 1), Err(NewerFormat(READS + 1)));
    }
}
