//! Clean-shutdown marker: checksums of all files, written when the database is closed; as long as
//! they match, the values need not be read.
//!
//! With a million games, reading everything takes seconds, and computing checksums of the files a
//! fraction of that. The marker is removed before the database is opened, and written only after it
//! was closed completely: a killed process leaves none, and files changed since, by damage or by a
//! program that does not know it, do not match. It is not synced, because files changed by a power
//! cut do not match either.
//!
//! Contents: a line with the types of record that were checked and the tables, one with the size in
//! bytes of all values, then one for each file, ordered by name: path, size in bytes, and the
//! CRC-32 of each [`STRETCH`] in hexadecimal.

use std::fmt::Write as _;
use std::fs::{self, File};
use std::io::{self, ErrorKind, Read, Seek, SeekFrom};
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

use crate::store::sled::parallel::in_parts;
use crate::store::{RecordType, Table, folder};

/// Name of the file in the folder of the database.
const FILE: &str = "seal";
/// Number of bytes per checksum.
const STRETCH: u64 = 16 << 20;
/// Number of bytes read at once.
const BUFFER: usize = 1 << 18;

/// Marker that is written when this is dropped, if the database was noted as complete by then.
pub(in crate::store::sled) struct ShutdownMarker {
    /// Folder of the database.
    path: PathBuf,
    /// Types of record without damaged records in the database.
    kinds: &'static [RecordType],
    /// Size in bytes of all values, once the database is complete.
    bytes: OnceLock<u64>,
}

impl ShutdownMarker {
    /// Creates a shutdown marker for the database in the folder `path`, in which no record of these
    /// types is damaged.
    pub(in crate::store::sled) fn new(path: &Path, kinds: &'static [RecordType]) -> Self {
        Self {
            path: path.to_owned(),
            kinds,
            bytes: OnceLock::new(),
        }
    }

    /// Records that everything has been written, `bytes` of values in all, and that nothing more
    /// will be.
    pub(in crate::store::sled) fn note_whole(&self, bytes: u64) {
        // The first call counts: a store is closed once.
        let _ = self.bytes.set(bytes);
    }
}

impl Drop for ShutdownMarker {
    fn drop(&mut self) {
        let Some(bytes) = self.bytes.get() else {
            return;
        };
        let set = sums(&self.path, self.kinds, *bytes);
        let set = set.and_then(|sums| fs::write(self.path.join(FILE), sums));
        if let Err(error) = set {
            tracing::warn!(%error, "the marker of a clean shutdown could not be written; the next start reads everything");
        }
    }
}

/// Text of a marker that has been removed.
pub(in crate::store::sled) struct RemovedMarker(Vec<u8>);

/// Removes the shutdown marker of the database in the folder `path`, if there is one.
pub(in crate::store::sled) fn remove(path: &Path) -> io::Result<Option<RemovedMarker>> {
    let marker = path.join(FILE);
    let text = match fs::read(&marker) {
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(None),
        other => other?,
    };
    match fs::remove_file(&marker) {
        // Another process has removed it meanwhile.
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(None),
        other => other?,
    }
    folder::sync(path)?;
    Ok(Some(RemovedMarker(text)))
}

impl RemovedMarker {
    /// Returns the size in bytes of all values, if everything in the folder `path` is as it was
    /// when the marker was written by a program that knew the same types of record.
    pub(in crate::store::sled) fn matches(
        &self,
        path: &Path,
        kinds: &[RecordType],
    ) -> io::Result<Option<u64>> {
        let Some(bytes) = str::from_utf8(&self.0).ok().and_then(bytes) else {
            return Ok(None);
        };
        let matches = self.0 == sums(path, kinds, bytes)?.into_bytes();
        Ok(matches.then_some(bytes))
    }
}

/// Parses the second line of a shutdown marker.
fn bytes(text: &str) -> Option<u64> {
    text.lines().nth(1)?.strip_prefix("bytes ")?.parse().ok()
}

fn sums(path: &Path, kinds: &[RecordType], bytes: u64) -> io::Result<String> {
    let mut files = Vec::new();
    list(path, Path::new(""), &mut files)?;
    files.sort();
    let mut parts = Vec::new();
    for (number, (_, bytes)) in files.iter().enumerate() {
        let stretches = bytes.div_ceil(STRETCH);
        parts.extend((0..stretches).map(|stretch| (number, stretch * STRETCH)));
    }
    let sums = in_parts(parts.len(), |part| {
        let (file, from) = parts[part];
        sum(&path.join(&files[file].0), from)
    })?;
    let mut text = String::from("kinds");
    for kind in kinds {
        let _ = write!(text, " {}:{}", kind.table.name(), kind.schema);
    }
    text.push_str(" tables");
    for &table in Table::ALL {
        let _ = write!(text, " {table}");
    }
    let _ = write!(text, "\nbytes {bytes}");
    for (number, (name, bytes)) in files.iter().enumerate() {
        let _ = write!(text, "\n{} {bytes}", name.display());
        let own = parts
            .iter()
            .zip(&sums)
            .filter(|((file, _), _)| *file == number);
        for (_, sum) in own {
            let _ = write!(text, " {sum:08x}");
        }
    }
    text.push('\n');
    Ok(text)
}

/// Adds the files in `folder` of `path`, with their sizes.
fn list(path: &Path, folder: &Path, files: &mut Vec<(PathBuf, u64)>) -> io::Result<()> {
    for entry in fs::read_dir(path.join(folder))? {
        let entry = entry?;
        // Follows links.
        let found = fs::metadata(entry.path())?;
        let name = folder.join(entry.file_name());
        if found.is_dir() {
            list(path, &name, files)?;
        } else if name != Path::new(FILE) {
            files.push((name, found.len()));
        }
    }
    Ok(())
}

/// Returns the checksum of the stretch that begins at `from`.
fn sum(path: &Path, from: u64) -> io::Result<u32> {
    let mut file = File::open(path)?;
    file.seek(SeekFrom::Start(from))?;
    let (mut rest, mut buffer) = (file.take(STRETCH), vec![0; BUFFER]);
    let mut hasher = crc32fast::Hasher::new();
    loop {
        match rest.read(&mut buffer)? {
            0 => return Ok(hasher.finalize()),
            read => hasher.update(&buffer[..read]),
        }
    }
}
