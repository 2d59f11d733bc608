//! Reasons why a request is not carried out.

use thiserror::Error;

use crate::service::api::damage::Damage;
use crate::service::api::ids::GameId;
use crate::service::api::refusal::Refusal;
use crate::store::{CommitError, ReadError, StoreError};

/// Failure that is not the person's doing.
#[derive(Clone, Debug, Error)]
pub enum Fault {
    /// A record of this game cannot have been written by this program.
    #[error("game {game}: {damage}")]
    Damaged {
        /// The game.
        game: GameId,
        /// Description of the damage.
        damage: Damage,
    },
    /// A record could not be read.
    #[error(transparent)]
    Read(#[from] ReadError),
    /// A change could not be written.
    #[error(transparent)]
    Commit(#[from] CommitError),
}

impl Fault {
    /// Returns a function that turns damage to this game into a fault.
    pub(crate) fn damaged(game: GameId) -> impl Fn(Damage) -> Self {
        move |damage| Self::Damaged { game, damage }
    }

    /// Returns whether the fault concerns a single game and no others.
    #[must_use]
    pub const fn is_of_one_game(&self) -> bool {
        match self {
            Self::Damaged { .. } | Self::Read(ReadError::Unreadable { .. }) => true,
            Self::Read(ReadError::Store(_)) | Self::Commit(_) => false,
        }
    }
}

impl From<StoreError> for Fault {
    fn from(error: StoreError) -> Self {
        Self::Read(ReadError::Store(error))
    }
}

/// Reason why a request was not carried out. Nothing has changed after a refusal, or if a record
/// cannot be read; if a commit failed, the next start tells whether it was kept.
#[derive(Clone, Debug, Error)]
pub enum ServiceError {
    /// The person's doing.
    #[error("refused: {0:?}")]
    Refused(Refusal),
    /// Failure of the bot or its store.
    #[error(transparent)]
    Fault(#[from] Fault),
}

/// Returns the result of work on one of several games; `None` if it was refused, or if the game
/// cannot be read: that is logged with its `effect`, and does not keep the others.
pub(crate) fn of_one_game<T>(
    game: GameId,
    result: Result<T, ServiceError>,
    effect: &str,
) -> Result<Option<T>, Fault> {
    match result {
        Ok(done) => Ok(Some(done)),
        Err(ServiceError::Refused(_)) => Ok(None),
        Err(ServiceError::Fault(fault)) if fault.is_of_one_game() => {
            tracing::error!(%game, %fault, "{effect}");
            Ok(None)
        }
        Err(ServiceError::Fault(fault)) => Err(fault),
    }
}

impl From<Refusal> for ServiceError {
    fn from(refusal: Refusal) -> Self {
        Self::Refused(refusal)
    }
}
