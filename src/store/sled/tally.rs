//! The number of the last acknowledged commit, in a file of its own.
//!
//! sled takes a damaged end of its log for a write that was cut off, and forgets it without a
//! word. This file is written after every commit, when that is already on the disk, so it never
//! runs ahead of the database; if it is ahead all the same, commits have been lost.
//!
//! Contents: the number in 20 decimal digits, a space, the CRC-32 of the digits in 8 hexadecimal
//! ones, a line feed. It is written in place and not synced: a power cut leaves an older number.

use std::fs::{self, File, OpenOptions};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::Path;

use crate::store::Revision;

/// Name of the file in the folder of the database.
const FILE: &str = "acknowledged";
/// Digits of the number.
const DIGITS: usize = 20;

/// The open file.
pub(super) struct Tally(File);

impl Tally {
    /// Opens the file in `folder` and reads the number, if there is a sound one.
    pub(super) fn open(folder: &Path) -> io::Result<(Self, Option<Revision>)> {
        let mut options = OpenOptions::new();
        options.read(true).write(true).create(true).truncate(false);
        let mut file = options.open(folder.join(FILE))?;
        let mut text = String::new();
        // What is no text is no number either.
        let number = file
            .read_to_string(&mut text)
            .ok()
            .and_then(|_| parse(&text));
        if number.is_none() && !text.is_empty() {
            tracing::warn!(?text, "cannot read the number of the last commit");
        }
        Ok((Self(file), number))
    }

    /// Reads the number in `folder`, if there is a sound one.
    pub(super) fn read(folder: &Path) -> Option<Revision> {
        parse(&fs::read_to_string(folder.join(FILE)).ok()?)
    }

    /// Notes that all commits up to this one are on the disk.
    pub(super) fn note(&mut self, commits: Revision) -> io::Result<()> {
        let digits = format!("{:0DIGITS$}", commits.0);
        let line = format!("{digits} {:08x}\n", crc32fast::hash(digits.as_bytes()));
        self.0.seek(SeekFrom::Start(0))?;
        self.0.write_all(line.as_bytes())
    }
}

fn parse(text: &str) -> Option<Revision> {
    let (digits, checksum) = text.trim_end().split_once(' ')?;
    let is_sound =
        digits.len() == DIGITS && checksum == format!("{:08x}", crc32fast::hash(digits.as_bytes()));
    let number = digits.parse().ok()?;
    is_sound.then_some(Revision(number))
}
