//! Keeping other processes out, and removing what none of them uses.

use std::fs;
use std::io;
use std::path::Path;
use std::sync::Arc;
use std::thread;
use std::time::Duration;

use sled::Db;

use crate::store::folder::{self, Folder, Lock};
use crate::store::sled::opening::error::{OpenError, in_folder};
use crate::store::sled::{CACHE_BYTES, DATA, FLUSH_EVERY_MS, failed};

/// How often a taken lock is tried: a process that ends lets go of it a moment later.
const LOCK_TRIES: u32 = 20;
/// Time between two tries.
const LOCK_PAUSE: Duration = Duration::from_millis(50);

/// Keeps other processes out of the data folder, once none has it.
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

/// Removes a data folder with its games and their backups, unless another process uses them.
///
/// # Errors
///
/// The games are in use, or something cannot be removed.
pub fn remove(folder: &Folder) -> Result<(), OpenError> {
    let path = folder.store();
    let _lock = lock(folder)?;
    let exists = path.join(DATA).try_exists();
    // A damaged database is in nobody's use.
    if exists.map_err(|error| in_folder(&path, error))?
        && let Err(in_use @ OpenError::InUse(_)) = open_locked(&path)
    {
        return Err(in_use);
    }
    let folder = folder.path();
    fs::remove_dir_all(folder).map_err(|error| in_folder(folder, error))
}

/// Opens the database in the folder `path`, once no other process has it.
pub(in crate::store::sled) fn open_locked(path: &Path) -> Result<Db, OpenError> {
    let config = sled::Config::new()
        .path(path)
        .cache_capacity(CACHE_BYTES)
        .flush_every_ms(Some(FLUSH_EVERY_MS));
    for _ in 1..LOCK_TRIES {
        let before = identity(path);
        match config.open() {
            Err(sled::Error::Io(error)) if is_lock(&error) => thread::sleep(LOCK_PAUSE),
            Err(sled::Error::Io(error)) => return Err(in_folder(path, error)),
            Err(error) => return Err(failed(error).into()),
            // Else another process has just put a new file in the place of the one that is locked.
            Ok(db) if before.is_none() || before == identity(path) => return Ok(db),
            Ok(_) => {}
        }
    }
    Err(OpenError::InUse(path.to_owned()))
}

/// What tells the data file in the folder `path` from another of the same name, if there is one.
#[cfg(unix)]
pub(in crate::store::sled) fn identity(path: &Path) -> Option<(u64, u64)> {
    use std::os::unix::fs::MetadataExt;

    let file = fs::metadata(path.join(DATA)).ok()?;
    Some((file.dev(), file.ino()))
}

/// Elsewhere nobody replaces a file that is open.
#[cfg(not(unix))]
pub(in crate::store::sled) fn identity(_: &Path) -> Option<(u64, u64)> {
    None
}

/// sled says in words only that another process has the lock.
fn is_lock(error: &io::Error) -> bool {
    error.to_string().contains("could not acquire lock")
}
