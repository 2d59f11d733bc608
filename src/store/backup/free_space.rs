//! Free space on the disk for one more backup.

use std::fs;
use std::path::Path;

use crate::store::backup::{self, BackupError, list};
use crate::store::folder;

/// Number of bytes in a MiB.
const MIB: u64 = 1 << 20;
/// Number of bytes that a backup leaves free, for the database and its journal.
const LEFT_FREE: u64 = 32 * MIB;

/// Checks that the disk of `folder` has space for a backup as large as the newest one: a full disk
/// ends the bot. Removes the remains of unfinished backups first.
///
/// # Errors
///
/// There is too little space, or the folder cannot be created.
pub fn check_free_space(folder: &Path) -> Result<(), BackupError> {
    folder::make(folder).map_err(|error| BackupError::File {
        path: folder.to_owned(),
        error,
    })?;
    // If they cannot be read, writing the backup reports why.
    let _ = list::sweep(folder);
    let newest = backup::list(folder).unwrap_or_default().pop();
    let bytes = newest.and_then(|path| Some(fs::metadata(path).ok()?.len()));
    let needed = bytes.unwrap_or(0).saturating_add(LEFT_FREE);
    match free_bytes(folder) {
        Some(free) if free < needed => Err(BackupError::NoSpace {
            folder: folder.to_owned(),
            needed_mib: needed.div_ceil(MIB),
            free_mib: free / MIB,
        }),
        Some(_) | None => Ok(()),
    }
}

/// Returns the number of bytes that the program may still write to the disk of a folder, if the
/// system knows it.
#[cfg(unix)]
fn free_bytes(folder: &Path) -> Option<u64> {
    let disk = rustix::fs::statvfs(folder).ok()?;
    // Some file systems over a network report no sizes.
    (disk.f_blocks > 0).then(|| disk.f_bavail.saturating_mul(disk.f_frsize))
}

/// Returns `None`: on other systems, writing the backup reports a full disk.
#[cfg(not(unix))]
const fn free_bytes(_: &Path) -> Option<u64> {
    None
}
