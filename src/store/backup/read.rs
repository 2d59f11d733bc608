//! Reading of backups.

use std::fs::File;
use std::io::{BufRead, BufReader};
use std::path::Path;

use data_encoding::HEXLOWER_PERMISSIVE;
use serde::Deserialize;

use crate::store::backup::lines::{BackupEnd, BackupLine, END, Header, Trailer, VERSION};
use crate::store::backup::restore_error::RestoreError;
use crate::store::records::archive;
use crate::store::records::envelope::Envelope;
use crate::store::records::format::{NewerFormat, READS};
use crate::store::{MAX_VALUE_BYTES, Table};

/// Callback that gets the number of bytes read since its last call.
pub type OnProgress<'p> = &'p mut dyn FnMut(u64);

/// Value of a backup.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::store) struct BackupEntry {
    pub(in crate::store) table: Table,
    pub(in crate::store) key: Vec<u8>,
    pub(in crate::store) bytes: Vec<u8>,
}

/// Reads a whole backup and returns its number of values.
///
/// # Errors
///
/// The backup is incomplete or damaged, or was written by a newer program.
pub fn check(backup: &Path, progress: OnProgress<'_>) -> Result<u64, RestoreError> {
    read(backup, progress, |_| Ok(()))
}

/// Calls `take` with the values of a backup one by one, and returns their number.
///
/// Only at the end is it known whether the backup is complete and undamaged.
pub(in crate::store) fn read(
    path: &Path,
    progress: OnProgress<'_>,
    mut take: impl FnMut(BackupEntry) -> Result<(), RestoreError>,
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
            if format > READS {
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
    if format <= READS {
        let _: Header = serde_json::from_slice(line).map_err(wrong)?;
    }
    Ok(format)
}

fn trailer(line: &[u8], records: u64, checksum: u32) -> Result<(), String> {
    let trailer: Trailer = serde_json::from_slice(line).map_err(|error| error.to_string())?;
    let BackupEnd {
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

fn entry(line: &[u8]) -> Result<BackupEntry, String> {
    if !line.ends_with(b"\n") {
        return Err("the backup is cut off here".to_owned());
    }
    let line: BackupLine = serde_json::from_slice(line).map_err(|error| error.to_string())?;
    let key = HEXLOWER_PERMISSIVE
        .decode(line.key.as_bytes())
        .map_err(|_| format!("expected a hexadecimal key, got `{}`", line.key))?;
    let (table, key) = match Table::from_name(&line.table) {
        Some(table) => (table, key),
        // A table of a newer program, which will find its values there.
        None => (
            Table::Quarantine,
            archive::quarantine_key(&line.table, &key).into(),
        ),
    };
    let bytes = match (line.schema, line.record, line.raw) {
        (Some(schema), Some(record), None) => {
            let payload = record.get().as_bytes();
            Envelope { schema, payload }.to_bytes()
        }
        (None, None, Some(raw)) => HEXLOWER_PERMISSIVE
            .decode(raw.as_bytes())
            .map_err(|_| format!("expected hexadecimal bytes, got `{raw}`"))?,
        _ => return Err("expected either `schema` and `record`, or `raw`".to_owned()),
    };
    if bytes.len() > MAX_VALUE_BYTES {
        let found = bytes.len();
        return Err(format!(
            "expected at most {MAX_VALUE_BYTES} bytes, got {found}"
        ));
    }
    Ok(BackupEntry { table, key, bytes })
}
