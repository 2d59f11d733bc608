//! Store on disk, in sled 0.34.7.
//!
//! Properties of this version that the code accounts for:
//!
//! - Without `flush` a killed process loses its writes; with it, nothing. `flush` does not survive
//!   a power cut; `sync_data` on the same file does.
//! - `flush_async` from eight tasks at once never returns. A single thread writes, and calls
//!   `flush`.
//! - Values above 128 KiB become files that are never deleted: see [`MAX_VALUE_BYTES`].
//! - A torn snapshot file fails the opening. Moving it away loses nothing until early segments have
//!   been overwritten; from then on everything may be lost with it: see `rewrite::swap`. So a sound
//!   one is never moved. A damaged data file makes opening or reading panic or loop forever:
//!   opening has a time limit, and reads everything.
//! - A damaged log is truncated, or read without some of its values, without an error: the
//!   markers and counts of `integrity` detect missing data, and unchanged files need not be read.
//! - So nothing depends on this database alone. A batch is in `journal` before it is here; opening
//!   adds the missing last commits, and `backup::restore` rebuilds a damaged database from a backup
//!   and the journal. It is synced nevertheless, so that the journal is needed only after damage.
//! - A file that has grown stays large, and writing everything again does not help: `rewrite`
//!   creates a new one.
//! - A page holds at most sixteen values, however small, and takes some memory as long as it
//!   exists, read or not: few large values are better than many small ones.
//! - Iterators do not see a consistent snapshot: readers and the writer take turns, and `visit`
//!   supports reading everything.
//!
//! On disk: key `<table name> 00 <key>`, called a place; value `<revision, eight bytes big-endian>
//! <bytes>`. The record count is stored under `RECORD_COUNT`, which is in no table.
//!
//! [`MAX_VALUE_BYTES`]: crate::store::MAX_VALUE_BYTES

mod error;

mod values;

mod opening;

mod writer;

mod visit;

mod integrity;

mod rewrite;

mod live;

mod bulk_load;

mod parallel;

#[cfg(test)]
pub(in crate::store) mod test_support;

use std::fmt;
use std::io;
use std::ops::Bound;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use parking_lot::{Mutex, RwLock};
use sled::{Db, IVec};

use crate::store::folder::Lock;
use crate::store::journal::Journal;
use crate::store::{
    Batch, CommitError, Entries, Keys, ReadPoint, Revision, Store, StoreError, Stored, Table,
    backup,
};

pub(in crate::store) use self::bulk_load::BulkLoad;
use self::error::{failed, writer_stopped};
pub(in crate::store) use self::integrity::commit_marker::CommitMarker;
use self::integrity::record_count::RecordCount;
use self::integrity::shutdown_marker::ShutdownMarker;
pub use self::live::LiveStore;
pub use self::opening::error::OpenError;
use self::opening::open_locked::identity;
pub(in crate::store) use self::opening::open_locked::lock;
pub use self::opening::open_locked::remove;
pub use self::opening::opened::{Compacted, Opened};
pub use self::opening::options::{Compaction, Damaged, Healing, Missing, Options};
pub use self::rewrite::compact::CompactError;
pub(in crate::store) use self::rewrite::swap::DONE;
pub(in crate::store) use self::values::DATA;
use self::values::{end, place, split, stored};
use self::visit::Visits;
use self::writer::{OpenedDatabase, Replayed, Writer};

/// Size of the journal in bytes up to which no backup is requested before it is due.
const JOURNAL_BYTES: u64 = 32 << 20;

/// Tables in a folder on disk, for one process at a time.
pub struct SledStore {
    db: Db,
    /// Held by the writer while its writes have not reached the disk.
    turn: Arc<RwLock<()>>,
    visits: Arc<Visits>,
    writer: Mutex<Option<Writer>>,
    journal: Arc<Mutex<Journal>>,
    /// Folder of the database, and the identity of its data file.
    home: (PathBuf, Option<(u64, u64)>),
    /// Set unless the content is damaged or unknown. sled writes when it is dropped; fields are
    /// dropped in their order, so this one comes after it.
    marker: Option<ShutdownMarker>,
    /// True if nothing had to be repaired or updated when it was opened.
    is_settled: bool,
    /// Lock of the data folder, once it is open; released last.
    lock: Option<Arc<Lock>>,
}

impl SledStore {
    /// Starts the writer of an open database, without a shutdown marker.
    fn start(found: OpenedDatabase<'_>) -> Result<(Self, Replayed), StoreError> {
        let turn = Arc::new(RwLock::new(()));
        let visits = Arc::new(Visits::default());
        let places = (Arc::clone(&turn), Arc::clone(&visits));
        let db = found.db.clone();
        let home = (found.path.to_owned(), identity(found.path));
        let (writer, journal, replayed) = Writer::start(found, places)?;
        let store = Self {
            db,
            turn,
            visits,
            writer: Mutex::new(Some(writer)),
            journal,
            home,
            marker: None,
            is_settled: false,
            lock: None,
        };
        Ok((store, replayed))
    }

