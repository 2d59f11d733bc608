//! What keeps the bot from doing what it was asked to, and how it says so.

use std::fmt;

use crate::discord::desk::Unfinished;
use crate::discord::rest::RestError;
use crate::session::{Refusal, SessionError};
use crate::wording::Permission;

/// Why a person does not get what was asked for.
#[derive(Clone, Debug)]
pub enum Trouble {
    /// The game service says no.
    Refused(Refusal),
    /// The bot itself says no, in these words.
    Said(String),
    /// The bot lacks permissions.
    Missing(Vec<Permission>),
    /// Something broke on our side.
    Broken(String),
}

impl From<SessionError> for Trouble {
    fn from(error: SessionError) -> Self {
        match error {
            SessionError::Refused(refusal) => Self::Refused(refusal),
            SessionError::Fault(fault) => Self::Broken(fault.to_string()),
        }
    }
}

impl From<crate::session::Fault> for Trouble {
    fn from(fault: crate::session::Fault) -> Self {
        Self::Broken(fault.to_string())
    }
}

impl From<Unfinished> for Trouble {
    fn from(error: Unfinished) -> Self {
        Self::Broken(error.to_string())
    }
}

impl From<RestError> for Trouble {
    fn from(error: RestError) -> Self {
        Self::Broken(error.to_string())
    }
}

/// The id of a fault in the log, told to the person.
#[derive(Clone, Copy, Debug)]
pub struct FaultId(u32);

impl FaultId {
    /// Logs what broke under a new id.
    #[must_use]
    pub fn log(what: &str) -> Self {
        let id = Self(getrandom::u32().unwrap_or(0));
        tracing::error!(fault = %id, what, "something broke");
        id
    }
}

impl fmt::Display for FaultId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:08x}", self.0)
    }
}
