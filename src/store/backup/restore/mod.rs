//! Restoring a database from a backup.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use data_encoding::HEXLOWER;

use crate::store::backup;
use crate::store::backup::list::end;
use crate::store::backup::read::{OnProgress, check, read};
pub use crate::store::backup::restore_error::RestoreError;
use crate::store::backup::restore_error::in_folder;
use crate::store::backup::source::{RestoreSource, source};
use crate::store::folder::{self, Folder};
use crate::store::journal::{self, Contents};
use crate::store::sled::{self, BulkLoad, CommitMarker, Opened, Options, SledStore};
use crate::store::{ReadPoint, Revision};

/// Number of times a restore reads each byte of its backup: to check, to write and to compare it.
pub const PASSES: u64 = 3;

/// Result of a restore.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Restored {
    /// Number of values from the backup.
    pub records: u64,
    /// Number of later changes from the journal.
    pub changes: u64,
    /// Number of later changes that the journal has lost.
    pub lost: u64,
}

/// Restores a backup to the data folder, which must not contain a database, and returns the number
/// of values. Values of tables that only a newer program knows are set aside for it.
///
/// The whole backup is checked before anything is written, and the database is put in place only
/// when it is complete. Later changes from the journal in the data folder are added.
///
/// # Errors
///
/// The backup is invalid, or there is a database already, or the new one cannot be written.
pub fn restore(backup: &Path, folder: &Folder) -> Result<u64, RestoreError> {
    let restored = restore_with(backup, folder, Options::default(), &mut |_| {})?;
    Ok(restored.records)
}

/// Restores a backup as [`restore`] does, and reports all bytes read to `progress`; every byte is
/// read [`PASSES`] times. The database is opened with `options` if the journal has later changes
/// for it.
///
/// # Errors
///
/// Those of [`restore`].
pub fn restore_with(
    backup: &Path,
    folder: &Folder,
    options: Options,
    progress: OnProgress<'_>,
) -> Result<Restored, RestoreError> {
    let records = check(backup, progress)?;
    // Keeps other restores and bots out of the following steps.
    let lock = sled::lock(folder)?;
    refuse_if_in_the_way(folder)?;
    let (source, has_more) = begin_with(backup, folder)?;
    let staging = folder.restoring();
    build(&source, &staging, progress)?;
    set_remains_aside(folder)?;
    move_in(&staging, folder).map_err(in_folder(&folder.store()))?;
    let mut restored = Restored {
        records,
        ..Restored::default()
    };
    drop(lock);
    if has_more {
        let opened = SledStore::open(folder, options)?;
        (restored.changes, restored.lost) = (opened.replayed, opened.lost_commits);
    }
    Ok(restored)
}

/// Restores everything that can be restored: from the newest backup from which the journal
/// continues, or from the journal alone if there is no backup yet. Returns the numbers of values
/// and changes.
///
/// # Errors
///
/// There is nothing to restore, or a journal beside a backup of another store, and only a clock says
/// which is newer; otherwise those of [`restore`].
pub fn restore_all(
    folder: &Folder,
    options: Options,
    progress: OnProgress<'_>,
) -> Result<Restored, RestoreError> {
    refuse_if_in_the_way(folder)?;
    let whole = source(folder, ReadPoint::default())?;
    let backups = folder.backups();
    let backup = match &whole {
        Some(source) => source.backup.clone(),
        None => backup::newest(&backups).map_err(in_folder(&backups))?,
    };
    let elsewhere = backup
        .as_ref()
        .filter(|backup| end(backup).is_some_and(|end| end.place().is_none()));
    if let Some(backup) = elsewhere
        && has_journal(folder)?
    {
        return Err(RestoreError::Ambiguous {
            journal: folder.journal(),
            backup: backup.clone(),
        });
    }
    if let Some(backup) = backup {
        return restore_with(&backup, folder, options, progress);
    }
    let alone = match whole {
        Some(source) => Some(source),
        None => RestoreSource::journal_alone(folder)?,
    };
    let source = alone.ok_or_else(|| RestoreError::Nothing(folder.path().to_owned()))?;
    let lock = sled::lock(folder)?;
    refuse_if_in_the_way(folder)?;
    rebuild(&source, folder)?;
    drop(lock);
    let opened = SledStore::open(folder, options)?;
    Ok(Restored {
        records: 0,
        changes: opened.replayed,
        lost: opened.lost_commits,
    })
}

