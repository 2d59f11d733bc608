//! Backups in a folder: their order, their age, and removal of old ones.

use std::fs::{self, File, TryLockError};
use std::io::{self, ErrorKind, Read, Seek, SeekFrom};
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

use time::macros::format_description;
use time::{OffsetDateTime, PrimitiveDateTime, UtcOffset};

use crate::store::backup::lines::{BackupEnd, Trailer};
use crate::store::{Lineage, Revision};

/// Upper bound on the length of the last line, in bytes.
const LAST_LINE: u64 = 512;
/// Extension of a backup until it is complete.
pub(super) const UNFINISHED: &str = "unfinished";

const NAME: &[time::format_description::BorrowedFormatItem<'static>] = format_description!(
    "focusbot-[year]-[month]-[day]T[hour]-[minute]-[second]-[subsecond digits:3]Z.jsonl"
);

/// Returns whether the newest backup in `folder` is at least `interval` old, or there is none.
///
/// Backups from the future do not count: the clock was set back since.
#[must_use]
pub fn is_due(folder: &Path, now: SystemTime, interval: Duration) -> bool {
    let newest = newest_time(folder, now);
    let age = newest.and_then(|time| now.duration_since(time).ok());
    age.is_none_or(|age| age >= interval)
}

/// Returns the time of the newest backup in `folder`, if there is one that is not from the future.
#[must_use]
pub fn newest_time(folder: &Path, now: SystemTime) -> Option<SystemTime> {
    // If they cannot be read, the next backup reports why.
    let backups = list(folder).unwrap_or_default();
    let times = backups.iter().filter_map(|path| created(path));
    times.filter(|time| *time <= now).max()
}

/// Returns the newest backup in `folder`, if there is one. Among backups of one history, that is
/// the one with the most commits, regardless of the clock.
///
/// # Errors
///
/// The folder cannot be read.
pub fn newest(folder: &Path) -> io::Result<Option<PathBuf>> {
    let mut backups = list(folder)?;
    let Some(last) = backups.pop() else {
        return Ok(None);
    };
    let Some((lineage, commits)) = place(&last) else {
        return Ok(Some(last));
    };
    let further = backups.into_iter().filter_map(|path| {
        let (own, reached) = place(&path)?;
        (own == lineage && reached > commits).then_some((reached, path))
    });
    let furthest = further.max().map(|(_, path)| path);
    Ok(Some(furthest.unwrap_or(last)))
}

/// Returns the backups in `folder`, oldest first; none if there is no such folder.
///
/// # Errors
///
/// The folder cannot be read.
pub fn list(folder: &Path) -> io::Result<Vec<PathBuf>> {
    let mut paths = match files(folder) {
        // A link to an unmounted disk also leads nowhere.
        Err(error) if error.kind() == ErrorKind::NotFound && !folder.is_symlink() => Vec::new(),
        files => files?,
    };
    paths.retain(|path| created(path).is_some());
    paths.sort();
    Ok(paths)
}

/// Returns the last commit and the size in bytes of each backup in `folder` that belongs to this
/// history, in the order of the commits.
pub(crate) fn reaches(folder: &Path, lineage: Lineage) -> Vec<(Revision, u64)> {
    // If they cannot be read, the journal keeps everything.
    let backups = list(folder).unwrap_or_default();
    let reaches = backups.iter().filter_map(|path| {
        let (own, commits) = place(path)?;
        let bytes = fs::metadata(path).ok()?.len();
        (own == lineage).then_some((commits, bytes))
    });
    let mut reaches: Vec<_> = reaches.collect();
    reaches.sort_unstable();
    reaches
}

/// Returns the history a backup belongs to and its last commit, if it belongs to one.
pub(crate) fn place(path: &Path) -> Option<(Lineage, Revision)> {
    end(path)?.place()
}

/// Returns the content of the last line of a backup; reads nothing else.
pub(super) fn end(path: &Path) -> Option<BackupEnd> {
    let mut file = File::open(path).ok()?;
    let length = file.metadata().ok()?.len();
    file.seek(SeekFrom::Start(length.saturating_sub(LAST_LINE)))
        .ok()?;
    let mut bytes = Vec::new();
    file.read_to_end(&mut bytes).ok()?;
    let line = bytes.strip_suffix(b"\n")?;
    let begin = line.iter().rposition(|byte| *byte == b'\n')? + 1;
    let trailer: Trailer = serde_json::from_slice(&line[begin..]).ok()?;
    Some(trailer.end)
}

fn files(folder: &Path) -> io::Result<Vec<PathBuf>> {
    let entries = fs::read_dir(folder)?;
    entries.map(|entry| Ok(entry?.path())).collect()
}

/// Returns the size in bytes of unfinished backups in `folder`.
#[must_use]
pub fn unfinished_bytes(folder: &Path) -> u64 {
    let paths = files(folder).unwrap_or_default().into_iter();
    let unfinished = paths.filter(|path| is_unfinished(path));
    unfinished
        .filter_map(|path| Some(fs::metadata(path).ok()?.len()))
        .sum()
}

fn is_unfinished(path: &Path) -> bool {
    path.extension().is_some_and(|end| end == UNFINISHED)
        && created(&path.with_extension("jsonl")).is_some()
}

/// Returns whether a process, perhaps this one, is writing a file; it holds a lock until it ends.
fn is_being_written(path: &Path) -> bool {
    let locked = File::open(path).map(|file| file.try_lock());
    matches!(locked, Ok(Err(TryLockError::WouldBlock)))
}

/// Removes unfinished backups that nobody is writing; each may be as large as a whole one.
pub(super) fn sweep(folder: &Path) -> io::Result<()> {
    for path in files(folder)? {
        if is_unfinished(&path)
            && !is_being_written(&path)
            && let Err(error) = fs::remove_file(&path)
        {
            tracing::warn!(%error, path = %path.display(), "an incomplete backup could not be removed");
        }
    }
    Ok(())
}

/// Removes all backups but `keep`: those from the future first, then the oldest, and never the one
/// just written.
pub(super) fn prune(folder: &Path, written: &Path, now: SystemTime, keep: usize) -> Vec<PathBuf> {
    let listed = list(folder).inspect_err(|error| {
        tracing::warn!(%error, "old backups could not be listed, so none is removed");
    });
    let mut backups = listed.unwrap_or_default();
    let too_many = backups.len().saturating_sub(keep.max(1));
    backups.retain(|path| path != written);
    backups.sort_by_key(|path| created(path).is_none_or(|created| created <= now));
    backups.truncate(too_many);
    backups.retain(|path| {
        let removed = fs::remove_file(path).inspect_err(|error| {
            tracing::warn!(%error, path = %path.display(), "an old backup could not be removed");
        });
        removed.is_ok()
    });
    backups
}

/// Returns the file name of a backup made at `now`; names sort by time.
pub(super) fn name(now: SystemTime) -> String {
    let now = OffsetDateTime::from(now).to_offset(UtcOffset::UTC);
    now.format(NAME).expect("a time within the calendar")
}

/// Returns the time of the backup at `path`; `None` if its name is not that of a backup.
fn created(path: &Path) -> Option<SystemTime> {
    let name = path.file_name()?.to_str()?;
    let time = PrimitiveDateTime::parse(name, NAME).ok()?;
    Some(time.assume_utc().into())
}
