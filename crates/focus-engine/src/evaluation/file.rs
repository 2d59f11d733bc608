//! Files of what was learned: weights, networks and policies.

use std::error::Error;
use std::fmt;
use std::io;
use std::path::Path;

/// A file, or what it holds, that is not what was expected.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ParseLearnedError(String);

impl ParseLearnedError {
    /// Says what was expected.
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

/// What a file holds, read as text or as bytes.
pub(crate) fn read<'a, T>(
    path: &'a Path,
    read: fn(&'a Path) -> io::Result<T>,
) -> Result<T, ParseLearnedError> {
    read(path).map_err(|error| {
        ParseLearnedError::new(format!("cannot read `{}`: {error}", path.display()))
    })
}