/// Replaces a database that cannot be read with everything that can be restored, as in
/// [`restore_all`], and opens it. The old one is set aside, and damaged backups are skipped.
///
/// # Errors
///
/// Those of [`restore_all`].
pub fn replace(folder: &Folder, options: Options) -> Result<Opened, RestoreError> {
    let lock = sled::lock(folder)?;
    let own = ReadPoint {
        commits: Revision::default(),
        ..CommitMarker::read(&folder.store())
    };
    let found = if let Some(whole) = source(folder, own)? {
        Some(whole)
    } else if let Some(backup) = newest_intact(&folder.backups())? {
        Some(begin_with(&backup, folder)?.0)
    } else {
        RestoreSource::journal_alone(folder)?
    };
    let source = found.ok_or_else(|| RestoreError::Nothing(folder.path().to_owned()))?;
    let aside = rebuild(&source, folder)?;
    drop(lock);
    let opened = SledStore::open(folder, options)?;
    Ok(Opened { aside, ..opened })
}

/// Returns the newest intact backup in a folder, if there is one.
fn newest_intact(folder: &Path) -> Result<Option<PathBuf>, RestoreError> {
    let mut backups = backup::list(folder).map_err(in_folder(folder))?;
    if let Some(newest) = backup::newest(folder).map_err(in_folder(folder))? {
        backups.retain(|path| *path != newest);
        backups.push(newest);
    }
    let is_intact = |path: &PathBuf| {
        let checked = check(path, &mut |_| {}).inspect_err(|error| {
            tracing::warn!(%error, path = %path.display(), "a damaged backup is passed over");
        });
        checked.is_ok()
    };
    Ok(backups.into_iter().rev().find(is_intact))
}

/// Rebuilds the database of `folder` from a source, and returns the new path of the old one, if
/// there was one.
///
/// The changes in the journal are added when the database is opened.
pub(in crate::store) fn rebuild(
    source: &RestoreSource,
    folder: &Folder,
) -> Result<Option<PathBuf>, RestoreError> {
    let staging = folder.rebuilding();
    build(source, &staging, &mut |_| {})?;
    // If the process is killed from here on, the new database is complete: the next opening
    // moves it in.
    let aside = set_aside(folder)?;
    move_in(&staging, folder).map_err(in_folder(&folder.store()))?;
    Ok(aside)
}

/// Refuses a data folder that has a database.
///
/// # Errors
///
/// There is one, or the folder cannot be read.
pub fn refuse_if_in_the_way(folder: &Folder) -> Result<(), RestoreError> {
    let place = folder.store();
    let error = in_folder(&place);
    if !place.try_exists().map_err(&error)? {
        return Ok(());
    }
    let is_empty = fs::read_dir(&place).map_err(error)?.next().is_none();
    if is_empty || !has_database(&place) {
        return Ok(());
    }
    Err(RestoreError::NotEmpty(place))
}

/// Returns whether the folder of a database has a data file, a copy of one that is being put in its
/// place, or a link to one that may be elsewhere.
fn has_database(place: &Path) -> bool {
    let is_there = |file: PathBuf| fs::symlink_metadata(file).is_ok();
    is_there(place.join(sled::DATA)) || is_there(place.join(sled::DONE))
}

/// Returns whether the journal of a folder goes on from a backup, with later changes.
///
/// # Errors
///
/// The journal cannot be read.
pub fn has_later_changes(backup: &Path, folder: &Folder) -> Result<bool, RestoreError> {
    let (_, has_more) = begin_with(backup, folder)?;
    Ok(has_more)
}

