//! Reasons why a database cannot be used, and their remedies.

use std::io;
use std::path::{Path, PathBuf};

use thiserror::Error;

use crate::store::error::explain_disk_error;
use crate::store::records::check::Flaw;
use crate::store::records::format::NewerFormat;
use crate::store::{CommitError, StoreError};

/// Reason why a database cannot be used.
#[derive(Debug, Error)]
pub enum OpenError {
    /// Another process uses it.
    #[error(
        "another focusbot is using `{}`; stop that one first, or set another `data.dir`",
        .0.display()
    )]
    InUse(PathBuf),
    /// Something else is in the folder that is to be removed.
    #[error(
        "expected a folder with games, such as in `store` or `backups`, got `{}` with other files",
        .0.display()
    )]
    Foreign(PathBuf),
    /// The folder cannot be created or read.
    #[error("cannot use the folder `{}`: {}", path.display(), explain_disk_error(error))]
    Folder {
        /// The folder.
        path: PathBuf,
        /// The system's error.
        error: io::Error,
    },
    /// The database is gone.
    #[error(
        "there are no games in `{}`, only a backup or a journal of some: run `{}`, or move both \
         elsewhere to start with an empty one",
        path.display(),
        restore(.newest.as_deref())
    )]
    Gone {
        /// Folder of the database.
        path: PathBuf,
        /// The backup to restore; `None` if the journal holds everything.
        newest: Option<PathBuf>,
    },
    /// A restore was interrupted, and there is nothing else.
    #[error(
        "there are no games in `{}`: a restore was interrupted; run it again with the same backup, or \
         remove `{}` to start with an empty one",
        path.display(),
        staging.display()
    )]
    HalfRestored {
        /// Folder of the database.
        path: PathBuf,
        /// Folder in which it was being built.
        staging: PathBuf,
    },
    /// The data file is damaged.
    #[error(
        "the database in `{}` is damaged: {reason}; {}",
        path.display(),
        rescue(path, .newest.as_deref())
    )]
    Damaged {
        /// Folder of the database.
        path: PathBuf,
        /// Description of the damage.
        reason: String,
        /// True if it merely took too long to read.
        is_late: bool,
        /// The backup to restore.
        newest: Option<PathBuf>,
    },
    /// A newer program has used the folder.
    #[error(transparent)]
    NewerFormat(#[from] NewerFormat),
    /// A newer program has written to a table of its own.
    #[error(
        "the data has a table `{0}` that this focusbot does not know: a newer focusbot has used it; \
         run that one, or restore a backup from before it"
    )]
    NewerTable(String),
    /// A newer program has written a record.
    #[error("cannot read {0}")]
    NewerRecord(Flaw),
    /// The database failed, as on a full disk.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// The database rejected changes.
    #[error(transparent)]
    Commit(#[from] CommitError),
}

/// Returns the command that restores everything.
fn restore(newest: Option<&Path>) -> String {
    let newest = newest.map(|newest| format!(" {}", newest.display()));
    format!("focusbot restore{}", newest.unwrap_or_default())
}

fn rescue(path: &Path, newest: Option<&Path>) -> String {
    format!(
        "`focusbot verify --repair` sets it aside and brings everything back from the backups and \
         the journal; if they do not have it all, it continues with what can still be read, or \
         else with what they have; by hand, move the folder `{}` elsewhere and run `{}`",
        path.display(),
        restore(newest)
    )
}

pub(in crate::store::sled) fn in_folder(path: &Path, error: io::Error) -> OpenError {
    let path = path.to_owned();
    OpenError::Folder { path, error }
}
