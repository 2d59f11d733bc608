//! Giving back room: the data file is written anew beside itself, and takes its own place.
//!
//! sled's file grows to many times what is in it, and stays so; and what has been erased can still
//! be found in it. Where somebody wanted to be forgotten, it is written anew whether or not that
//! gives room back. The copy lies in the folder [`COPY`] within that of the database. It holds the
//! same values in the same places, their revisions and the census among them, so nothing else has to
//! change with it. Once it is complete, on the disk and read again, `swap` puts it in the place of
//! the old one: whoever is killed, at any moment, leaves the one or the other. The old file stays
//! open, and so locked for programs that know no lock of the data folder, until it is replaced.
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
use crate::store::sled::census::{Census, fingerprint, length};
use crate::store::sled::opening::lock::{lock, open_locked};
use crate::store::sled::opening::open::open_mended;
use crate::store::sled::renew::{erased, note_vanished};
use crate::store::sled::survey::survey;
use crate::store::sled::swap::{COPY, Take, Unswapped, prepare, swap, sweep, take};
use crate::store::sled::watched::{Undone, watched};
use crate::store::sled::{BLOBS, CACHE_BYTES, CENSUS, CONF, DATA, failed, refused};
use crate::store::{OpenError, Opened, Options, SledStore, StoreError};

/// Smaller files are nobody's trouble.
const LARGE: u64 = 32 << 20;
/// How many times what it would take a file must be before it is written anew.
const TIMES: u64 = 3;
/// How many values are written anew at the start of a bot, for which people wait; at 14 µs each.
const MAX_VALUES: u64 = 2_000_000;
/// How many bytes they have at most.
const MAX_BYTES: u64 = 256 << 20;
/// How long that may take on a slow disk.
const PATIENCE: Duration = Duration::from_secs(60);
/// How many values are written and flushed at once. With a tenth or ten times as many the copy
/// takes a half more.
const BATCH: u64 = 1_000;
/// How many bytes they have at most.
const BATCH_BYTES: u64 = 1 << 20;

/// What there is to know about a file that was written anew.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Compacted {
    /// Bytes it had.
    pub before: u64,
    /// Bytes it has.
    pub after: u64,
}

/// Why a database was not written anew; nothing in it has changed.
#[derive(Debug, Error)]
pub enum CompactError {
    /// It cannot be opened.
    #[error(transparent)]
    Open(#[from] OpenError),
    /// Something had to be put right when it was opened.
    #[error("the database was damaged or of an older format; it is in order now: try again")]
    Unsettled,
    /// The copy could not be made.
    #[error("cannot compact the database in `{}`: {reason}; it is as it was", path.display())]
    Failed {
        /// Folder of the database.
        path: PathBuf,
        /// What went wrong.
        reason: String,
    },
    /// The copy could not be put in the place of the database, not all of it.
    #[error(
        "the database in `{}` has been written anew, but cannot be put in its place: {reason}; \
         nothing is lost, and the next start goes on from here",
        path.display()
    )]
    Unfinished {
        /// Folder of the database.
        path: PathBuf,
        /// What went wrong.
        reason: String,
    },
}

impl SledStore {
    /// Writes the database of `folder` anew, unless that would give nothing back, telling `progress`
    /// how many values are written, and of how many.
    ///
    /// # Errors
    ///
    /// It cannot be opened, or there is something wrong with it, or no room for a copy.
    pub fn compact(
        folder: &Folder,
        options: Options,
        progress: &mut dyn FnMut(u64, u64),
    ) -> Result<Compacted, CompactError> {
        Self::compact_by(folder, options, progress, &mut take)
    }

    /// Does what [`Self::compact`] does, with every access of the swap to the disk by `take`.
    pub(super) fn compact_by(
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

/// Writes a database that has just been opened anew, if something has been erased or that clearly
/// pays, and if it goes well.
pub(super) fn compact_if_it_pays(
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
            // The opening goes on from here, or says why not.
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
                "the database cannot be compacted and goes on as it is"
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

/// How many bytes a file takes that has just been written, about; rather too many than too few.
const fn room(values: u64, bytes: u64) -> u64 {
    3 * bytes + 64 * values
}

/// Whether a file of so many bytes is worth being written anew where another takes `room`.
const fn pays(file: u64, room: u64) -> bool {
    file >= LARGE && file / TIMES >= room
}

/// What stands in the way of a copy.
#[derive(Debug)]
pub(super) struct Failure(pub(super) String);

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

/// The same as [`build`], given up when it takes too long.
fn build_in_time(db: Db, path: &Path, limit: Duration) -> Result<u64, Failure> {
    let is_wanted = Arc::new(AtomicBool::new(true));
    let (place, wanted) = (path.to_owned(), Arc::clone(&is_wanted));
    let built = watched("store-compacting", limit, move || {
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

/// Makes the copy, reads it again, and says how many bytes its file has.
///
/// `go_on` is told now and then how many values are written, and says whether to.
pub(super) fn build(
    db: &Db,
    path: &Path,
    go_on: &mut dyn FnMut(u64) -> bool,
) -> Result<u64, Failure> {
    let copy = path.join(COPY);
    prepare(path)?;
    let census = write(db, &copy, go_on)?;
    let again = open_locked(&copy).map_err(Failure::new)?;
    census.compare(census.with(survey(&again, &[])?.census))?;
    if Census::read(&again)? != census {
        return Err(Failure::new("the copy has another census"));
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

/// Writes everything to the copy, and says how much there is.
fn write(db: &Db, copy: &Path, go_on: &mut dyn FnMut(u64) -> bool) -> Result<Census, Failure> {
    let config = sled::Config::new()
        .path(copy)
        .cache_capacity(CACHE_BYTES)
        .flush_every_ms(None);
    let new = config.open().map_err(failed)?;
    let mut counted = Census::default();
    let mut pairs = db.iter().peekable();
    while pairs.peek().is_some() {
        let mut batch = sled::Batch::default();
        let (mut values, mut bytes) = (0, 0);
        while values < BATCH && bytes < BATCH_BYTES {
            let Some(pair) = pairs.next() else { break };
            let (place, value) = pair.map_err(failed)?;
            if *place != *CENSUS {
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
    let census = Census::read(db)?;
    census.compare(census.with(counted))?;
    Ok(census)
}

fn file_length(path: &Path) -> io::Result<u64> {
    Ok(fs::metadata(path.join(DATA))?.len())
}

#[cfg(test)]
mod tests;
