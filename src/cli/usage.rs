//! Wrong usage that is found only after the arguments are parsed.

use std::fmt::Display;

use thiserror::Error;

/// Wrong usage, with the expected form.
#[derive(Debug, Error)]
#[error("{0}")]
pub(super) struct Usage(String);

impl Usage {
    pub(super) fn new(error: impl Display) -> Usage {
        Usage(error.to_string())
    }
}
