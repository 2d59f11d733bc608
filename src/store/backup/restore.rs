//! Restoring a database from a backup.

use std::fs::{self, File};
use std::io::{self, BufRead, BufReader};
use std::path::{Path, PathBuf};

use serde::Deserialize;
use thiserror::Error;

use crate::store::backup::heal::{Source, source};
use crate::store::backup::{self, END, End, Header, Line, Trailer, VERSION};
use crate::store::folder::disk;
use crate::store::folder::{self, Folder};
use crate::store::journal::{self, Contents};
use crate::store::keys::{from_hex, hex};
use crate::store::records::archive;
use crate::store::records::envelope::Envelope;
use crate::store::records::format::{FORMAT, NewerFormat};
use crate::store::sled::{self, BulkLoad, OpenError, Options, SledStore};
use crate::store::{MAX_VALUE_BYTES, Moment, Revision, StoreError, Table};

/// Number of times a restore reads each byte of its backup: to check, to write and to compare it.
pub const PASSES: u64 = 3;

/// Callback that gets the number of bytes read since its last call.
pub type Progress<'p> = &'p mut dyn FnMut(u64);

/// Reason why a backup was not restored.
#[derive(Debug, Error)]
pub enum RestoreError {
    /// The backup cannot be read.
    #[error("cannot read the backup `{}`: {error}", path.display())]
    File {
        /// The backup.
        path: PathBuf,
        /// The system's error.
        error: io::Error,
    },
    /// A line of the backup is invalid.
    #[error("line {line} of the backup `{}`: {reason}", path.display())]
    Line {
        /// The backup.
        path: PathBuf,
        /// The line, counted from 1.
        line: u64,
        /// Expected and actual content.
        reason: String,
    },
    /// A newer program has written the backup.
    #[error(transparent)]
    Newer(#[from] NewerFormat),
    /// There is a database already, which is never overwritten.
    #[error("`{}` is not empty; move it elsewhere first, or set another `data.dir`", .0.display())]
    NotEmpty(PathBuf),
    /// The new database cannot be put in its place.
    #[error("cannot write to `{}`: {}", path.display(), disk::explain(error))]
    Folder {
        /// The folder.
        path: PathBuf,
        /// The system's error.
        error: io::Error,
    },
    /// The new database differs from the backup.
    #[error("`{1}` in table `{0}` is not as in the backup after it has been written")]
    Different(Table, String),
    /// The new database cannot be opened.
    #[error(transparent)]
    Open(#[from] OpenError),
    /// The new database rejected records.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// There is neither a backup nor a journal.
    #[error("there is nothing to restore in `{}`; say which backup", .0.display())]
    Nothing(PathBuf),
}

/// Value of a backup.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Entry {
    table: Table,
    key: Vec<u8>,
    bytes: Vec<u8>,
}

/// Reads a whole backup and returns its number of values.
///
/// # Errors
///
/// The backup is incomplete or damaged, or was written by a newer program.
pub fn check(backup: &Path, progress: Progress<'_>) -> Result<u64, RestoreError> {
    read(backup, progress, |_| Ok(()))
}

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
    progress: Progress<'_>,
) -> Result<Restored, RestoreError> {
    let records = check(backup, progress)?;
    // Keeps other restores and bots out of the following steps.
    let lock = sled::lock(folder)?;
    refuse_if_in_the_way(folder)?;
    let place = backup::place(backup);
    let contents = place.map(|(lineage, _)| Contents::read(&folder.journal(), lineage));
    let contents = contents.transpose().map_err(in_folder(&folder.journal()))?;
    let going_on = place
        .zip(contents)
        .filter(|((_, commits), contents)| contents.reaches_back_to(*commits));
    let has_journal = journal::is_there(&folder.journal()).map_err(in_folder(&folder.journal()))?;
    if going_on.is_none() && has_journal {
        let what = "the journal does not go back to this backup; what came later stays out";
        tracing::warn!("{what}");
    }
    let has_more = going_on
        .as_ref()
        .is_some_and(|((_, commits), contents)| contents.last() > Some(*commits));
    let moment = match going_on {
        Some(((lineage, commits), _)) => Moment {
            lineage: Some(lineage),
            commits,
        },
        // A new history begins here.
        None => Moment {
            lineage: None,
            commits: Revision(1),
        },
    };
    let source = Source {
        backup: Some(backup.to_owned()),
        moment,
    };
    let workshop = folder.restoring();
    build(&source, &workshop, progress)?;
    move_in(&workshop, folder).map_err(in_folder(&folder.store()))?;
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
/// There is nothing to restore; otherwise those of [`restore`].
pub fn restore_all(
    folder: &Folder,
    options: Options,
    progress: Progress<'_>,
) -> Result<Restored, RestoreError> {
    refuse_if_in_the_way(folder)?;
    let whole = source(folder, Revision::default())?;
    let backups = folder.backups();
    let backup = match &whole {
        Some(source) => source.backup.clone(),
        None => backup::newest(&backups).map_err(in_folder(&backups))?,
    };
    if let Some(backup) = backup {
        return restore_with(&backup, folder, options, progress);
    }
    let alone = match whole {
        Some(source) => Some(source),
        None => Source::journal_alone(folder)?,
    };
    let source = alone.ok_or_else(|| RestoreError::Nothing(folder.path().to_owned()))?;
    let lock = sled::lock(folder)?;
    refuse_if_in_the_way(folder)?;
    source.rebuild(folder)?;
    drop(lock);
    let opened = SledStore::open(folder, options)?;
    Ok(Restored {
        records: 0,
        changes: opened.replayed,
        lost: opened.lost_commits,
    })
}

fn refuse_if_in_the_way(folder: &Folder) -> Result<(), RestoreError> {
    let place = folder.store();
    let error = in_folder(&place);
    if place.try_exists().map_err(&error)? && fs::read_dir(&place).map_err(error)?.next().is_some()
    {
        return Err(RestoreError::NotEmpty(place));
    }
    Ok(())
}

pub(crate) fn in_folder(path: &Path) -> impl Fn(io::Error) -> RestoreError {
    move |error| RestoreError::Folder {
        path: path.to_owned(),
        error,
    }
}

/// Builds a database in the folder `workshop`, and compares it with its backup.
pub(crate) fn build(
    source: &Source,
    workshop: &Path,
    progress: Progress<'_>,
) -> Result<(), RestoreError> {
    let error = in_folder(workshop);
    if workshop.try_exists().map_err(&error)? {
        // Left over from an interrupted restore; the backup has all of its content.
        fs::remove_dir_all(workshop).map_err(&error)?;
    }
    fs::create_dir_all(workshop).map_err(&error)?;
    let mut filling = BulkLoad::begin(&Folder::new(workshop).store(), source.moment)?;
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
            Err(RestoreError::Different(entry.table, hex(&entry.key)))
        })?;
    }
    Ok(filling.finish()?)
}

