//! Reasons why a backup was not read or restored.

use std::io;
use std::path::{Path, PathBuf};

use thiserror::Error;

use crate::store::error::explain_disk_error;
use crate::store::records::format::NewerFormat;
use crate::store::sled::OpenError;
use crate::store::{StoreError, Table};

/// Reason why a backup was not restored.
#[derive(Debug, Error)]
pub enum RestoreError {
    /// The backup cannot be read.
    #[error("cannot read the backup `{}`: {error}", path.display())]
    File {
        /// The backup.
        path: PathBuf,
        /// The system's error.
        error: io::Error,
    },
    /// A line of the backup is invalid.
    #[error("line {line} of the backup `{}`: {reason}", path.display())]
    Line {
        /// The backup.
        path: PathBuf,
        /// The line, counted from 1.
        line: u64,
        /// Expected and actual content.
        reason: String,
    },
    /// A newer program has written the backup.
    #[error(transparent)]
    Newer(#[from] NewerFormat),
    /// There is a database already, which is never overwritten.
    #[error("`{}` is not empty; move it elsewhere first, or set another `data.dir`", .0.display())]
    NotEmpty(PathBuf),
    /// There is a journal, and the newest backup is of games that were in another store.
    #[error(
        "the journal in `{}` does not continue the newest backup, `{}`, and may have later games or \
         earlier ones: name the backup to restore",
        journal.display(), backup.display()
    )]
    Ambiguous {
        /// Folder of the journal.
        journal: PathBuf,
        /// The newest backup.
        backup: PathBuf,
    },
    /// The new database cannot be put in its place.
    #[error("cannot write to `{}`: {}", path.display(), explain_disk_error(error))]
    Folder {
        /// The folder.
        path: PathBuf,
        /// The system's error.
        error: io::Error,
    },
    /// The new database differs from the backup.
    #[error("`{1}` in table `{0}` is not as in the backup after it has been written")]
    Different(Table, String),
    /// The database in PostgreSQL cannot be used.
    #[error("{0}")]
    Database(String),
    /// The database in PostgreSQL has games already, which are never overwritten.
    #[error("the database has games in it; name an empty one")]
    Filled,
    /// The database in PostgreSQL has a part of other games, or of these as they were before.
    #[error(
        "the database has a part of other games, or of these as they were before: name an empty \
         one, or empty it with `DROP SCHEMA focusbot CASCADE`"
    )]
    OtherSource,
    /// Another program is connected to the database in PostgreSQL.
    #[error("another focusbot is using the database; stop that one first")]
    InUse,
    /// The database in PostgreSQL differs from the backup, and is not used.
    #[error(
        "expected the {expected} values of the backup, found others or {found}: empty the database \
         with `DROP SCHEMA focusbot CASCADE`, and try again"
    )]
    Mismatch {
        /// Number of values in the backup.
        expected: u64,
        /// Number of values read back.
        found: u64,
    },
    /// The new database cannot be opened.
    #[error(transparent)]
    Open(#[from] OpenError),
    /// The new database rejected records.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// There is neither a backup nor a journal.
    #[error("there is nothing to restore in `{}`; say which backup", .0.display())]
    Nothing(PathBuf),
}

pub(crate) fn in_folder(path: &Path) -> impl Fn(io::Error) -> RestoreError {
    move |error| RestoreError::Folder {
        path: path.to_owned(),
        error,
    }
}
