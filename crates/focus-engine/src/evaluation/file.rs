//! Files of learned weights, networks and policies.

use std::error::Error;
use std::fmt;
use std::io;
use std::path::Path;

/// Error for a file that cannot be read or has unexpected content.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ParseLearnedError(String);

impl ParseLearnedError {
    /// Creates an error with a message.
    pub(crate) fn new(text: impl Into<String>) -> ParseLearnedError {
        ParseLearnedError(text.into())
    }
}

impl fmt::Display for ParseLearnedError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl Error for ParseLearnedError {}

/// Reads a file as text or as bytes.
pub(crate) fn read<'a, T>(
    path: &'a Path,
    read: fn(&'a Path) -> io::Result<T>,
) -> Result<T, ParseLearnedError> {
    read(path).map_err(|error| {
        ParseLearnedError::new(format!("cannot read `{}`: {error}", path.display()))
    })
}
