//! Removal of tables from the store, and the lower bound of new numbers that it leaves.

use crate::service::Service;
use crate::service::api::fault::Fault;
use crate::service::api::ids::GameId;
use crate::service::repository::indices;
use crate::store::records::{GameRecord, IdFloorRecord};
use crate::store::{Batch, Expected, Key, Keys, Table, Versioned, quarantine_key};

/// Key in [`Table::Meta`] of the lower bound of new numbers.
const FLOOR: &[u8] = b"ids";

impl Service {
    /// Returns the highest number ever given to a table or game, including removed ones and damaged
    /// records. The batch fails if a table is removed before it is committed, because another
    /// process may have given the next number to that table.
    pub(crate) fn highest_id(&self, batch: &mut Batch) -> Result<u32, Fault> {
        let store = self.archive.store();
        let floor = self.archive.find::<IdFloorRecord>(FLOOR)?;
        let mut highest = if let Some(Versioned { record, revision }) = floor {
            batch.require(Table::Meta, FLOOR, Expected::Revision(revision));
            record.removed
        } else {
            batch.put_record(FLOOR, &IdFloorRecord::default(), Expected::Absent);
            0
        };
        let set_aside = quarantine_key(Table::Games.name(), &[]);
        for (table, prefix) in [
            (Table::Games, Key::new()),
            (Table::Actions, Key::new()),
            (Table::Quarantine, set_aside),
        ] {
            let last = Keys::prefix(&prefix).reversed().limit(1);
            let entries = store.scan(table, &last)?;
            let key = entries.first().map(|(key, _)| &key[prefix.len()..]);
            let number = key.and_then(<[u8]>::first_chunk::<4>);
            highest = highest.max(number.map_or(0, |number| u32::from_be_bytes(*number)));
        }
        Ok(highest)
    }

    /// Adds to `batch` the removal of tables whose game has not begun, with everything that follows
    /// from them; their numbers are not given again.
    pub(crate) fn remove_tables(&self, batch: &mut Batch, tables: &[GameId]) -> Result<(), Fault> {
        let mut highest = 0;
        for id in tables.iter().copied() {
            let key = indices::game_key(id);
            let Some(held) = self.archive.find::<GameRecord>(&key)? else {
                continue;
            };
            let record = held.record;
            if record.stage.has_begun() {
                continue;
            }
            let unseen = self
                .archive
                .store()
                .scan(Table::Leftovers, &Keys::prefix(&key))?;
            for (key, _) in unseen {
                batch.delete(Table::Leftovers, key, Expected::Any);
            }
            for (table, key) in indices::entries(id, &record).into_keys() {
                batch.delete(table, key, Expected::Any);
            }
            if let Some(message) = record.message {
                batch.delete(Table::Messages, Key::new().u64(message), Expected::Any);
            }
            batch.delete(Table::Unannounced, key.clone(), Expected::Any);
            batch.delete(Table::Games, key, Expected::Revision(held.revision));
            highest = highest.max(id.0);
        }
        self.raise_floor(batch, highest)
    }

    /// Adds to `batch` that numbers up to `removed` are not given again.
    fn raise_floor(&self, batch: &mut Batch, removed: u32) -> Result<(), Fault> {
        let held = self.archive.find::<IdFloorRecord>(FLOOR)?;
        if removed > held.map_or(0, |held| held.record.removed) {
            let expected = Expected::as_read(held.map(|held| held.revision));
            batch.put_record(FLOOR, &IdFloorRecord { removed }, expected);
        }
        Ok(())
    }
}
