//! Where things lie in the data folder.

use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};

/// Name of the file that whoever uses the folder holds locked; there is nothing in it.
const LOCK: &str = "lock";

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

    /// What was committed since the last backups, apart from the database.
    #[must_use]
    pub fn journal(&self) -> PathBuf {
        self.0.join("journal")
    }

    /// Logical backups, one file each.
    #[must_use]
    pub fn backups(&self) -> PathBuf {
        self.0.join("backups")
    }

    /// Folder in which a restore makes a database; it goes when that is in its place.
    pub(crate) fn restoring(&self) -> PathBuf {
        self.0.join("restoring")
    }

    /// Folder in which a damaged database is made anew; it goes when that is in its place.
    pub(crate) fn rebuilding(&self) -> PathBuf {
        self.0.join("rebuilding")
    }

    /// Locks the folder, which must exist; `None` if another process has it.
    pub(crate) fn lock(&self) -> io::Result<Option<Lock>> {
        let mut options = OpenOptions::new();
        let file = options.append(true).create(true).open(self.0.join(LOCK))?;
        match file.try_lock() {
            Ok(()) => Ok(Some(Lock { _file: file })),
            Err(TryLockError::WouldBlock) => Ok(None),
            Err(TryLockError::Error(error)) => Err(error),
        }
    }
}

/// The right to use a data folder, which ends when this is dropped.
#[derive(Debug)]
pub(crate) struct Lock {
    /// Open as long as it is locked.
    _file: File,
}

/// Makes a folder and those around it, unless they are there.
pub(crate) fn make(folder: &Path) -> io::Result<()> {
    fs::create_dir_all(folder).map_err(|error| match error.kind() {
        // There is something else of that name.
        ErrorKind::AlreadyExists => ErrorKind::NotADirectory.into(),
        _ => error,
    })
}

/// Keeps other users out of a folder of ours that an older program made for everybody.
#[cfg(unix)]
pub(crate) fn make_private(folder: &Path) {
    use std::fs::Permissions;
    use std::os::unix::fs::PermissionsExt;

    let is_open = |found: std::fs::Metadata| found.permissions().mode() & 0o077 != 0;
    if folder.metadata().is_ok_and(is_open) {
        // It may belong to somebody else, who has decided otherwise.
        let _ = std::fs::set_permissions(folder, Permissions::from_mode(0o700));
    }
}

/// Elsewhere the folder around it says who may read it.
#[cfg(not(unix))]
pub(crate) const fn make_private(_: &Path) {}

/// Makes what was created, renamed or removed in `folder` survive a power cut.
pub(crate) fn sync(folder: &Path) -> io::Result<()> {
    // Windows cannot open a folder as a file, and needs no such call.
    if cfg!(windows) {
        return Ok(());
    }
    File::open(folder)?.sync_all()
}
