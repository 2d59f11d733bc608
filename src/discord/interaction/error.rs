//! Reasons why a person's request fails: a refusal, missing permissions, or a fault.

use thiserror::Error;

use crate::discord::interaction::custom_id::game::GameButton;
use crate::discord::rest::RestError;
use crate::discord::runtime::fault::{Broken, FaultId};
use crate::discord::runtime::service_queue::Unfinished;
use crate::metrics::FaultKind;
use crate::service::{Fault, GameId, Refusal, ServiceError};

/// Reason why a request fails. Its text is for the log.
#[derive(Clone, Debug, Error)]
pub enum BotError {
    /// The game service refuses the request.
    #[error("refused: {0:?}")]
    Refused(Refusal),
    /// Several games may be meant, each of which gets this button.
    #[error("refused: one of several games has to be named: {0:?}")]
    Which(Vec<GameId>, GameButton),
    /// The bot itself refuses the request, with this text.
    #[error("refused: {0}")]
    Said(String),
    /// The bot lacks permissions, as this text says.
    #[error("missing permissions: {0}")]
    Missing(String),
    /// An internal error occurred.
    #[error("{1}")]
    Broken(FaultKind, String),
    /// An internal error occurred that is already logged.
    #[error("fault {0}")]
    Logged(FaultId),
}

impl BotError {
    /// Adds a button to offer for each of the games that may be meant.
    pub(crate) fn offering(self, button: Option<GameButton>) -> Self {
        match (self, button) {
            (Self::Refused(Refusal::WhichGame(games)), Some(button)) => Self::Which(games, button),
            (other, _) => other,
        }
    }

    /// Returns whether the store failed, which may work again at any moment.
    pub(crate) fn is_store_failure(&self) -> bool {
        matches!(self, Self::Broken(FaultKind::Store, _))
    }

    /// Returns the name of the refusal for metrics; `None` for an internal error.
    pub(crate) fn refusal_name(&self) -> Option<&'static str> {
        match self {
            Self::Refused(refusal) => Some(refusal.into()),
            Self::Which(..) => Some("WhichGame"),
            Self::Said(_) => Some("Said"),
            Self::Missing(_) => Some("MissingPermission"),
            Self::Broken(..) | Self::Logged(_) => None,
        }
    }
}

impl From<ServiceError> for BotError {
    fn from(error: ServiceError) -> Self {
        match error {
            ServiceError::Refused(refusal) => Self::Refused(refusal),
            ServiceError::Fault(fault) => fault.into(),
        }
    }
}

impl From<Fault> for BotError {
    fn from(fault: Fault) -> Self {
        let kind = if fault.is_of_one_game() {
            FaultKind::Record
        } else {
            FaultKind::Store
        };
        Self::Broken(kind, fault.to_string())
    }
}

impl From<Unfinished> for BotError {
    fn from(error: Unfinished) -> Self {
        match error {
            Unfinished::Panicked(id) => Self::Logged(id),
            Unfinished::Closed => Self::Broken(FaultKind::System, error.to_string()),
        }
    }
}

impl From<RestError> for BotError {
    fn from(error: RestError) -> Self {
        Self::Broken(FaultKind::Discord, error.to_string())
    }
}

impl From<Broken> for BotError {
    fn from(Broken(kind, what): Broken) -> Self {
        Self::Broken(kind, what)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn log_shows_the_text_of_a_fault_as_it_is() {
        let error = BotError::Broken(FaultKind::Store, "cannot read `x`".to_owned());
        assert_eq!(error.to_string(), "cannot read `x`");
    }
}
