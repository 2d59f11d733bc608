//! Backups as text: JSON lines that need no database to be read.
//!
//! ```text
//! {"focusbot_backup":1,"format":1,"created":"2026-08-30T12:00:00Z"}
//! {"table":"games","key":"000000000000002a","schema":1,"record":{…}}
//! {"table":"quarantine","key":"67616d6573…","raw":"0100…"}
//! {"end":{"records":2,"crc32":"5d0a7f1c","lineage":"0c2f…","commits":17}}
//! ```
//! Keys, raw values and the checksum of all bytes before the last line are hexadecimal. A value
//! that is an intact envelope of UTF-8 is a `record`, its text unchanged; any other is `raw`.
//! The last line also names the history and the commit up to which the backup reaches, if the store
//! has a journal that continues from there.

mod lines;

mod list;

mod request;

mod free_space;

pub mod read;

pub mod restore;

pub(in crate::store) mod source;

mod restore_error;

use std::fs::{self, File};
use std::io::{self, BufWriter, ErrorKind, Write};
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use data_encoding::HEXLOWER;
use serde::Serialize;
use serde_json::value::RawValue;
use thiserror::Error;
use time::format_description::well_known::Rfc3339;
use time::{OffsetDateTime, UtcOffset};

use crate::store::error::explain_disk_error;
use crate::store::folder;
use crate::store::records::envelope::Envelope;
use crate::store::records::format::FORMAT;
use crate::store::{Store, StoreError, Table};

pub use self::free_space::check_free_space;
use self::lines::{BackupEnd, BackupLine, Header, Trailer, VERSION};
use self::list::{UNFINISHED, name, prune, sweep};
pub use self::list::{is_due, list, newest, newest_time, unfinished_bytes};
pub(crate) use self::list::{place, reaches};
pub use self::request::{Requested, end_request, request, requested, take_request};

/// Completed backup on disk.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Written {
    /// The file.
    pub path: PathBuf,
    /// Number of values in it.
    pub records: u64,
    /// Older backups that were deleted for it.
    pub pruned: Vec<PathBuf>,
}

/// Reason why there is no new backup.
#[derive(Debug, Error)]
pub enum BackupError {
    /// The file system reported an error.
    #[error("cannot write the backup `{}`: {}", path.display(), explain_disk_error(error))]
    File {
        /// File or folder.
        path: PathBuf,
        /// The system's error.
        error: io::Error,
    },
    /// A backup as large as the newest one would fill the disk.
    #[error(
        "no space for a backup in `{}`: expected {needed_mib} MiB free on its disk, found \
         {free_mib}; free some space",
        folder.display()
    )]
    NoSpace {
        /// Folder of the backups.
        folder: PathBuf,
        /// Space that must be free, in MiB.
        needed_mib: u64,
        /// Space that is free, in MiB.
        free_mib: u64,
    },
    /// The database reported an error.
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// Writes all of `store` to a new file in `folder`, and then deletes the oldest backups beyond
/// `keep`.
///
/// The file gets its final name only once it is complete and on disk. The next backup removes the
/// remains of an interrupted one.
///
/// # Errors
///
/// The file cannot be written, or the database cannot be read; older backups are then kept.
pub fn write(
    store: &dyn Store,
    folder: &Path,
    now: SystemTime,
    keep: usize,
) -> Result<Written, BackupError> {
    write_with(store, folder, now, keep, &mut |_| {})
}

/// Writes a backup as [`write()`] does, and calls `progress` with the number of values written so
/// far.
///
/// # Errors
///
/// Those of [`write()`].
pub fn write_with(
    store: &dyn Store,
    folder: &Path,
    now: SystemTime,
    keep: usize,
    progress: &mut dyn FnMut(u64),
) -> Result<Written, BackupError> {
    let path = folder.join(name(now));
    let file = |error| BackupError::File {
        path: path.clone(),
        error,
    };
    folder::make(folder).map_err(file)?;
    sweep(folder).map_err(file)?;
    let unfinished = path.with_extension(UNFINISHED);
    let begun = begin(&unfinished).map_err(file)?;
    let records = write_file(begun, store, now, progress)
        .map_err(BackupError::from)
        .and_then(|written| written.map_err(file));
    let renamed = records.and_then(|records| {
        fs::rename(&unfinished, &path).map_err(file)?;
        Ok(records)
    });
    let records = renamed.inspect_err(|_| {
        // The disk may be full because of it; the next backup tries again to remove it.
        let _ = fs::remove_file(&unfinished);
    })?;
    folder::sync(folder).map_err(file)?;
    let pruned = prune(folder, &path, now, keep);
    Ok(Written {
        path,
        records,
        pruned,
    })
}

