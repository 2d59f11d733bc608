//! Compaction: the data file is rewritten as a copy, which then replaces it.
//!
//! sled's file grows to many times the size of its content and stays so, and erased data can still
//! be found in it. After a deletion of somebody's data the file is rewritten whether or not that
//! saves room. The copy is built in the folder [`COPY`] within that of the database. It holds the
//! same values in the same places, including their revisions and the record count, so nothing else
//! has to change with it. Once it is complete, on disk and verified, `swap` puts it in the place of
//! the old file: a process killed at any moment leaves the one or the other. The old file stays
//! open until it is replaced, and so is locked for programs that do not know the lock of the data
//! folder.
//!
//! Values in files of their own, which sled calls blobs, would be mixed up; a database that has any
//! is left as it is.

use std::fmt::Display;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use sled::Db;
use thiserror::Error;

use crate::store::folder::{Folder, Lock};
use crate::store::sled::integrity::full_scan::full_scan;
use crate::store::sled::integrity::record_count::{RecordCount, fingerprint, length};
use crate::store::sled::opening::lock::{lock, open_locked};
use crate::store::sled::opening::open::open_mended;
use crate::store::sled::opening::time_limit::{Undone, with_time_limit};
use crate::store::sled::rewrite::purge_erased::{erased, note_vanished};
use crate::store::sled::rewrite::swap::{COPY, Take, Unswapped, prepare, swap, sweep, take};
use crate::store::sled::{BLOBS, CACHE_BYTES, CONF, DATA, RECORD_COUNT, failed, refused};
use crate::store::{OpenError, Opened, Options, SledStore, StoreError};

/// Minimum size in bytes of a file that is rewritten.
const LARGE: u64 = 32 << 20;
/// Minimum ratio of a file's size to that of its copy for it to be rewritten.
const TIMES: u64 = 3;
/// Maximum number of values rewritten at the start of a bot, while people wait; each takes 14 µs.
const MAX_VALUES: u64 = 2_000_000;
/// Maximum number of bytes of these values.
const MAX_BYTES: u64 = 256 << 20;
/// Time limit for rewriting, for a slow disk.
const PATIENCE: Duration = Duration::from_secs(60);
/// Number of values written and flushed at once. With a tenth or ten times as many, the copy takes
/// half as long again.
const BATCH: u64 = 1_000;
/// Maximum number of bytes written and flushed at once.
const BATCH_BYTES: u64 = 1 << 20;

/// Result of a compaction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Compacted {
    /// Size of the file before, in bytes.
    pub before: u64,
    /// Size of the file after, in bytes.
    pub after: u64,
}

/// Reason why a database was not rewritten; nothing in it has changed.
#[derive(Debug, Error)]
pub enum CompactError {
    /// It cannot be opened.
    #[error(transparent)]
    Open(#[from] OpenError),
    /// The database had to be repaired when it was opened.
    #[error("the database was damaged or of an older format; it is in order now: try again")]
    Unsettled,
    /// The copy could not be made.
    #[error("cannot compact the database in `{}`: {reason}; it is as it was", path.display())]
    Failed {
        /// Folder of the database.
        path: PathBuf,
        /// Description of the problem.
        reason: String,
    },
    /// The copy could not be fully put in the place of the database.
    #[error(
        "the database in `{}` has been rewritten, but cannot be put in its place: {reason}; \
         nothing is lost, and the next start continues from here",
        path.display()
    )]
    Unfinished {
        /// Folder of the database.
        path: PathBuf,
        /// Description of the problem.
        reason: String,
    },
}

impl SledStore {
    /// Rewrites the database of `folder` if that saves room, and calls `progress` with the number
    /// of values written and their total.
    ///
    /// # Errors
    ///
    /// The database cannot be opened, is damaged, or there is no room for a copy.
    pub fn compact(
        folder: &Folder,
        options: Options,
        progress: &mut dyn FnMut(u64, u64),
    ) -> Result<Compacted, CompactError> {
        Self::compact_by(folder, options, progress, &mut take)
    }

