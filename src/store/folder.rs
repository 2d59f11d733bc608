//! Layout of the data folder.

use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};

/// Name of the lock file, held locked by the process that uses the folder; it is empty.
const LOCK: &str = "lock";

/// Data folder of one bot.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Folder(PathBuf);

impl Folder {
    /// Creates the data folder at `path`, which need not exist yet.
    #[must_use]
    pub fn new(path: impl Into<PathBuf>) -> Self {
        Self(path.into())
    }

    /// Returns the path of the data folder.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.0
    }

    /// Returns the path of the database.
    #[must_use]
    pub fn store(&self) -> PathBuf {
        self.0.join("store")
    }

    /// Returns the path of the journal: the commits since the last backups, stored apart from the
    /// database.
    #[must_use]
    pub fn journal(&self) -> PathBuf {
        self.0.join("journal")
    }

    /// Returns the path of the logical backups, one file each.
    #[must_use]
    pub fn backups(&self) -> PathBuf {
        self.0.join("backups")
    }

    /// Returns the folder in which a restore builds a database; it is removed once that is in
    /// place.
    pub(crate) fn restoring(&self) -> PathBuf {
        self.0.join("restoring")
    }

    /// Returns the folder in which a damaged database is rebuilt; it is removed once that is in
    /// place.
    pub(crate) fn rebuilding(&self) -> PathBuf {
        self.0.join("rebuilding")
    }

    /// Returns whether the folder, which must exist, has only entries that are not the bot's.
    pub(crate) fn is_foreign(&self) -> io::Result<bool> {
        let own = [
            self.store(),
            self.journal(),
            self.backups(),
            self.restoring(),
            self.rebuilding(),
            self.0.join(LOCK),
        ];
        let is_empty = fs::read_dir(&self.0)?.next().is_none();
        Ok(!is_empty && !own.iter().any(|path| path.exists()))
    }

    /// Locks the folder, which must exist; returns `None` if another process holds the lock.
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

/// Exclusive right to use a data folder, released when dropped.
#[derive(Debug)]
pub(crate) struct Lock {
    /// Open as long as it is locked.
    _file: File,
}

/// Creates a folder and its parents unless they exist.
pub(crate) fn make(folder: &Path) -> io::Result<()> {
    fs::create_dir_all(folder).map_err(|error| match error.kind() {
        // Something that is not a folder has that name.
        ErrorKind::AlreadyExists => ErrorKind::NotADirectory.into(),
        _ => error,
    })
}

/// Makes a folder private that an older version created with wider permissions.
#[cfg(unix)]
pub(crate) fn make_private(folder: &Path) {
    use std::fs::Permissions;
    use std::os::unix::fs::PermissionsExt;

    let is_open = |found: std::fs::Metadata| found.permissions().mode() & 0o077 != 0;
    if folder.metadata().is_ok_and(is_open) {
        // It may belong to another user, who has decided otherwise.
        let _ = std::fs::set_permissions(folder, Permissions::from_mode(0o700));
    }
}

/// Does nothing: on other systems the parent folder determines who may read it.
#[cfg(not(unix))]
pub(crate) const fn make_private(_: &Path) {}

/// Makes creations, renames and removals in `folder` survive a power cut.
pub(crate) fn sync(folder: &Path) -> io::Result<()> {
    // Windows cannot open a folder as a file, and needs no such call.
    if cfg!(windows) {
        return Ok(());
    }
    File::open(folder)?.sync_all()
}