/// Copies a backup to `folder` and returns its path there; it gets its final name once it is
/// complete.
///
/// # Errors
///
/// The file cannot be read or written, or another process is copying it there.
pub fn copy(backup: &Path, folder: &Path) -> io::Result<PathBuf> {
    folder::make(folder)?;
    let name = backup.file_name().ok_or(ErrorKind::InvalidInput)?;
    let path = folder.join(name);
    let is_there = |path: &Path| path.canonicalize().ok();
    // Copying a file onto itself would empty it.
    if is_there(&path).is_some_and(|there| Some(there) == is_there(backup)) {
        return Ok(path);
    }
    let unfinished = path.with_extension(UNFINISHED);
    let mut file = begin(&unfinished)?;
    let copied = File::open(backup).and_then(|mut backup| {
        io::copy(&mut backup, &mut file)?;
        file.sync_all()?;
        fs::rename(&unfinished, &path)
    });
    copied.inspect_err(|_| {
        // The error that matters is returned already.
        let _ = fs::remove_file(&unfinished);
    })?;
    folder::sync(folder)?;
    Ok(path)
}

/// Creates the file of a backup that is not complete yet; nobody else may be writing it.
fn begin(unfinished: &Path) -> io::Result<File> {
    let file = File::create_new(unfinished)?;
    // Other processes may use the folder, and leave this file alone. Without locks, they would
    // interfere only if they began at the same time.
    let _ = file.try_lock();
    Ok(file)
}

struct Output {
    file: BufWriter<File>,
    checksum: crc32fast::Hasher,
}

impl Output {
    fn line(&mut self, line: &impl Serialize) -> io::Result<()> {
        let mut bytes = serde_json::to_vec(line)?;
        bytes.push(b'\n');
        self.checksum.update(&bytes);
        self.file.write_all(&bytes)
    }

    /// Empties the file, which may have filled the disk: the database needs the space at once.
    fn give_space_back(&self) {
        // The file is removed soon anyway.
        let _ = self.file.get_ref().set_len(0);
    }
}

/// Writes a whole file that survives a power cut, and returns its number of values; the outer error
/// is the store's, the inner one the file's.
fn write_file(
    file: File,
    store: &dyn Store,
    now: SystemTime,
    progress: &mut dyn FnMut(u64),
) -> Result<io::Result<u64>, StoreError> {
    let mut output = Output {
        file: BufWriter::new(file),
        checksum: crc32fast::Hasher::new(),
    };
    let records = write_lines(&mut output, store, now, progress)?;
    Ok(records.and_then(|records| {
        let file = output.file.into_inner();
        file.map_err(io::IntoInnerError::into_error)?.sync_all()?;
        Ok(records)
    }))
}

/// Writes header, values and trailer; the outer error is the store's, the inner one the file's.
fn write_lines(
    output: &mut Output,
    store: &dyn Store,
    now: SystemTime,
    progress: &mut dyn FnMut(u64),
) -> Result<io::Result<u64>, StoreError> {
    let created = OffsetDateTime::from(now).to_offset(UtcOffset::UTC);
    let mut written = output.line(&Header {
        focusbot_backup: VERSION,
        format: FORMAT,
        created: created
            .format(&Rfc3339)
            .expect("a time within the calendar"),
    });
    let mut records = 0;
    let moment = store.visit(&mut |table, key, stored| {
        if written.is_ok() {
            records += 1;
            progress(records);
            written = output.line(&line(table, key, &stored.bytes));
            if written.is_err() {
                output.give_space_back();
            }
        }
    })?;
    let crc32 = format!("{:08x}", output.checksum.clone().finalize());
    let end = BackupEnd {
        records,
        crc32,
        lineage: moment.lineage.map(|lineage| lineage.to_string()),
        commits: moment.lineage.map(|_| moment.commits.0),
    };
    Ok(written
        .and_then(|()| output.line(&Trailer { end }))
        .map(|()| records))
}

fn line(table: Table, key: &[u8], bytes: &[u8]) -> BackupLine {
    let intact = Envelope::open(bytes).ok().and_then(|envelope| {
        let text = String::from_utf8(envelope.payload.into_owned()).ok()?;
        Some((envelope.schema, one_line(text)?))
    });
    let (schema, record) = intact.unzip();
    BackupLine {
        table: table.name().to_owned(),
        key: HEXLOWER.encode(key),
        raw: record.is_none().then(|| HEXLOWER.encode(bytes)),
        schema,
        record,
    }
}

/// Returns JSON text unchanged; `None` if it is not JSON, or would not survive a round trip through
/// a line.
fn one_line(text: String) -> Option<Box<RawValue>> {
    let is_plain = !text.contains('\n') && text.trim() == text;
    is_plain.then(|| RawValue::from_string(text).ok())?
}
