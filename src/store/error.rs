//! Errors of a store and of the disk under it.

use std::io::{self, ErrorKind};

use data_encoding::HEXLOWER;
use thiserror::Error;

use crate::store::table::{MAX_VALUE_BYTES, Table};

/// Reason why the database could not be read or written.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum StoreError {
    /// The database reported an error.
    #[error("the database failed: {0}")]
    Database(String),
    /// The database's file is damaged.
    #[error("the database is damaged: {0}")]
    Damaged(String),
    /// The store has been closed.
    #[error("the store is closed")]
    Closed,
    /// The database cannot be used at present, and may be again later.
    #[error("{0}")]
    Unavailable(String),
    /// The database was rewritten, and neither the new file nor the old one can be opened.
    #[error("it was rewritten and cannot be opened; the next start of focusbot uses it")]
    Gone,
}

/// Reason why a batch was not committed.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum CommitError {
    /// Another commit changed the key first; read it again.
    #[error("`{}` in table `{table}` is not as expected", HEXLOWER.encode(.key))]
    Conflict {
        /// Table of the first condition that does not hold.
        table: Table,
        /// Key of the first condition that does not hold.
        key: Vec<u8>,
    },
    /// A value is larger than [`MAX_VALUE_BYTES`].
    #[error("expected at most {MAX_VALUE_BYTES} bytes in table `{table}`, got {bytes}")]
    TooLarge {
        /// Table of the value.
        table: Table,
        /// Size of the value.
        bytes: usize,
    },
    /// The database failed; it is unknown whether the batch will be found after a restart.
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// Describes an error of the disk and a remedy, if one is known; otherwise returns the system's
/// text.
pub(crate) fn explain_disk_error(error: &io::Error) -> String {
    let advice = match error.kind() {
        ErrorKind::StorageFull | ErrorKind::QuotaExceeded | ErrorKind::FileTooLarge => {
            "free some space on its disk and start focusbot again"
        }
        ErrorKind::PermissionDenied | ErrorKind::ReadOnlyFilesystem => {
            "let the user that runs focusbot write there, or set another `data.dir`"
        }
        ErrorKind::NotADirectory => {
            "expected a folder: move what is there elsewhere, or name another folder"
        }
        _ => return error.to_string(),
    };
    // sled passes the system's text on in a form for programmers.
    format!("{}; {advice}", error.kind())
}
