//! Imported game records, kept for a while so that people can step through them.

use std::time::Duration;

use crate::service::Service;
use crate::service::api::fault::{Fault, ServiceError};
use crate::service::api::ids::{PersonId, Timestamp};
use crate::service::api::refusal::Refusal;
use crate::service::model::messages::ImportedGame;
use crate::service::repository::indices;
use crate::service::repository::persistent;
use crate::store::{Batch, Expected, KeyReader, Table};

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
                batch.delete(Table::Imports, key.clone(), Expected::Any);
            }
            let number = numbers.next().unwrap_or(now.0);
            let key = indices::import_key(person, number);
            persistent::put(batch, key, &record, Expected::Absent);
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
        let mut dropped = 0;
        for page in self.archive.pages(Table::Imports) {
            let mut batch = Batch::new();
            for (key, _) in page?
                .into_iter()
                .filter(|(key, _)| came_before(key, oldest))
            {
                batch.delete(Table::Imports, key, Expected::Any);
                dropped += 1;
            }
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
    pub(crate) fn forget_imports(&self, person: PersonId) -> Result<(), Fault> {
        let keys = indices::imports_of(person);
        let mut batch = Batch::new();
        for (key, _) in self.archive.store().scan(Table::Imports, &keys)? {
            batch.delete(Table::Imports, key, Expected::Any);
        }
        Ok(self.archive.commit(batch)?)
    }
}

/// Returns whether the record under a key was imported before a time.
fn came_before(key: &[u8], moment: Timestamp) -> bool {
    let mut parts = KeyReader::new(key);
    let came = parts.u64().and_then(|_| parts.u64());
    came.is_some_and(|came| came < moment.0)
}