    /// Compacts as [`Self::compact`] does, with `take` performing every disk access of the swap.
    pub(in crate::store::sled) fn compact_by(
        folder: &Folder,
        options: Options,
        progress: &mut dyn FnMut(u64, u64),
        take: Take<'_>,
    ) -> Result<Compacted, CompactError> {
        let lock = lock(folder)?;
        let opened = open_mended(folder, options, &lock)?;
        let path = folder.store();
        let failed = |Failure(reason)| CompactError::Failed {
            path: path.clone(),
            reason,
        };
        let before = file_length(&path).map_err(|error| failed(error.into()))?;
        if !opened.is_settled() {
            return Err(CompactError::Unsettled);
        }
        let built = build(&opened.store.db, &path, &mut |written| {
            progress(written, opened.values);
            true
        });
        let after = built.inspect_err(|_| sweep(&path)).map_err(failed)?;
        let erased = erased(&opened.store).map_err(|error| failed(error.into()))?;
        if after < before || erased.is_some() {
            swap(&path, take).map_err(|unswapped| match unswapped {
                Unswapped::Not(error) => {
                    sweep(&path);
                    failed(error.into())
                }
                Unswapped::Begun(error) => CompactError::Unfinished {
                    path: path.clone(),
                    reason: Failure::from(error).0,
                },
            })?;
        }
        sweep(&path);
        drop(opened);
        let opened = open_mended(folder, options, &lock)?;
        note_vanished(&opened.store, erased);
        let after = if erased.is_some() {
            after
        } else {
            after.min(before)
        };
        Ok(Compacted { before, after })
    }
}

/// Rewrites a database that was just opened, if something has been erased or if that clearly saves
/// room; on a failure it stays as it is.
pub(in crate::store::sled) fn compact_if_it_pays(
    folder: &Folder,
    opened: Opened,
    options: Options,
    lock: &Arc<Lock>,
) -> Result<Opened, OpenError> {
    let path = folder.store();
    let (began, room) = (Instant::now(), room(opened.values, opened.bytes));
    let erased = erased(&opened.store)?;
    let is_wanted = |before| erased.is_some() || pays(before, room);
    let before = match file_length(&path) {
        Ok(before) if opened.is_settled() && is_wanted(before) => before,
        Ok(_) => return Ok(opened),
        Err(error) => return Err(OpenError::Folder { path, error }),
    };
    let (file_mib, values_mib) = (before >> 20, opened.bytes >> 20);
    if erased.is_none() && (opened.values > MAX_VALUES || opened.bytes > MAX_BYTES) {
        let hint = "`focusbot compact` would give much of the disk back, and takes some minutes";
        tracing::info!(file_mib, values_mib, "{hint}");
        return Ok(opened);
    }
    tracing::info!(file_mib, values_mib, "compacting the database");
    let built = build_in_time(opened.store.db.clone(), &path, PATIENCE);
    let built = built.and_then(|after| {
        if erased.is_none() && !pays(before, after) {
            return Err(Failure(format!("it would still take {} MiB", after >> 20)));
        }
        Ok(after)
    });
    let swapped = built.and_then(|after| match swap(&path, &mut take) {
        Ok(()) => Ok(after),
        Err(Unswapped::Not(error)) => Err(error.into()),
        Err(Unswapped::Begun(error)) => {
            // The opening continues from here, or reports why it cannot.
            tracing::warn!(%error, "the compacted database is not in its place yet");
            Ok(after)
        }
    });
    sweep(&path);
    let after = match swapped {
        Ok(after) => after,
        Err(Failure(reason)) => {
            tracing::warn!(
                reason,
                "the database could not be compacted and is used as it is"
            );
            return Ok(opened);
        }
    };
    let was_read = opened.was_read;
    drop(opened);
    let opened = open_mended(folder, options, lock)?;
    note_vanished(&opened.store, erased);
    tracing::info!(
        file_mib = after >> 20,
        given_back_mib = before.saturating_sub(after) >> 20,
        seconds = began.elapsed().as_secs(),
        "compacted the database"
    );
    Ok(Opened {
        compacted: Some(Compacted { before, after }),
        was_read,
        ..opened
    })
}

/// Returns the approximate size in bytes of a freshly written file; rather too large than too
/// small.
const fn room(values: u64, bytes: u64) -> u64 {
    3 * bytes + 64 * values
}

