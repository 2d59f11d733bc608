//! The store on disk, in sled 0.34.7.
//!
//! What was learned about this version, and is obeyed here:
//!
//! - Without `flush` a killed process loses what it wrote; with it, nothing. `flush` does not
//!   survive a power cut; `sync_data` on the same file does.
//! - `flush_async` from eight tasks at once never returns. One thread writes, and `flush`es.
//! - Values above 128 KiB become files that are never deleted: see [`MAX_VALUE_BYTES`].
//! - A torn snapshot file fails the opening. Moving it away loses nothing until early segments have
//!   been written again; from then on all may be lost with it: see `swap`. A damaged data file
//!   makes opening or reading panic or spin for ever: opening is watched, and reads everything.
//! - A damaged log is cut off, or read without some of its values, and nothing is said: `tally`
//!   and `census` notice what is missing. Files that are as `seal` left them need not be read.
//! - So nothing rests on this database alone. A batch is in `journal` before it is here; opening
//!   adds what the database lacks at its end, and `heal` makes one that is damaged anew from a
//!   backup and the journal. It is synced all the same, so that the journal is needed for damage only.
//! - A file that has grown stays so, and writing everything again does not help: `compact` makes a
//!   new one.
//! - A page holds sixteen values at most, however small, and takes some memory as long as it exists,
//!   read or not: few large values are better than many small ones.
//! - Iterators do not see one moment: readers and the writer take turns, and whoever reads
//!   everything is helped by `visit`.
//!
//! On disk: key `<table name> 00 <key>`, value `<revision, eight bytes big-endian> <bytes>`; the
//! census lies under `CENSUS`, which is in no table.
//!
//! [`MAX_VALUE_BYTES`]: crate::store::MAX_VALUE_BYTES

mod apart;

mod census;

mod compact;

mod filling;

mod healing;

mod opening;

mod renew;

mod seal;

mod survey;

mod swap;

mod tally;

#[cfg(test)]
pub(in crate::store) mod trials;

mod visit;

mod watched;

mod writer;

use std::fmt;
use std::io;
use std::ops::Bound;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, RwLock, RwLockReadGuard};

use sled::{Db, IVec};

use crate::store::folder::Lock;
use crate::store::journal::Journal;
use crate::store::{
    Batch, CommitError, Entries, Keys, Moment, Revision, Store, StoreError, Stored, Table, backup,
    disk,
};

use self::census::Census;
pub use self::compact::{CompactError, Compacted};
pub(in crate::store) use self::filling::Filling;
pub use self::healing::Healing;
pub use self::opening::error::OpenError;
use self::opening::lock::identity;
pub(in crate::store) use self::opening::lock::lock;
pub use self::opening::lock::remove;
pub use self::opening::open::Opened;
pub use self::opening::options::{Compaction, Damaged, Missing, Options};
use self::seal::Seal;
use self::visit::Visits;
use self::writer::{Found, Replayed, Started, Writer};

/// Pages kept in memory, in bytes as on disk; there they take about three times as much. The default
/// of sled is 1 GiB. What is not kept is read again, most often from the system's own cache.
const CACHE_BYTES: u64 = 8 << 20;
/// sled's name for the file with the data.
const DATA: &str = "db";
/// sled's name for the file with its settings.
const CONF: &str = "conf";
/// sled's name for the folder of values that have files of their own.
const BLOBS: &str = "blobs";
/// Bytes of the journal for which no backup is asked before it is due.
const JOURNAL_BYTES: u64 = 32 << 20;
/// How often sled flushes by itself, in milliseconds.
const FLUSH_EVERY_MS: u64 = 200;
/// Key of what should be there.
const CENSUS: &[u8] = b"\0census";
/// Bytes of a revision in front of each value.
const REVISION: usize = 8;

