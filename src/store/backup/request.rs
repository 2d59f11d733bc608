//! Requests for a backup from other processes, as files in the folder of the backups.

use std::fs::{self, File};
use std::io;
use std::path::Path;

/// File with which another process requests a backup.
const WANTED: &str = "wanted";
/// Name of that file while the backup is being written.
const UNDER_WAY: &str = "under-way";

/// Requests a backup in `folder` from the running bot.
///
/// # Errors
///
/// The folder cannot be written.
pub fn request(folder: &Path) -> io::Result<()> {
    fs::create_dir_all(folder)?;
    File::create(folder.join(WANTED)).map(drop)
}

/// Accepts or withdraws a request; returns whether there was one.
#[must_use]
pub fn take_request(folder: &Path) -> bool {
    fs::rename(folder.join(WANTED), folder.join(UNDER_WAY)).is_ok()
}

/// Ends a request that was accepted, whether or not it succeeded.
pub fn end_request(folder: &Path) {
    // The file does not exist if the backup was not requested.
    let _ = fs::remove_file(folder.join(UNDER_WAY));
}

/// Progress of a request.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Requested {
    /// The request has not been accepted yet.
    Waits,
    /// The backup is being written.
    UnderWay,
    /// There is no longer a request.
    Done,
}

/// Returns the progress of a request for a backup in `folder`.
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