/// Returns whether a file of `file` bytes is worth rewriting if the new one takes `room`.
const fn pays(file: u64, room: u64) -> bool {
    file >= LARGE && file / TIMES >= room
}

/// Reason why a copy could not be made.
#[derive(Debug)]
pub(in crate::store::sled) struct Failure(pub(in crate::store::sled) String);

impl Failure {
    fn new(reason: impl Display) -> Self {
        Self(reason.to_string())
    }
}

impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Self {
        refused(&error).into()
    }
}

impl From<StoreError> for Failure {
    fn from(error: StoreError) -> Self {
        Self::new(error)
    }
}

/// Builds a copy as [`build`] does, but gives up after `limit`.
fn build_in_time(db: Db, path: &Path, limit: Duration) -> Result<u64, Failure> {
    let is_wanted = Arc::new(AtomicBool::new(true));
    let (place, wanted) = (path.to_owned(), Arc::clone(&is_wanted));
    let built = with_time_limit("store-compacting", limit, move || {
        build(&db, &place, &mut |_| wanted.load(Ordering::Relaxed))
    });
    is_wanted.store(false, Ordering::Relaxed);
    built.unwrap_or_else(|undone| {
        Err(match undone {
            Undone::Late => Failure(format!(
                "it took more than {} s; `focusbot compact` takes its time",
                limit.as_secs()
            )),
            Undone::Panicked(reason) => Failure(format!("it panicked: {reason}")),
            Undone::NotBegun(error) => error.into(),
        })
    })
}

/// Builds the copy, verifies it, and returns the size of its file in bytes.
///
/// `go_on` is called at intervals with the number of values written, and returns whether to
/// continue.
pub(in crate::store::sled) fn build(
    db: &Db,
    path: &Path,
    go_on: &mut dyn FnMut(u64) -> bool,
) -> Result<u64, Failure> {
    let copy = path.join(COPY);
    prepare(path)?;
    let count = write(db, &copy, go_on)?;
    let again = open_locked(&copy).map_err(Failure::new)?;
    count.compare(count.with(full_scan(&again, &[])?.count))?;
    if RecordCount::read(&again)? != count {
        return Err(Failure::new("the copy has another record count"));
    }
    drop(again);
    let has_blobs = |path: &Path| Ok::<_, io::Error>(fs::read_dir(path.join(BLOBS))?.count() > 0);
    if has_blobs(path)? || has_blobs(&copy)? {
        return Err(Failure::new("it has values in files of their own"));
    }
    if fs::read(path.join(CONF))? != fs::read(copy.join(CONF))? {
        return Err(Failure::new("the copy has other settings"));
    }
    Ok(file_length(&copy)?)
}

/// Writes all values to the copy, and returns its record count.
fn write(db: &Db, copy: &Path, go_on: &mut dyn FnMut(u64) -> bool) -> Result<RecordCount, Failure> {
    let config = sled::Config::new()
        .path(copy)
        .cache_capacity(CACHE_BYTES)
        .flush_every_ms(None);
    let new = config.open().map_err(failed)?;
    let mut counted = RecordCount::default();
    let mut pairs = db.iter().peekable();
    while pairs.peek().is_some() {
        let mut batch = sled::Batch::default();
        let (mut values, mut bytes) = (0, 0);
        while values < BATCH && bytes < BATCH_BYTES {
            let Some(pair) = pairs.next() else { break };
            let (place, value) = pair.map_err(failed)?;
            if *place != *RECORD_COUNT {
                counted.enter(fingerprint(&place, &value));
            }
            values += 1;
            bytes += length(&place, &value);
            batch.insert(place, value);
        }
        new.apply_batch(batch).map_err(failed)?;
        new.flush().map_err(failed)?;
        if !go_on(counted.values) {
            return Err(Failure::new("nobody waits for it any more"));
        }
    }
    let count = RecordCount::read(db)?;
    count.compare(count.with(counted))?;
    Ok(count)
}

fn file_length(path: &Path) -> io::Result<u64> {
    Ok(fs::metadata(path.join(DATA))?.len())
}

#[cfg(test)]
mod tests;
