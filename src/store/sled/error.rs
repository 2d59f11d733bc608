//! Errors of sled and of the disk, as errors of the store.

use std::io;

use crate::store::StoreError;
use crate::store::error::explain_disk_error;

/// Converts an error of sled; some of them mean that the file is damaged.
pub(super) fn failed(error: sled::Error) -> StoreError {
    match error {
        sled::Error::Corruption { at, .. } => {
            let place = at.map_or_else(String::new, |at| format!(" at {at:?}"));
            StoreError::Damaged(format!("its file has changed{place}"))
        }
        sled::Error::ReportableBug(text) => StoreError::Damaged(text),
        // A read past the end of the file, which has lost its last part.
        sled::Error::Io(error) if error.kind() == io::ErrorKind::UnexpectedEof => {
            StoreError::Damaged("the file ends too early".to_owned())
        }
        sled::Error::Io(error) => refused(&error),
        error => StoreError::Database(error.to_string()),
    }
}

/// Converts an error of the disk, with a remedy if one is known.
pub(super) fn refused(error: &io::Error) -> StoreError {
    StoreError::Database(explain_disk_error(error))
}

/// Returns the error of a commit that no writer receives or answers.
pub(super) fn writer_stopped() -> StoreError {
    StoreError::Database("its writer has stopped; restart focusbot".to_owned())
}
