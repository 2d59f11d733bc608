//! Why a scripted person fails.

use std::fmt;

/// Why a person could not do or see something.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PersonError {
    /// The sandbox refused, in its words.
    Refused(String),
    /// What was waited for did not come.
    Waited(String),
    /// The connection failed.
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
