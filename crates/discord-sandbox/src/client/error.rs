//! Errors of a scripted person.

use std::fmt;

/// Error of an action or a wait of a person.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PersonError {
    /// Refusal of the sandbox, with its text.
    Refused(String),
    /// Timeout, with a description of what was awaited.
    Waited(String),
    /// Failed connection.
    Broken(String),
}

impl fmt::Display for PersonError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Refused(text) => write!(f, "the sandbox refused: {text}"),
            Self::Waited(text) => write!(f, "waited in vain for {text}"),
            Self::Broken(text) => write!(f, "the connection to the sandbox failed: {text}"),
        }
    }
}

impl std::error::Error for PersonError {}
