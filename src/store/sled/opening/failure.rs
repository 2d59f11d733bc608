//! How one try to open a database went wrong.

use crate::store::sled::opening::error::OpenError;
use crate::store::{CommitError, StoreError};

/// How one try to open went wrong.
pub(super) enum Failure {
    /// The file or its snapshot; without the snapshot all may be well.
    Corruption(String),
    /// The file.
    Damage(String),
    /// Reading it took too long.
    Late(String),
    /// None of these.
    Other(OpenError),
}

impl<E: Into<OpenError>> From<E> for Failure {
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
