//! Wrong usage that is found only after the arguments are parsed.

use std::fmt;

/// Error for wrong usage that is found only after the arguments are parsed.
#[derive(Debug)]
pub(super) struct Usage(String);

impl Usage {
    pub(super) fn new(error: impl fmt::Display) -> Usage {
        Usage(error.to_string())
    }
}

impl fmt::Display for Usage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for Usage {}
