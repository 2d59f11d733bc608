//! Error for a damaged record.

use thiserror::Error;

/// Description of why a record cannot have been written by this program.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{0}")]
pub struct Damage(pub(crate) String);
