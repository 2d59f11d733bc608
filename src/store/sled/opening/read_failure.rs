//! Failure of one attempt to open a database.

use crate::store::sled::opening::error::OpenError;
use crate::store::{CommitError, StoreError};

/// Reason why an attempt to open failed.
pub(super) enum ReadFailure {
    /// The data file or its snapshot is damaged; opening may succeed without the snapshot.
    Corruption(String),
    /// The data file is damaged.
    Damage(String),
    /// Reading it took too long.
    Late(String),
    /// Any other reason.
    Other(OpenError),
}

impl<E: Into<OpenError>> From<E> for ReadFailure {
    fn from(error: E) -> Self {
        match error.into() {
            OpenError::Store(StoreError::Damaged(reason))
            | OpenError::Commit(CommitError::Store(StoreError::Damaged(reason))) => {
                Self::Corruption(reason)
            }
            error => Self::Other(error),
        }
    }
}