/// Tables in a folder on disk, for one process at a time.
pub struct SledStore {
    db: Db,
    /// Taken by the writer while what it writes has not reached the disk.
    turn: Arc<RwLock<()>>,
    visits: Arc<Visits>,
    writer: Mutex<Option<Writer>>,
    journal: Arc<Mutex<Journal>>,
    /// Folder of the database, and what tells its file from another one there.
    home: (PathBuf, Option<(u64, u64)>),
    /// Unless what is there is damaged, or not known. sled writes when it is dropped: as fields are
    /// dropped in their order, this comes after it.
    seal: Option<Seal>,
    /// Whether nothing had to be put right or brought up to date when it was opened.
    is_settled: bool,
    /// That of the data folder, once it is open; the last to go.
    lock: Option<Arc<Lock>>,
}

impl SledStore {
    /// Starts the writer of an open database; whether it may be sealed is not known yet.
    fn start(found: Found<'_>) -> Result<(Self, Replayed), StoreError> {
        let turn = Arc::new(RwLock::new(()));
        let visits = Arc::new(Visits::default());
        let places = (Arc::clone(&turn), Arc::clone(&visits));
        let db = found.db.clone();
        let home = (found.path.to_owned(), identity(found.path));
        let Started {
            writer,
            journal,
            replayed,
        } = Writer::start(found, places)?;
        let store = Self {
            db,
            turn,
            visits,
            writer: Mutex::new(Some(writer)),
            journal,
            home,
            seal: None,
            is_settled: false,
            lock: None,
        };
        Ok((store, replayed))
    }

    /// Whether the journal needs a new backup among those in `folder`: it does not go back to the
    /// newest, or is larger than it and than some MiB.
    #[must_use]
    pub fn wants_backup(&self, folder: &Path) -> bool {
        let reaches = self.reaches(folder);
        let Some((newest, bytes)) = reaches.last() else {
            return true;
        };
        let mut journal = self.journal();
        journal.forget_missing();
        !journal.covers(*newest) || journal.bytes_after(*newest) > JOURNAL_BYTES.max(*bytes)
    }

    /// Whether the journal still has what somebody wanted to be forgotten.
    #[must_use]
    pub fn has_erased(&self) -> bool {
        self.journal().has_erased()
    }

    /// Has the journal begin a new file, so that the one before can go once a backup that is begun
    /// after this has been completed.
    pub fn turn_journal_over(&self) {
        self.journal().turn_over();
    }

    /// Removes what the journal has from before the second newest of the backups in `folder`, or,
    /// where no more than one is ever kept, the newest.
    ///
    /// # Errors
    ///
    /// A file cannot be removed.
    pub fn trim_journal(&self, folder: &Path, keep: usize) -> io::Result<()> {
        let reaches = self.reaches(folder);
        let unneeded = reaches.iter().rev().nth(usize::from(keep > 1));
        unneeded.map_or(Ok(()), |(until, _)| self.journal().trim(*until))
    }

    /// How far the backups in `folder` reach.
    fn reaches(&self, folder: &Path) -> Vec<(Revision, u64)> {
        let lineage = self.journal().lineage();
        backup::reaches(folder, lineage)
    }

    fn journal(&self) -> MutexGuard<'_, Journal> {
        self.journal.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Returns if the file of the database is not in its folder any more, or another one is: what is
    /// written from now on is not found again.
    #[must_use]
    pub fn is_displaced(&self) -> bool {
        let (path, own) = &self.home;
        // A disk that cannot tell is no reason to think so.
        path.join(DATA).try_exists().is_ok_and(|exists| !exists)
            || identity(path).is_some_and(|found| Some(found) != *own)
    }

    /// Finishes the commits that wait and lets no more in; reads go on.
    pub fn close(&self) {
        let writer = self
            .writer
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .take();
        let bytes = writer.and_then(Writer::join);
        if let Some((seal, bytes)) = self.seal.as_ref().zip(bytes)
            && !self.is_displaced()
        {
            seal.note_whole(bytes);
        }
    }

