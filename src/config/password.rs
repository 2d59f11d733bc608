//! Password of the database, which is never printed.

use std::fmt;

/// Replacement for the password wherever it would be shown.
const HIDDEN: &str = "(hidden)";

/// Password of the database.
#[derive(Clone, PartialEq, Eq)]
pub struct Password(String);

impl Password {
    /// Creates a password, without the end of the line that it was read from; `None` if it is empty.
    #[must_use]
    pub fn new(text: &str) -> Option<Self> {
        let text = text.trim_end_matches(['\r', '\n']);
        (!text.is_empty()).then(|| Self(text.to_owned()))
    }

    /// Returns the password itself, for the one place that logs in.
    #[must_use]
    pub fn reveal(&self) -> &str {
        &self.0
    }
}

impl fmt::Debug for Password {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(HIDDEN)
    }
}

impl fmt::Display for Password {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(HIDDEN)
    }
}
