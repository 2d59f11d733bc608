//! Opening a database with repairs, without rebuilding or compacting it.

use std::fs;
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use crate::store::backup;
use crate::store::backup::restore::move_in;
use crate::store::folder::{self, Folder, Lock};
use crate::store::journal;
use crate::store::sled::opening::error::{OpenError, in_folder};
use crate::store::sled::opening::opened::Opened;
use crate::store::sled::opening::options::Options;
use crate::store::sled::opening::read::open_and_read;
use crate::store::sled::opening::read_failure::ReadFailure;
use crate::store::sled::opening::snapshots::{move_damaged_snapshots, remove_unfinished_snapshots};
use crate::store::sled::opening::time_limit::{Undone, with_time_limit};
use crate::store::sled::rewrite::swap::{finish, take};
use crate::store::sled::values::DATA;

/// Opens the database with repairs, but without compacting or rebuilding it.
pub(in crate::store::sled) fn open_mended(
    folder: &Folder,
    options: Options,
    lock: &Arc<Lock>,
) -> Result<Opened, OpenError> {
    let newest = prepare(folder)?;
    open_prepared(folder, newest.as_deref(), options, lock)
}

/// Finishes interrupted steps, creates the folder unless games that were there are gone, and
/// returns the newest backup.
fn prepare(folder: &Folder) -> Result<Option<PathBuf>, OpenError> {
    let path = folder.store();
    finish(&path, &mut take).map_err(|error| in_folder(&path, error))?;
    let (backups, journal) = (folder.backups(), folder.journal());
    let newest = backup::newest(&backups).map_err(|error| in_folder(&backups, error))?;
    let has_journal = journal::is_there(&journal).map_err(|error| in_folder(&journal, error))?;
    let data = path.join(DATA);
    let exists = || data.try_exists().map_err(|error| in_folder(&path, error));
    if !exists()? {
        finish_rebuilding(folder).map_err(|error| in_folder(&folder.rebuilding(), error))?;
    }
    if exists()? {
        sweep_workshops(folder);
    } else if newest.is_some() || has_journal {
        return Err(OpenError::Gone { path, newest });
    } else if let staging = folder.restoring()
        && staging.exists()
    {
        return Err(OpenError::HalfRestored { path, staging });
    }
    let made = fs::create_dir_all(&path).and_then(|()| folder::sync(folder.path()));
    made.map_err(|error| in_folder(&path, error))?;
    for own in [&path, &journal, &backups] {
        folder::make_private(own);
    }
    Ok(newest)
}

/// Opens the database, and once more without its damaged snapshots if there are any.
fn open_prepared(
    folder: &Folder,
    newest: Option<&Path>,
    options: Options,
    lock: &Arc<Lock>,
) -> Result<Opened, OpenError> {
    let path = folder.store();
    remove_unfinished_snapshots(&path).map_err(|error| in_folder(&path, error))?;
    let open = || open_watched(folder, newest.is_some(), options, lock);
    let refusal = |failure: ReadFailure| {
        let (reason, is_late) = match failure {
            ReadFailure::Corruption(reason) | ReadFailure::Damage(reason) => (reason, false),
            ReadFailure::Late(reason) => (reason, true),
            ReadFailure::Other(error) => return error,
        };
        OpenError::Damaged {
            path: path.clone(),
            reason,
            is_late,
            newest: newest.map(Path::to_owned),
        }
    };
    let reason = match open() {
        Err(ReadFailure::Corruption(reason)) => reason,
        opened => return opened.map_err(refusal),
    };
    let snapshots = move_damaged_snapshots(&path).map_err(|error| in_folder(&path, error))?;
    if snapshots.is_empty() {
        return Err(refusal(ReadFailure::Corruption(reason)));
    }
    tracing::warn!(%reason, ?snapshots, "moved a damaged snapshot aside");
    let opened = open().map_err(refusal)?;
    Ok(Opened {
        snapshots,
        ..opened
    })
}

/// Puts a rebuilt database in its place, from which the damaged one has been moved already.
fn finish_rebuilding(folder: &Folder) -> io::Result<()> {
    let staging = folder.rebuilding();
    let data = Folder::new(&staging).store().join(DATA);
    if !data.try_exists()? {
        return Ok(());
    }
    tracing::warn!("continuing with the database that was being rebuilt");
    move_in(&staging, folder)
}

/// Removes the remains of an interrupted restore or rebuilding.
fn sweep_workshops(folder: &Folder) {
    for staging in [folder.restoring(), folder.rebuilding()] {
        match fs::remove_dir_all(&staging) {
            Ok(()) => tracing::info!(path = %staging.display(), "removed an incomplete database"),
            Err(error) if error.kind() == ErrorKind::NotFound => {}
            Err(error) => {
                let path = staging.display();
                tracing::warn!(%error, %path, "an incomplete database could not be removed; remove it");
            }
        }
    }
}

/// Opens and reads everything on a thread that may panic or never return.
///
/// The thread keeps the lock as long as it runs: sled reads and writes its settings file before it
/// locks its own, so a second opening beside an abandoned one could mistake a half-written one for
/// damage.
fn open_watched(
    folder: &Folder,
    has_backup: bool,
    options: Options,
    lock: &Arc<Lock>,
) -> Result<Opened, ReadFailure> {
    let (place, lock) = (folder.clone(), Arc::clone(lock));
    let opened = with_time_limit("store-opening", options.limit, move || {
        let mut opened = open_and_read(&place, has_backup, options)?;
        opened.store.lock = Some(lock);
        Ok(opened)
    });
    opened.unwrap_or_else(|undone| {
        Err(match undone {
            Undone::Late => ReadFailure::Late(format!(
                "reading it took more than {} s (`data.open_limit_seconds`)",
                options.limit.as_secs_f32()
            )),
            Undone::Panicked(reason) => {
                ReadFailure::Damage(format!("reading it panicked: {reason}"))
            }
            Undone::NotBegun(error) => in_folder(&folder.store(), error).into(),
        })
    })
}
