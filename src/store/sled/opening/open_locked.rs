//! Opening of a database as its only user, the lock of its data folder, and its removal.

use std::fs;
use std::io;
use std::path::Path;
use std::sync::Arc;
use std::thread;
use std::time::Duration;

use sled::Db;

use crate::store::folder::{self, Folder, Lock};
use crate::store::sled::error::failed;
use crate::store::sled::opening::error::{OpenError, in_folder};
use crate::store::sled::values::DATA;

/// Size of the page cache in bytes as on disk; in memory pages take about three times as much.
/// sled's default is 1 GiB. Other pages are read again, usually from the system's own cache.
pub(in crate::store::sled) const CACHE_BYTES: u64 = 8 << 20;
/// Interval at which sled flushes by itself, in milliseconds.
const FLUSH_EVERY_MS: u64 = 200;
/// Number of attempts at a held lock: a process that ends releases it a moment later.
const LOCK_TRIES: u32 = 20;
/// Time between two attempts.
const LOCK_PAUSE: Duration = Duration::from_millis(50);

/// Locks the data folder, and waits briefly if another process holds it.
pub(in crate::store) fn lock(folder: &Folder) -> Result<Arc<Lock>, OpenError> {
    let failed = |error| in_folder(folder.path(), error);
    folder::make(folder.path()).map_err(failed)?;
    for _ in 1..LOCK_TRIES {
        match folder.lock().map_err(failed)? {
            Some(lock) => return Ok(Arc::new(lock)),
            None => thread::sleep(LOCK_PAUSE),
        }
    }
    Err(OpenError::InUse(folder.store()))
}

/// Removes a data folder with its games and their backups, unless another process uses it.
///
/// # Errors
///
/// The games are in use, the folder is not a data folder, or something cannot be removed.
pub fn remove(folder: &Folder) -> Result<(), OpenError> {
    let is_foreign = folder.is_foreign();
    if is_foreign.map_err(|error| in_folder(folder.path(), error))? {
        return Err(OpenError::Foreign(folder.path().to_owned()));
    }
    let path = folder.store();
    let _lock = lock(folder)?;
    let exists = path.join(DATA).try_exists();
    // A damaged database is not in use.
    if exists.map_err(|error| in_folder(&path, error))?
        && let Err(in_use @ OpenError::InUse(_)) = open_locked(&path)
    {
        return Err(in_use);
    }
    let folder = folder.path();
    fs::remove_dir_all(folder).map_err(|error| in_folder(folder, error))
}

/// Opens the database in the folder `path`, and waits briefly if another process uses it.
pub(in crate::store::sled) fn open_locked(path: &Path) -> Result<Db, OpenError> {
    let config = sled::Config::new()
        .cache_capacity(CACHE_BYTES)
        .flush_every_ms(Some(FLUSH_EVERY_MS));
    open_with(path, config)
}

/// Opens the database in the folder `path` with the given settings, and waits briefly if another
/// process uses it, or this one has not quite closed it: sled's threads outlive it for a moment.
pub(in crate::store::sled) fn open_with(
    path: &Path,
    config: sled::Config,
) -> Result<Db, OpenError> {
    let config = config.path(path);
    for _ in 1..LOCK_TRIES {
        let before = identity(path);
        match config.open() {
            Err(sled::Error::Io(error)) if is_lock(&error) => thread::sleep(LOCK_PAUSE),
            Err(sled::Error::Io(error)) => return Err(in_folder(path, error)),
            Err(error) => return Err(failed(error).into()),
            // Otherwise another process has just replaced the locked file by a new one.
            Ok(db) if before.is_none() || before == identity(path) => return Ok(db),
            Ok(_) => {}
        }
    }
    Err(OpenError::InUse(path.to_owned()))
}

/// Returns the identity of the data file in the folder `path`, if there is one.
#[cfg(unix)]
pub(in crate::store::sled) fn identity(path: &Path) -> Option<(u64, u64)> {
    use std::os::unix::fs::MetadataExt;

    let file = fs::metadata(path.join(DATA)).ok()?;
    Some((file.dev(), file.ino()))
}

/// Returns `None`: on other systems nobody replaces an open file.
#[cfg(not(unix))]
pub(in crate::store::sled) fn identity(_: &Path) -> Option<(u64, u64)> {
    None
}

/// Returns whether another process holds the lock, which sled reports only as text.
fn is_lock(error: &io::Error) -> bool {
    error.to_string().contains("could not acquire lock")
}