    /// How much room the database takes, in bytes.
    ///
    /// # Errors
    ///
    /// The disk failed.
    pub fn bytes(&self) -> Result<u64, StoreError> {
        self.db.size_on_disk().map_err(failed)
    }

    fn read(&self) -> RwLockReadGuard<'_, ()> {
        self.turn.read().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Store for SledStore {
    fn get(&self, table: Table, key: &[u8]) -> Result<Option<Stored>, StoreError> {
        let _turn = self.read();
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
        let _turn = self.read();
        let range = self.db.range((from, to));
        if keys.is_reversed {
            return range.rev().take(keys.limit).map(own).collect();
        }
        range.take(keys.limit).map(own).collect()
    }

    fn visit(&self, visit: &mut dyn FnMut(Table, &[u8], Stored)) -> Result<Moment, StoreError> {
        let under_way = self.visits.enter();
        let census = {
            let _turn = self.read();
            under_way.begin();
            Census::read(&self.db)?
        };
        loop {
            let (page, is_last) = {
                let _turn = self.read();
                under_way.page(&self.db)?
            };
            for (place, value) in page {
                let Some((table, key)) = split(&place) else {
                    continue;
                };
                visit(table, key, stored(value)?);
            }
            if is_last {
                return Ok(Moment {
                    lineage: census.lineage,
                    commits: census.commits,
                });
            }
        }
    }

    fn commit(&self, batch: Batch) -> Result<(), CommitError> {
        batch.check_sizes()?;
        let answer = {
            let writer = self.writer.lock().unwrap_or_else(PoisonError::into_inner);
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

fn failed(error: sled::Error) -> StoreError {
    match error {
        sled::Error::Corruption { at, .. } => {
            let place = at.map_or_else(String::new, |at| format!(" at {at:?}"));
            StoreError::Damaged(format!("its file has changed{place}"))
        }
        sled::Error::ReportableBug(text) => StoreError::Damaged(text),
        sled::Error::Io(error) => refused(&error),
        error => StoreError::Database(error.to_string()),
    }
}

/// The disk's refusal, and what helps.
fn refused(error: &io::Error) -> StoreError {
    StoreError::Database(disk::explain(error))
}

fn writer_stopped() -> StoreError {
    StoreError::Database("its writer has stopped; restart focusbot".to_owned())
}

/// Where `key` of `table` lies in the one tree there is.
fn place(table: Table, key: &[u8]) -> Vec<u8> {
    let mut place = Vec::with_capacity(table.name().len() + 1 + key.len());
    place.extend_from_slice(table.name().as_bytes());
    place.push(0);
    place.extend_from_slice(key);
    place
}

/// The first place after those of `table`.
fn end(table: Table) -> Vec<u8> {
    let mut place = table.name().as_bytes().to_vec();
    place.push(1);
    place
}

/// The table and key of a place; `None` for what lies in no table of this program.
fn split(place: &[u8]) -> Option<(Table, &[u8])> {
    let at = place.iter().position(|byte| *byte == 0)?;
    let table = Table::from_name(str::from_utf8(&place[..at]).ok()?)?;
    Some((table, &place[at + 1..]))
}

#[expect(
    clippy::needless_pass_by_value,
    reason = "what every iterator of sled yields"
)]
fn stored(value: IVec) -> Result<Stored, StoreError> {
    let (revision, bytes) = open_value(&value)?;
    let bytes = bytes.to_vec();
    Ok(Stored { bytes, revision })
}

/// The revision in front of a value, and the rest.
fn open_value(value: &[u8]) -> Result<(Revision, &[u8]), StoreError> {
    let Some((revision, bytes)) = value.split_first_chunk::<REVISION>() else {
        let found = value.len();
        let text = format!("expected a value of at least {REVISION} bytes, got {found}");
        return Err(StoreError::Damaged(text));
    };
    Ok((Revision(u64::from_be_bytes(*revision)), bytes))
}