    /// Returns whether the journal needs a new backup in `folder`: it does not go back to the
    /// newest one, or it is larger than both that and 32 MiB.
    #[must_use]
    pub fn wants_backup(&self, folder: &Path) -> bool {
        let reaches = self.reaches(folder);
        let Some((newest, bytes)) = reaches.last() else {
            return true;
        };
        let mut journal = self.journal.lock();
        journal.forget_missing();
        !journal.covers(*newest) || journal.bytes_after(*newest) > JOURNAL_BYTES.max(*bytes)
    }

    /// Returns whether the journal still holds data that was erased.
    #[must_use]
    pub fn has_erased(&self) -> bool {
        self.journal.lock().has_erased()
    }

    /// Makes the journal begin a new file, so that the previous one can be removed once a backup
    /// begun after this has been completed.
    pub fn turn_journal_over(&self) {
        self.journal.lock().turn_over();
    }

    /// Removes the part of the journal that precedes the second newest backup in `folder`, or the
    /// newest if only one is kept.
    ///
    /// # Errors
    ///
    /// A file cannot be removed.
    pub fn trim_journal(&self, folder: &Path, keep: usize) -> io::Result<()> {
        let reaches = self.reaches(folder);
        let unneeded = reaches.iter().rev().nth(usize::from(keep > 1));
        unneeded.map_or(Ok(()), |(until, _)| self.journal.lock().trim(*until))
    }

    /// Returns the last commit and the size in bytes of each backup in `folder`.
    fn reaches(&self, folder: &Path) -> Vec<(Revision, u64)> {
        let lineage = self.journal.lock().lineage();
        backup::reaches(folder, lineage)
    }

    /// Returns whether the file of the database has been removed from its folder or replaced by
    /// another, so that further writes are lost.
    #[must_use]
    pub fn is_displaced(&self) -> bool {
        let (path, own) = &self.home;
        // An error of the disk does not count as displaced.
        path.join(DATA).try_exists().is_ok_and(|exists| !exists)
            || identity(path).is_some_and(|found| Some(found) != *own)
    }

    /// Finishes the pending commits and accepts no more; reads continue.
    pub fn close(&self) {
        let writer = self.writer.lock().take();
        let bytes = writer.and_then(Writer::join);
        if let Some((marker, bytes)) = self.marker.as_ref().zip(bytes)
            && !self.is_displaced()
        {
            marker.note_whole(bytes);
        }
    }

    /// Returns the size of the database on disk, in bytes.
    ///
    /// # Errors
    ///
    /// The disk failed.
    pub fn bytes(&self) -> Result<u64, StoreError> {
        self.db.size_on_disk().map_err(failed)
    }
}

impl Store for SledStore {
    fn get(&self, table: Table, key: &[u8]) -> Result<Option<Stored>, StoreError> {
        let _turn = self.turn.read();
        let value = self.db.get(place(table, key)).map_err(failed)?;
        value.map(stored).transpose()
    }

    fn scan(&self, table: Table, keys: &Keys) -> Result<Entries<Stored>, StoreError> {
        if keys.is_empty() {
            return Ok(Vec::new());
        }
        let from = match &keys.from {
            Bound::Included(key) => Bound::Included(place(table, key)),
            Bound::Excluded(key) => Bound::Excluded(place(table, key)),
            Bound::Unbounded => Bound::Included(place(table, &[])),
        };
        let to = match &keys.to {
            Bound::Included(key) => Bound::Included(place(table, key)),
            Bound::Excluded(key) => Bound::Excluded(place(table, key)),
            Bound::Unbounded => Bound::Excluded(end(table)),
        };
        let own = |pair: sled::Result<(IVec, IVec)>| {
            let (place, value) = pair.map_err(failed)?;
            let key = place[table.name().len() + 1..].to_vec();
            Ok((key, stored(value)?))
        };
        let _turn = self.turn.read();
        let range = self.db.range((from, to));
        if keys.is_reversed {
            return range.rev().take(keys.limit).map(own).collect();
        }
        range.take(keys.limit).map(own).collect()
    }

    fn visit(&self, visit: &mut dyn FnMut(Table, &[u8], Stored)) -> Result<ReadPoint, StoreError> {
        let under_way = self.visits.enter();
        let count = {
            let _turn = self.turn.read();
            under_way.begin();
            RecordCount::read(&self.db)?
        };
        loop {
            let (page, is_last) = {
                let _turn = self.turn.read();
                under_way.page(&self.db)?
            };
            for (place, value) in page {
                let Some((table, key)) = split(&place) else {
                    continue;
                };
                visit(table, key, stored(value)?);
            }
            if is_last {
                return Ok(ReadPoint {
                    lineage: count.lineage,
                    commits: count.commits,
                });
            }
        }
    }

    fn commit(&self, batch: Batch) -> Result<Revision, CommitError> {
        batch.check_sizes()?;
        let answer = {
            let writer = self.writer.lock();
            writer.as_ref().ok_or(StoreError::Closed)?.send(batch)?
        };
        answer.recv().map_err(|_| writer_stopped())?
    }
}

impl Drop for SledStore {
    fn drop(&mut self) {
        self.close();
    }
}

impl fmt::Debug for SledStore {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("SledStore").finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests;