/// Returns the source that begins with a backup, and whether the journal has later changes for it.
fn begin_with(backup: &Path, folder: &Folder) -> Result<(RestoreSource, bool), RestoreError> {
    let place = backup::place(backup);
    let contents = place.map(|(lineage, _)| Contents::read(&folder.journal(), lineage));
    let contents = contents.transpose().map_err(in_folder(&folder.journal()))?;
    let going_on = place
        .zip(contents)
        .filter(|((_, commits), contents)| contents.reaches_back_to(*commits));
    if going_on.is_none() && has_journal(folder)? {
        let what = "the journal does not go back to this backup; what came later stays out";
        tracing::warn!("{what}");
    }
    let has_more = going_on
        .as_ref()
        .is_some_and(|((_, commits), contents)| contents.last() > Some(*commits));
    let moment = match going_on {
        Some(((lineage, commits), _)) => ReadPoint {
            lineage: Some(lineage),
            commits,
        },
        // A new history begins here.
        None => ReadPoint {
            lineage: None,
            commits: Revision(1),
        },
    };
    let source = RestoreSource {
        backup: Some(backup.to_owned()),
        moment,
    };
    Ok((source, has_more))
}

/// Returns whether a folder has a journal, of whichever history.
fn has_journal(folder: &Folder) -> Result<bool, RestoreError> {
    let journal = folder.journal();
    journal::is_there(&journal).map_err(in_folder(&journal))
}

/// Renames the remains of a removed data file in the folder of the database.
fn set_remains_aside(folder: &Folder) -> Result<(), RestoreError> {
    let place = folder.store();
    // An empty folder is replaced.
    if fs::read_dir(&place).is_ok_and(|mut files| files.next().is_some()) {
        let aside = set_aside(folder)?;
        tracing::warn!(
            ?aside,
            "kept the remains of a database whose data file is missing"
        );
    }
    Ok(())
}

/// Builds a database in the folder `staging`, and compares it with its backup.
pub(crate) fn build(
    source: &RestoreSource,
    staging: &Path,
    progress: OnProgress<'_>,
) -> Result<(), RestoreError> {
    let error = in_folder(staging);
    if staging.try_exists().map_err(&error)? {
        // Left over from an interrupted restore; the backup has all of its content.
        fs::remove_dir_all(staging).map_err(&error)?;
    }
    fs::create_dir_all(staging).map_err(&error)?;
    let mut filling = BulkLoad::begin(&Folder::new(staging).store(), source.moment)?;
    if let Some(backup) = &source.backup {
        read(backup, progress, |entry| {
            Ok(filling.put(entry.table, &entry.key, &entry.bytes)?)
        })?;
        filling.flush()?;
        read(backup, progress, |entry| {
            let stored = filling.get(entry.table, &entry.key)?;
            if stored.is_some_and(|stored| stored.bytes == entry.bytes) {
                return Ok(());
            }
            Err(RestoreError::Different(
                entry.table,
                HEXLOWER.encode(&entry.key),
            ))
        })?;
    }
    Ok(filling.finish()?)
}

/// Moves the complete database of the staging to its place, which must be empty.
pub(crate) fn move_in(staging: &Path, folder: &Folder) -> io::Result<()> {
    fs::rename(Folder::new(staging).store(), folder.store())?;
    fs::remove_dir_all(staging)?;
    folder::sync(folder.path())
}

/// Renames the folder of the database, if there is one, and returns its new path.
pub(crate) fn set_aside(folder: &Folder) -> Result<Option<PathBuf>, RestoreError> {
    let place = folder.store();
    let error = in_folder(&place);
    if !place.try_exists().map_err(&error)? {
        return Ok(None);
    }
    let mut aside = folder.path().join("store-damaged");
    for number in 2.. {
        if !aside.try_exists().map_err(&error)? {
            break;
        }
        aside.set_file_name(format!("store-damaged-{number}"));
    }
    fs::rename(&place, &aside).map_err(error)?;
    Ok(Some(aside))
}

#[cfg(test)]
mod tests;
