//! Swap of a database and its copy.
//!
//! Once sled has overwritten early segments, a data file can be read only together with its
//! snapshot, so two files have to be swapped, which no single rename can do. Instead, one rename
//! decides which database counts: renaming the folder with the copy from [`COPY`] to [`DONE`]. From
//! then on the copy is the database, wherever its files are. The steps that follow can be
//! interrupted anywhere and repeated, and every opening completes them before sled sees a file: the
//! old snapshots are removed, the data file of the copy takes the old one's place, its snapshots
//! follow. A folder still called [`COPY`] is useless, and is removed.
//!
//! A data file that is a link stays one: the copy's data file is also a link, to a file beside the
//! target of the old link, and these two links are swapped.

use std::fs::{self, OpenOptions};
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};

use crate::store::folder;
use crate::store::sled::opening::snapshots::snapshots;
use crate::store::sled::values::DATA;

/// Name of the folder with an unfinished copy, within that of the database.
pub(in crate::store::sled) const COPY: &str = "compacting";
/// Name of the folder with a copy that counts as the database from now on.
pub(in crate::store) const DONE: &str = "compacted";

/// Single disk access; tests interrupt a swap at each of them.
#[derive(Clone, Copy, Debug)]
pub(in crate::store::sled) enum DiskAccess<'p> {
    /// Reads the file system.
    Look,
    /// Syncs the content of the file to disk.
    SyncFile(&'p Path),
    /// Syncs renames and removals in the folder to disk.
    Sync(&'p Path),
    /// Renames the first to the second.
    Rename(&'p Path, &'p Path),
    /// Removes the file.
    Remove(&'p Path),
    /// Removes the folder with everything in it.
    RemoveFolder(&'p Path),
}

/// Function that performs steps: [`take`], outside of tests.
pub(in crate::store::sled) type Take<'t> = &'t mut dyn FnMut(DiskAccess<'_>) -> io::Result<()>;

/// Performs a step.
pub(in crate::store::sled) fn take(step: DiskAccess<'_>) -> io::Result<()> {
    match step {
        DiskAccess::Look => Ok(()),
        // Windows flushes only files opened for writing.
        DiskAccess::SyncFile(file) => OpenOptions::new().write(true).open(file)?.sync_all(),
        DiskAccess::Sync(folder) => folder::sync(folder),
        DiskAccess::Rename(from, to) => fs::rename(from, to),
        DiskAccess::Remove(file) => fs::remove_file(file),
        DiskAccess::RemoveFolder(folder) => fs::remove_dir_all(folder),
    }
}

/// Reason why the copy is not in place.
#[derive(Debug)]
pub(in crate::store::sled) enum Unswapped {
    /// The old database is unchanged, and stays in use.
    Not(io::Error),
    /// The copy may be the database already: the old one must no longer be written, and the next
    /// opening continues from here.
    Begun(io::Error),
}

/// Prepares the place for the data file of a copy in the folder `path`, possibly on another file
/// system.
pub(in crate::store::sled) fn prepare(path: &Path) -> io::Result<()> {
    let Some(beside) = beside(path) else {
        return Ok(());
    };
    fs::create_dir(path.join(COPY))?;
    link(&beside, &path.join(COPY).join(DATA))
}

#[cfg(unix)]
pub(in crate::store::sled) fn link(target: &Path, link: &Path) -> io::Result<()> {
    std::os::unix::fs::symlink(target, link)
}

/// Fails: on other systems not every user may create links.
#[cfg(not(unix))]
pub(in crate::store::sled) fn link(_: &Path, _: &Path) -> io::Result<()> {
    Err(io::Error::new(
        ErrorKind::Unsupported,
        "the data file is a link",
    ))
}

/// Returns the path of the copy's data file, if the data file in the folder `path` is a link.
fn beside(path: &Path) -> Option<PathBuf> {
    let data = path.join(DATA);
    let target = data.is_symlink().then(|| data.canonicalize())?.ok()?;
    let mut name = target.file_name()?.to_owned();
    name.push(".compacting");
    Some(target.with_file_name(name))
}

/// Swaps the database for the complete copy in the folder [`COPY`] of `path`.
pub(in crate::store::sled) fn swap(path: &Path, take: Take<'_>) -> Result<(), Unswapped> {
    let (copy, done) = (path.join(COPY), path.join(DONE));
    take(DiskAccess::SyncFile(&copy.join(DATA)))
        .and_then(|()| take(DiskAccess::Sync(&copy)))
        .map_err(Unswapped::Not)?;
    if let Err(error) = take(DiskAccess::Rename(&copy, &done)) {
        // An operation may have succeeded even if the disk reports an error.
        return Err(match done.try_exists() {
            Ok(false) => Unswapped::Not(error),
            Ok(true) | Err(_) => Unswapped::Begun(error),
        });
    }
    finish(path, take).map_err(Unswapped::Begun)
}

/// Completes a swap that has begun, if there is one.
pub(in crate::store::sled) fn finish(path: &Path, take: Take<'_>) -> io::Result<()> {
    let done = path.join(DONE);
    take(DiskAccess::Look)?;
    if !done.try_exists()? {
        return Ok(());
    }
    // No file of the old database is removed before it is certain that the copy counts.
    take(DiskAccess::Sync(path))?;
    let (new, old) = (done.join(DATA), path.join(DATA));
    take(DiskAccess::Look)?;
    if new.try_exists()? {
        take(DiskAccess::Look)?;
        for snapshot in snapshots(path)? {
            take(DiskAccess::Remove(&snapshot))?;
        }
        take(DiskAccess::Sync(path))?;
        take(DiskAccess::Look)?;
        let (new, old) = (new.canonicalize()?, old.canonicalize()?);
        take(DiskAccess::Rename(&new, &old))?;
        take(DiskAccess::Sync(old.parent().unwrap_or(path)))?;
        // As long as the copy has a data file, snapshots are assumed to be the old ones.
        take(DiskAccess::Sync(path))?;
        take(DiskAccess::Sync(&done))?;
    }
    take(DiskAccess::Look)?;
    for snapshot in snapshots(&done)? {
        let place = path.join(snapshot.file_name().unwrap_or_default());
        take(DiskAccess::Rename(&snapshot, &place))?;
    }
    take(DiskAccess::Sync(path))?;
    take(DiskAccess::RemoveFolder(&done))?;
    take(DiskAccess::Sync(path))
}

/// Removes the remains of a copy that does not count.
pub(in crate::store::sled) fn sweep(path: &Path) {
    if let Some(beside) = beside(path)
        && fs::read_link(path.join(COPY).join(DATA)).is_ok_and(|target| target == beside)
    {
        // It may never have been created.
        let _ = fs::remove_file(beside);
    }
    match fs::remove_dir_all(path.join(COPY)) {
        Err(error) if error.kind() != ErrorKind::NotFound => {
            tracing::warn!(%error, "a copy of the database stays in its folder `{COPY}`");
        }
        Err(_) | Ok(()) => {}
    }
}

#[cfg(test)]
mod tests;
