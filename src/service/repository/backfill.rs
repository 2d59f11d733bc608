//! Backfill of indices that are newer than the store.

use crate::service::Service;
use crate::service::api::fault::Fault;
use crate::service::repository::indices;
use crate::store::records::GameRecord;
use crate::store::{Batch, Expected, Table};

/// Returns the key in [`Table::Meta`] that records that all games are in an index, if the index
/// needs that.
pub(crate) fn noted(index: Table) -> Option<&'static str> {
    match index {
        Table::Past | Table::Servers | Table::Against => Some(index.name()),
        _ => None,
    }
}

impl Service {
    /// Adds all games that are older than an index to it, once.
    pub(crate) fn fill(&self, index: Table) -> Result<(), Fault> {
        let store = self.archive.store();
        let Some(note) = noted(index) else {
            return Ok(());
        };
        if store.get(Table::Meta, note.as_bytes())?.is_some() {
            return Ok(());
        }
        for page in self.archive.pages(Table::Games) {
            let page = page?;
            self.write(|batch| {
                for (key, _) in &page {
                    self.fill_in(batch, index, key)?;
                }
                Ok::<_, Fault>(())
            })?;
        }
        let mut batch = Batch::new();
        batch.put(Table::Meta, note, indices::note(Table::Meta), Expected::Any);
        Ok(self.archive.commit(batch)?)
    }

    /// Adds to `batch` the entries of one game in an index, on condition that the game stays as it
    /// is.
    fn fill_in(&self, batch: &mut Batch, index: Table, key: &[u8]) -> Result<(), Fault> {
        let held = self.archive.find::<GameRecord>(key)?;
        let Some((id, held)) = indices::game_of(key).zip(held) else {
            return Ok(());
        };
        let entries = indices::entries(id, &held.record).into_iter();
        for ((table, entry), value) in entries.filter(|((table, _), _)| *table == index) {
            batch.require(Table::Games, key, Expected::Revision(held.revision));
            batch.put(table, entry, value, Expected::Any);
        }
        Ok(())
    }
}
