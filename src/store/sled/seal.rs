//! Sums of all files, left when the database is closed: as long as they hold, nothing need be read.
//!
//! Reading everything takes seconds with a million games, sums of the files a fraction of that. The
//! seal is broken before the database is opened, and set only after it has been closed whole: a
//! process that was killed leaves none, and what has changed since, by damage or by a program that
//! knows nothing of seals, does not match. It is not synced: what a power cut takes does not match
//! either.
//!
//! Contents: a line with the types of record that were looked for, then one for each file, in order
//! of their names: path, bytes, and the CRC-32 of each [`STRETCH`] in hexadecimal.

use std::fmt::Write as _;
use std::fs::{self, File};
use std::io::{self, ErrorKind, Read, Seek, SeekFrom};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};

use crate::store::sled::apart::in_parts;
use crate::store::{Kind, folder};

/// Name of the file in the folder of the database.
const FILE: &str = "seal";
/// Bytes that one sum is of.
const STRETCH: u64 = 16 << 20;
/// Bytes read at once.
const BUFFER: usize = 1 << 18;

/// What is sealed when this is dropped, if it has been said to be whole by then.
pub(super) struct Seal {
    /// Folder of the database.
    path: PathBuf,
    /// Types of which no record in it is damaged.
    kinds: &'static [Kind],
    is_whole: AtomicBool,
}

impl Seal {
    /// For the database in the folder `path`, in which no record of these types is damaged.
    pub(super) fn new(path: &Path, kinds: &'static [Kind]) -> Self {
        Self {
            path: path.to_owned(),
            kinds,
            is_whole: AtomicBool::new(false),
        }
    }

    /// Everything has been written, and nothing more will be.
    pub(super) fn note_whole(&self) {
        self.is_whole.store(true, Ordering::Relaxed);
    }
}

impl Drop for Seal {
    fn drop(&mut self) {
        if !self.is_whole.load(Ordering::Relaxed) {
            return;
        }
        let set = sums(&self.path, self.kinds);
        let set = set.and_then(|sums| fs::write(self.path.join(FILE), sums));
        if let Err(error) = set {
            tracing::warn!(%error, "everything will be read at the next start");
        }
    }
}

/// Breaks the seal of the database in the folder `path`; returns whether all is as it was when the
/// seal was set, by a program that knew the same types of record.
pub(super) fn break_open(path: &Path, kinds: &[Kind]) -> io::Result<bool> {
    let seal = path.join(FILE);
    let was = match fs::read(&seal) {
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(false),
        other => other?,
    };
    let holds = was == sums(path, kinds)?.into_bytes();
    match fs::remove_file(&seal) {
        // Another process was faster.
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(false),
        other => other?,
    }
    folder::sync(path)?;
    Ok(holds)
}

fn sums(path: &Path, kinds: &[Kind]) -> io::Result<String> {
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
        let (name, found) = (folder.join(entry.file_name()), entry.metadata()?);
        if found.is_dir() {
            list(path, &name, files)?;
        } else if name != Path::new(FILE) {
            files.push((name, found.len()));
        }
    }
    Ok(())
}

/// The sum of the stretch that begins there.
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
