//! Error for a text that cannot be read.

use std::borrow::Cow;
use std::fmt;

/// Error for a text that is no value of a type, such as a color, a square or an arrangement.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ParseError {
    expected: Cow<'static, str>,
    text: String,
}

impl ParseError {
    /// Creates the error for a text, or the part of one that cannot be read.
    #[must_use]
    pub fn new(expected: impl Into<Cow<'static, str>>, text: &str) -> ParseError {
        ParseError {
            expected: expected.into(),
            text: text.to_owned(),
        }
    }

    /// Returns the text, or its part, that could not be read.
    #[must_use]
    pub fn text(&self) -> &str {
        &self.text
    }
}

impl fmt::Display for ParseError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "expected {}, got `{}`", self.expected, self.text)
    }
}

impl std::error::Error for ParseError {}
