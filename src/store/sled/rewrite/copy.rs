//! Verified copy of a database in a new file.

use std::fmt::Display;
use std::fs;
use std::io;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use sled::Db;

use crate::store::StoreError;
use crate::store::sled::error::{failed, refused};
use crate::store::sled::integrity::full_scan::full_scan;
use crate::store::sled::integrity::record_count::{RecordCount, fingerprint, length};
use crate::store::sled::opening::open_locked::{CACHE_BYTES, open_locked};
use crate::store::sled::opening::time_limit::{Undone, with_time_limit};
use crate::store::sled::rewrite::swap::{COPY, prepare};
use crate::store::sled::values::{DATA, RECORD_COUNT};

/// sled's name for the settings file.
const CONF: &str = "conf";
/// sled's name for the folder of values in files of their own.
const BLOBS: &str = "blobs";

/// Number of values written and flushed at once. With a tenth or ten times as many, the copy takes
/// half as long again.
const BATCH: u64 = 1_000;
/// Maximum number of bytes written and flushed at once.
const BATCH_BYTES: u64 = 1 << 20;

/// Reason why a copy could not be made.
#[derive(Debug)]
pub(in crate::store::sled) struct CopyFailure(pub(in crate::store::sled) String);

impl CopyFailure {
    fn new(reason: impl Display) -> Self {
        Self(reason.to_string())
    }
}

impl From<io::Error> for CopyFailure {
    fn from(error: io::Error) -> Self {
        refused(&error).into()
    }
}

impl From<StoreError> for CopyFailure {
    fn from(error: StoreError) -> Self {
        Self::new(error)
    }
}

/// Builds a copy as [`build`] does, but gives up after `limit`.
pub(in crate::store::sled) fn build_in_time(
    db: Db,
    path: &Path,
    limit: Duration,
) -> Result<u64, CopyFailure> {
    let is_wanted = Arc::new(AtomicBool::new(true));
    let (place, wanted) = (path.to_owned(), Arc::clone(&is_wanted));
    let built = with_time_limit("store-compacting", limit, move || {
        build(&db, &place, &mut |_| wanted.load(Ordering::Relaxed))
    });
    is_wanted.store(false, Ordering::Relaxed);
    built.unwrap_or_else(|undone| {
        Err(match undone {
            Undone::Late => CopyFailure(format!(
                "it took more than {} s; `focusbot compact` takes its time",
                limit.as_secs()
            )),
            Undone::Panicked(reason) => CopyFailure(format!("it panicked: {reason}")),
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
) -> Result<u64, CopyFailure> {
    let copy = path.join(COPY);
    prepare(path)?;
    let count = write(db, &copy, go_on)?;
    let again = open_locked(&copy).map_err(CopyFailure::new)?;
    count.compare(count.with(full_scan(&again, &[])?.count))?;
    if RecordCount::read(&again)? != count {
        return Err(CopyFailure::new("the copy has another record count"));
    }
    drop(again);
    let has_blobs = |path: &Path| Ok::<_, io::Error>(fs::read_dir(path.join(BLOBS))?.count() > 0);
    if has_blobs(path)? || has_blobs(&copy)? {
        return Err(CopyFailure::new("it has values in files of their own"));
    }
    if fs::read(path.join(CONF))? != fs::read(copy.join(CONF))? {
        return Err(CopyFailure::new("the copy has other settings"));
    }
    Ok(file_length(&copy)?)
}

/// Writes all values to the copy, and returns its record count.
fn write(
    db: &Db,
    copy: &Path,
    go_on: &mut dyn FnMut(u64) -> bool,
) -> Result<RecordCount, CopyFailure> {
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
            return Err(CopyFailure::new("nobody waits for it any more"));
        }
    }
    let count = RecordCount::read(db)?;
    count.compare(count.with(counted))?;
    Ok(count)
}

pub(in crate::store::sled) fn file_length(path: &Path) -> io::Result<u64> {
    Ok(fs::metadata(path.join(DATA))?.len())
}
