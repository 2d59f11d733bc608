//! Commit marker: the number of the last acknowledged commit and the lineage of its database, in a
//! separate file.
//!
//! sled mistakes a damaged end of its log for an interrupted write, and drops it without an error.
//! This file is written after every commit that is already on disk, so it is never ahead of the
//! database; if it is, commits have been lost.
//!
//! The lineage detects a database file that was replaced by another one.
//!
//! Contents: the number in 20 decimal digits, a space, the CRC-32 of the digits in 8 hexadecimal
//! ones, a line feed; then the lineage in 16 hexadecimal digits with its CRC-32, likewise. Files of
//! older versions end after the first line. The file is written in place and not synced: a power
//! cut leaves an older number.

use std::fs::{self, File, OpenOptions};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::Path;

use crate::store::{Lineage, ReadPoint, Revision};

/// Name of the file in the folder of the database.
const FILE: &str = "acknowledged";
/// Number of digits of the number.
const DIGITS: usize = 20;

/// Open commit marker file.
pub(in crate::store) struct CommitMarker {
    file: File,
    lineage: Lineage,
}

impl CommitMarker {
    /// Opens the file in `folder` for a database of this lineage and reads the number, if there is
    /// a valid one.
    pub(in crate::store::sled) fn open(
        folder: &Path,
        lineage: Lineage,
    ) -> io::Result<(Self, Option<Revision>)> {
        let mut options = OpenOptions::new();
        options.read(true).write(true).create(true).truncate(false);
        let mut file = options.open(folder.join(FILE))?;
        let mut text = String::new();
        // Invalid UTF-8 counts as no number.
        let number = file
            .read_to_string(&mut text)
            .ok()
            .and_then(|_| parse(&text));
        if number.is_none() && !text.is_empty() {
            tracing::warn!(?text, "cannot read the number of the last commit");
        }
        Ok((Self { file, lineage }, number))
    }

    /// Reads the lineage and the number in `folder`, as far as they are valid.
    pub(in crate::store) fn read(folder: &Path) -> ReadPoint {
        let text = fs::read_to_string(folder.join(FILE)).unwrap_or_default();
        let lineage = text.lines().nth(1).and_then(sound);
        ReadPoint {
            lineage: lineage.and_then(|lineage| lineage.parse().ok()),
            commits: parse(&text).unwrap_or_default(),
        }
    }

    /// Records that all commits up to this one are on disk.
    pub(in crate::store::sled) fn note(&mut self, commits: Revision) -> io::Result<()> {
        let number = format!("{:0DIGITS$}", commits.0);
        let lines = line(&number) + &line(&self.lineage.to_string());
        self.file.seek(SeekFrom::Start(0))?;
        self.file.write_all(lines.as_bytes())
    }
}

/// Returns a line with this text and its checksum.
fn line(text: &str) -> String {
    format!("{text} {:08x}\n", crc32fast::hash(text.as_bytes()))
}

/// Returns the text of a line whose checksum matches.
fn sound(line: &str) -> Option<&str> {
    let (text, checksum) = line.split_once(' ')?;
    (checksum == format!("{:08x}", crc32fast::hash(text.as_bytes()))).then_some(text)
}

fn parse(text: &str) -> Option<Revision> {
    let digits = sound(text.lines().next()?)?;
    let number = digits.parse().ok()?;
    (digits.len() == DIGITS).then_some(Revision(number))
}
