//! Bulk load of a new database value by value, without commits.

use std::fs::OpenOptions;
use std::path::{Path, PathBuf};

use sled::Db;

use crate::store::folder;
use crate::store::sled::OpenError;
use crate::store::sled::error::{failed, refused};
use crate::store::sled::integrity::full_scan::full_scan;
use crate::store::sled::opening::open_locked::open_locked;
use crate::store::sled::values::{DATA, RECORD_COUNT, place, stored};
use crate::store::{ReadPoint, StoreError, Stored, Table};

/// Number of values written at once.
const BATCH: usize = 1000;

/// New database that is being filled.
pub(in crate::store) struct BulkLoad {
    db: Db,
    path: PathBuf,
    moment: ReadPoint,
    batch: sled::Batch,
    waiting: usize,
}

impl BulkLoad {
    /// Begins in the folder `path`, which must not contain a database; all values get the revision
    /// of the last commit of `moment`.
    pub(in crate::store) fn begin(path: &Path, moment: ReadPoint) -> Result<Self, OpenError> {
        Ok(Self {
            db: open_locked(path)?,
            path: path.to_owned(),
            moment,
            batch: sled::Batch::default(),
            waiting: 0,
        })
    }

    /// Writes a value.
    pub(in crate::store) fn put(
        &mut self,
        table: Table,
        key: &[u8],
        bytes: &[u8],
    ) -> Result<(), StoreError> {
        let value = [&self.moment.commits.0.to_be_bytes(), bytes].concat();
        self.batch.insert(place(table, key), value);
        self.waiting += 1;
        if self.waiting < BATCH {
            return Ok(());
        }
        self.flush()
    }

    /// Writes the pending values, and waits until everything is on disk.
    pub(in crate::store) fn flush(&mut self) -> Result<(), StoreError> {
        let batch = std::mem::take(&mut self.batch);
        self.waiting = 0;
        self.db.apply_batch(batch).map_err(failed)?;
        self.db.flush().map_err(failed)?;
        Ok(())
    }

    /// Reads a value that has been flushed.
    pub(in crate::store) fn get(
        &self,
        table: Table,
        key: &[u8],
    ) -> Result<Option<Stored>, StoreError> {
        let value = self.db.get(place(table, key)).map_err(failed)?;
        value.map(stored).transpose()
    }

    /// Writes the record count, and returns once everything is on disk.
    pub(in crate::store) fn finish(mut self) -> Result<(), StoreError> {
        let mut count = full_scan(&self.db, &[])?.count;
        count.commits = self.moment.commits;
        count.lineage = self.moment.lineage;
        self.batch.insert(RECORD_COUNT, count.to_bytes());
        self.flush()?;
        let Self { db, path, .. } = self;
        drop(db);
        let data = OpenOptions::new().write(true).open(path.join(DATA));
        data.and_then(|data| data.sync_all())
            .and_then(|()| folder::sync(&path))
            .map_err(|error| refused(&error))
    }
}
