//! Note that data was erased, kept until no trace of it is left in the file.

use crate::store::batch::ERASED;
use crate::store::{Batch, CommitError, Expected, Revision, SledStore, Store, StoreError, Table};

/// Returns the commit that recorded a deletion, if the file may still contain traces of it.
pub(in crate::store::sled) fn erased(store: &SledStore) -> Result<Option<Revision>, StoreError> {
    let note = store.get(Table::Meta, ERASED)?;
    Ok(note.map(|note| note.revision))
}

/// Records that no trace is left of the data erased up to a commit.
pub(in crate::store::sled) fn note_vanished(store: &SledStore, erased: Option<Revision>) {
    let Some(revision) = erased else { return };
    let mut batch = Batch::new();
    batch.delete(Table::Meta, ERASED, Expected::Revision(revision));
    match store.commit(batch) {
        // More has been erased since, and the note is about that.
        Ok(_) | Err(CommitError::Conflict { .. }) => {}
        Err(error) => tracing::warn!(%error, "the database will be rewritten once more"),
    }
}