/// Moves the complete database of the workshop to its place, which must be empty.
pub(crate) fn move_in(workshop: &Path, folder: &Folder) -> io::Result<()> {
    fs::rename(Folder::new(workshop).store(), folder.store())?;
    fs::remove_dir_all(workshop)?;
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

/// Calls `take` with the values of a backup one by one, and returns their number.
///
/// Only at the end is it known whether the backup is complete and undamaged.
fn read(
    path: &Path,
    progress: Progress<'_>,
    mut take: impl FnMut(Entry) -> Result<(), RestoreError>,
) -> Result<u64, RestoreError> {
    let error = |error| RestoreError::File {
        path: path.to_owned(),
        error,
    };
    let mut file = BufReader::new(File::open(path).map_err(error)?);
    let mut checksum = crc32fast::Hasher::new();
    let mut bytes = Vec::new();
    for line in 0.. {
        bytes.clear();
        let length = file.read_until(b'\n', &mut bytes).map_err(error)?;
        progress(length as u64);
        let bad = |reason| RestoreError::Line {
            path: path.to_owned(),
            line: line + 1,
            reason,
        };
        if line == 0 {
            let format = header(&bytes).map_err(bad)?;
            if format > FORMAT {
                return Err(NewerFormat(format).into());
            }
        } else if bytes.starts_with(END) {
            trailer(&bytes, line - 1, checksum.finalize()).map_err(bad)?;
            bytes.clear();
            file.read_until(b'\n', &mut bytes).map_err(error)?;
            if !bytes.is_empty() {
                return Err(bad("expected nothing after it".to_owned()));
            }
            return Ok(line - 1);
        } else {
            take(entry(&bytes).map_err(bad)?)?;
        }
        checksum.update(&bytes);
    }
    unreachable!("a file ends before its lines can no longer be counted")
}

/// Fields that the first line of every backup has, regardless of its version.
#[derive(Deserialize)]
struct Versions {
    focusbot_backup: u32,
    #[serde(default)]
    format: u32,
}

/// Returns the format of the data in a backup that begins with `line`.
fn header(line: &[u8]) -> Result<u32, String> {
    let wrong = |error| format!("expected the first line of a focusbot backup: {error}");
    // A newer program may add fields, and must then raise the version.
    let Versions {
        focusbot_backup,
        format,
    } = serde_json::from_slice(line).map_err(wrong)?;
    if focusbot_backup > VERSION {
        return Err(format!(
            "the backup has version {focusbot_backup}, and this focusbot knows {VERSION}: a newer \
             focusbot has written it"
        ));
    }
    if focusbot_backup < VERSION {
        let found = focusbot_backup;
        return Err(format!("expected backup version {VERSION}, got {found}"));
    }
    if format <= FORMAT {
        let _: Header = serde_json::from_slice(line).map_err(wrong)?;
    }
    Ok(format)
}

fn trailer(line: &[u8], records: u64, checksum: u32) -> Result<(), String> {
    let trailer: Trailer = serde_json::from_slice(line).map_err(|error| error.to_string())?;
    let End {
        records: expected,
        crc32,
        ..
    } = trailer.end;
    if expected != records {
        return Err(format!(
            "expected {expected} values before it, got {records}"
        ));
    }
    if crc32 != format!("{checksum:08x}") {
        return Err("the checksum does not match: the backup has been changed".to_owned());
    }
    Ok(())
}

fn entry(line: &[u8]) -> Result<Entry, String> {
    if !line.ends_with(b"\n") {
        return Err("the backup is cut off here".to_owned());
    }
    let line: Line = serde_json::from_slice(line).map_err(|error| error.to_string())?;
    let key = from_hex(&line.key)
        .ok_or_else(|| format!("expected a hexadecimal key, got `{}`", line.key))?;
    let (table, key) = match Table::from_name(&line.table) {
        Some(table) => (table, key),
        // A table of a newer program, which will find its values there.
        None => (Table::Quarantine, archive::aside(&line.table, &key).into()),
    };
    let bytes = match (line.schema, line.record, line.raw) {
        (Some(schema), Some(record), None) => {
            let payload = record.get().as_bytes();
            Envelope { schema, payload }.to_bytes()
        }
        (None, None, Some(raw)) => {
            from_hex(&raw).ok_or_else(|| format!("expected hexadecimal bytes, got `{raw}`"))?
        }
        _ => return Err("expected either `schema` and `record`, or `raw`".to_owned()),
    };
    if bytes.len() > MAX_VALUE_BYTES {
        let found = bytes.len();
        return Err(format!(
            "expected at most {MAX_VALUE_BYTES} bytes, got {found}"
        ));
    }
    Ok(Entry { table, key, bytes })
}
