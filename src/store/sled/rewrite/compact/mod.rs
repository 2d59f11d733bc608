//! Compaction: the data file is rewritten as a copy, which then replaces it.
//!
//! sled's file grows to many times the size of its content and stays so, and erased data can still
//! be found in it. After a deletion of somebody's data the file is rewritten whether or not that
//! saves space. The copy is built in the folder [`COPY`] within that of the database. It holds the
//! same values in the same places, including their revisions and the record count, so nothing else
//! has to change with it. Once it is complete, on disk and verified, `swap` puts it in the place of
//! the old file: a process killed at any moment leaves one or the other. The old file stays open
//! until it is replaced, and so is locked for programs that do not know the lock of the data
//! folder.
//!
//! Values in files of their own, which sled calls blobs, would be mixed up; a database that has any
//! is left as it is.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};

use thiserror::Error;

use crate::store::folder::{Folder, Lock};
use crate::store::sled::opening::open_locked::lock;
use crate::store::sled::opening::open_with_repairs::open_mended;
use crate::store::sled::rewrite::copy::{CopyFailure, build, build_in_time, file_length};
use crate::store::sled::rewrite::erased::{erased, note_vanished};
use crate::store::sled::rewrite::swap::{Take, Unswapped, swap, sweep, take};
use crate::store::{Compacted, OpenError, Opened, Options, SledStore};

/// Minimum size in bytes of a file that is rewritten.
const LARGE: u64 = 32 << 20;
/// Minimum ratio of a file's size to that of its copy for it to be rewritten.
const TIMES: u64 = 3;
/// Maximum number of values rewritten at the start of a bot, while people wait; each takes 14 µs.
const MAX_VALUES: u64 = 2_000_000;
/// Maximum number of bytes of these values.
const MAX_BYTES: u64 = 256 << 20;
/// Maximum number of values rewritten while people play, to save space: changes wait for 3.5 s.
const MAX_VALUES_IN_USE: u64 = 250_000;
/// Maximum number of bytes of these values.
const MAX_BYTES_IN_USE: u64 = 64 << 20;
/// Time limit for rewriting, for a slow disk.
const PATIENCE: Duration = Duration::from_secs(60);
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
    /// Rewrites the database of `folder` if that saves space, and calls `progress` with the number
    /// of values written and their total.
    ///
    /// # Errors
    ///
    /// The database cannot be opened, is damaged, or there is no space for a copy.
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
        let failed = |CopyFailure(reason)| CompactError::Failed {
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
                    reason: CopyFailure::from(error).0,
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
        Ok(Compacted {
            before,
            after,
            had_traces: erased.is_some(),
        })
    }
}

/// Rewrites a database that was just opened, if something has been erased or if that clearly saves
/// space; on a failure it stays as it is.
pub(in crate::store::sled) fn compact_if_it_pays(
    folder: &Folder,
    opened: Opened,
    options: Options,
    lock: &Arc<Lock>,
) -> Result<Opened, OpenError> {
    let path = folder.store();
    let (began, new_size) = (Instant::now(), new_size(opened.values, opened.bytes));
    let erased = erased(&opened.store)?;
    let is_wanted = |before, after| erased.is_some() || pays(before, after);
    let before = match file_length(&path) {
        Ok(before) if opened.is_settled() && is_wanted(before, new_size) => before,
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
    let replaced = replace(&opened.store, &path, |after| is_wanted(before, after));
    sweep(&path);
    let after = match replaced {
        Ok(after) => after,
        Err(CopyFailure(reason)) => {
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
        compacted: Some(Compacted {
            before,
            after,
            had_traces: erased.is_some(),
        }),
        was_read,
        ..opened
    })
}

/// Replaces the database with a copy if the copy's size in bytes, which is returned, is wanted.
fn replace(
    store: &SledStore,
    path: &Path,
    is_wanted: impl Fn(u64) -> bool,
) -> Result<u64, CopyFailure> {
    let after = build_in_time(store.db.clone(), path, PATIENCE)?;
    if !is_wanted(after) {
        let reason = format!("it would still take {} MiB", after >> 20);
        return Err(CopyFailure(reason));
    }
    match swap(path, &mut take) {
        Ok(()) => Ok(after),
        Err(Unswapped::Not(error)) => Err(error.into()),
        Err(Unswapped::Begun(error)) => {
            // The opening continues from here, or reports why it cannot.
            tracing::warn!(%error, "the compacted database is not in its place yet");
            Ok(after)
        }
    }
}

/// Returns the approximate size in bytes of a freshly written file; if in doubt, too large.
const fn new_size(values: u64, bytes: u64) -> u64 {
    3 * bytes + 64 * values
}

/// Returns whether a file of `file` bytes is worth rewriting if the new one takes `new_size`.
const fn pays(file: u64, new_size: u64) -> bool {
    file >= LARGE && file / TIMES >= new_size
}

/// Returns whether a file of `file` bytes is worth rewriting while it is in use.
pub(super) const fn pays_in_use(file: u64, values: u64, bytes: u64) -> bool {
    values <= MAX_VALUES_IN_USE && bytes <= MAX_BYTES_IN_USE && pays(file, new_size(values, bytes))
}

#[cfg(test)]
mod tests;
