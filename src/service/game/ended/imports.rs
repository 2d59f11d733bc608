//! Imported game records, kept for a while so that people can step through them.

use std::time::Duration;

use crate::service::Service;
use crate::service::api::fault::{Fault, ServiceError};
use crate::service::api::ids::{PersonId, Timestamp};
use crate::service::api::refusal::Refusal;
use crate::service::model::game::ImportedGame;
use crate::service::repository::indices;
use crate::service::repository::persistent;
use crate::service::repository::personal_data::mentions;
use crate::store::{Batch, Expected, Keys, Table};

/// Maximum size in bytes of an imported record; a game of a thousand moves has about ten thousand.
pub const IMPORT_BYTES: usize = 32 * 1024;

/// Time for which a record is kept.
const KEPT_FOR: Duration = Duration::from_secs(30 * 24 * 3600);

/// Number of an imported record, valid only for the person who imported it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ImportId(pub u64);

impl Service {
    /// Keeps a record for a person, for a month or until newer ones replace it.
    ///
    /// # Errors
    ///
    /// The store failed.
    pub fn import(
        &self,
        now: Timestamp,
        person: PersonId,
        text: &str,
    ) -> Result<ImportId, ServiceError> {
        let kept = self
            .archive
            .store()
            .scan(Table::Imports, &indices::imports_of(person));
        let kept = kept.map_err(Fault::from)?;
        let room = self.limits.imports_per_person.saturating_sub(1);
        let surplus = kept.len().saturating_sub(room);
        let record = ImportedGame(text.to_owned());
        // Two records in the same millisecond get different numbers.
        let mut numbers = now.0..;
        self.write(|batch| {
            for (key, _) in kept.iter().take(surplus) {
                remove(batch, indices::import_of(key));
            }
            let number = numbers.next().unwrap_or(now.0);
            let key = indices::import_key(person, number);
            persistent::put(batch, key, &record, Expected::Absent);
            let entry = mentions::import_key(person, number);
            let mark = indices::plain_mark();
            batch.put(Table::Mentions, entry, mark, Expected::Any);
            Ok(ImportId(number))
        })
    }

    /// Returns a record that this person imported, as text.
    ///
    /// # Errors
    ///
    /// The record is not kept, or is somebody else's.
    pub fn imported(&self, person: PersonId, import: ImportId) -> Result<String, ServiceError> {
        let key = indices::import_key(person, import.0);
        let held = self.read::<ImportedGame>(&key)?;
        Ok(held.ok_or(Refusal::NoSuchImport)?.record.0)
    }

    /// Deletes expired records, and returns their number.
    ///
    /// # Errors
    ///
    /// The store failed; records deleted before that stay deleted.
    pub fn drop_old_imports(&self, now: Timestamp) -> Result<usize, Fault> {
        let oldest = now.before(KEPT_FOR);
        let (table, keys, import_of): (_, _, fn(&[u8]) -> _) = if self.knows_mentions()? {
            let old = mentions::imports_before(oldest);
            (Table::Mentions, old, mentions::import_of)
        } else {
            (Table::Imports, Keys::all(), indices::import_of)
        };
        let mut dropped = 0;
        for page in self.archive.pages(table, keys) {
            let page = page?;
            let imports = page.iter().filter_map(|(key, _)| import_of(key));
            let old: Vec<_> = imports.filter(|(_, came)| *came < oldest.0).collect();
            dropped += old.len();
            let mut batch = Batch::new();
            remove(&mut batch, old);
            self.archive.commit(batch)?;
        }
        Ok(dropped)
    }

    /// Returns the records that a person imported, the oldest first.
    pub(crate) fn imports_of(&self, person: PersonId) -> Result<Vec<String>, Fault> {
        let records = self.scan::<ImportedGame>(&indices::imports_of(person))?;
        let records = records.into_iter().map(|(_, held)| held.record.0);
        Ok(records.collect())
    }

    /// Deletes all records that a person imported.
    pub(crate) fn erase_imports(&self, person: PersonId) -> Result<(), Fault> {
        let keys = indices::imports_of(person);
        let mut batch = Batch::new();
        for (key, _) in self.archive.store().scan(Table::Imports, &keys)? {
            remove(&mut batch, indices::import_of(&key));
        }
        self.archive.commit(batch)?;
        Ok(())
    }
}

/// Adds to `batch` the removal of records, given by person and number.
fn remove(batch: &mut Batch, imports: impl IntoIterator<Item = (PersonId, u64)>) {
    for (person, number) in imports {
        let key = indices::import_key(person, number);
        batch.delete(Table::Imports, key, Expected::Any);
        let entry = mentions::import_key(person, number);
        batch.delete(Table::Mentions, entry, Expected::Any);
    }
}
