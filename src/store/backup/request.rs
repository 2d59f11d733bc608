//! Asking the program that uses the games for a backup: files in the folder of the backups.

use std::fs::{self, File};
use std::io;
use std::path::Path;

/// File by which another process asks for a backup.
const WANTED: &str = "wanted";
/// What it is called while the backup is written.
const UNDER_WAY: &str = "under-way";

/// Asks the program that uses the games for a backup in `folder`, which has to be there.
///
/// # Errors
///
/// The folder cannot be written.
pub fn request(folder: &Path) -> io::Result<()> {
    fs::create_dir_all(folder)?;
    File::create(folder.join(WANTED)).map(drop)
}

/// Takes a request up, or back; whether there was one.
#[must_use]
pub fn take_request(folder: &Path) -> bool {
    fs::rename(folder.join(WANTED), folder.join(UNDER_WAY)).is_ok()
}

/// Says that what was asked for is done, or will not be.
pub fn end_request(folder: &Path) {
    // Nobody waits for it unless it was asked for.
    let _ = fs::remove_file(folder.join(UNDER_WAY));
}

/// How far a request has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Requested {
    /// Nobody has seen it.
    Waits,
    /// The backup is being written.
    UnderWay,
    /// There is none any more.
    Done,
}

/// How far a request for a backup in `folder` has come.
#[must_use]
pub fn requested(folder: &Path) -> Requested {
    if folder.join(WANTED).exists() {
        Requested::Waits
    } else if folder.join(UNDER_WAY).exists() {
        Requested::UnderWay
    } else {
        Requested::Done
    }
}
