//! Where things lie in the data folder.

use std::fs::File;
use std::io;
use std::path::{Path, PathBuf};

/// The folder that holds everything one bot keeps.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Folder(PathBuf);

impl Folder {
    /// The data folder at `path`, which need not exist yet.
    #[must_use]
    pub fn new(path: impl Into<PathBuf>) -> Self {
        Self(path.into())
    }

    /// The folder itself.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.0
    }

    /// The database.
    #[must_use]
    pub fn store(&self) -> PathBuf {
        self.0.join("store")
    }

    /// Logical backups, one file each.
    #[must_use]
    pub fn backups(&self) -> PathBuf {
        self.0.join("backups")
    }
}

/// Makes what was created, renamed or removed in `folder` survive a power cut.
pub(crate) fn sync(folder: &Path) -> io::Result<()> {
    // Windows cannot open a folder as a file, and needs no such call.
    if cfg!(windows) {
        return Ok(());
    }
    File::open(folder)?.sync_all()
}
