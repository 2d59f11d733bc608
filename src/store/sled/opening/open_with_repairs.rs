//! Opening a database with repairs, without rebuilding or compacting it.

use std::fs;
use std::io::{self, ErrorKind};
use std::sync::Arc;

use crate::store::backup;
use crate::store::backup::restore::move_in;
use crate::store::folder::{self, Folder, Lock};
use crate::store::journal;
use crate::store::sled::DATA;
use crate::store::sled::opening::error::{OpenError, in_folder};
use crate::store::sled::opening::opened::Opened;
use crate::store::sled::opening::options::Options;
use crate::store::sled::opening::read::open_and_read;
use crate::store::sled::opening::read_failure::ReadFailure;
use crate::store::sled::opening::snapshots::move_snapshots;
use crate::store::sled::opening::time_limit::{Undone, with_time_limit};
use crate::store::sled::rewrite::swap::{finish, take};

/// Opens the database with repairs, but without compacting or rebuilding it.
pub(in crate::store::sled) fn open_mended(
    folder: &Folder,
    options: Options,
    lock: &Arc<Lock>,
) -> Result<Opened, OpenError> {
    let mut opened = mended(folder, options)?;
    opened.store.lock = Some(Arc::clone(lock));
    Ok(opened)
}

fn mended(folder: &Folder, options: Options) -> Result<Opened, OpenError> {
    let path = folder.store();
    finish(&path, &mut take).map_err(|error| in_folder(&path, error))?;
    let (backups, journal) = (folder.backups(), folder.journal());
    let newest = backup::newest(&backups).map_err(|error| in_folder(&backups, error))?;
    let has_journal = journal::is_there(&journal).map_err(|error| in_folder(&journal, error))?;
    let has_past = newest.is_some() || has_journal;
    let data = path.join(DATA);
    let exists = || data.try_exists().map_err(|error| in_folder(&path, error));
    if !exists()? {
        finish_rebuilding(folder).map_err(|error| in_folder(&folder.rebuilding(), error))?;
    }
    if exists()? {
        sweep_workshops(folder);
    } else if has_past {
        return Err(OpenError::Gone { path, newest });
    } else if let staging = folder.restoring()
        && staging.exists()
    {
        return Err(OpenError::HalfRestored { path, staging });
    }
    let made = fs::create_dir_all(&path).and_then(|()| folder::sync(folder.path()));
    made.map_err(|error| OpenError::Folder {
        path: path.clone(),
        error,
    })?;
    for own in [&path, &journal, &backups] {
        folder::make_private(own);
    }
    let has_backup = newest.is_some();
    let open_watched = || open_watched(folder, has_backup, options);
    let damaged = |reason, is_late| OpenError::Damaged {
        path: path.clone(),
        reason,
        is_late,
        newest: newest.clone(),
    };
    let reason = match open_watched() {
        Ok(opened) => return Ok(opened),
        Err(ReadFailure::Corruption(reason)) => reason,
        Err(ReadFailure::Damage(reason)) => return Err(damaged(reason, false)),
        Err(ReadFailure::Late(reason)) => return Err(damaged(reason, true)),
        Err(ReadFailure::Other(error)) => return Err(error),
    };
    let snapshots = move_snapshots(&path).map_err(|error| OpenError::Folder {
        path: path.clone(),
        error,
    })?;
    if snapshots.is_empty() {
        return Err(damaged(reason, false));
    }
    tracing::warn!(%reason, ?snapshots, "moved a damaged snapshot aside");
    match open_watched() {
        Ok(opened) => Ok(Opened {
            snapshots,
            ..opened
        }),
        Err(ReadFailure::Corruption(reason) | ReadFailure::Damage(reason)) => {
            Err(damaged(reason, false))
        }
        Err(ReadFailure::Late(reason)) => Err(damaged(reason, true)),
        Err(ReadFailure::Other(error)) => Err(error),
    }
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

/// Removes what an interrupted restore or rebuilding left.
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
fn open_watched(
    folder: &Folder,
    has_backup: bool,
    options: Options,
) -> Result<Opened, ReadFailure> {
    let place = folder.clone();
    let opened = with_time_limit("store-opening", options.limit, move || {
        open_and_read(&place, has_backup, options)
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
