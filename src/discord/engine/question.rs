//! Questions to the engine threads.

use tokio::sync::oneshot;

use crate::discord::interaction::error::BotError;
use crate::discord::runtime::fault::FaultId;
use crate::metrics::FaultKind;
use crate::service::ChannelId;
use focus::Game;
use focus_engine::{Choice, Level, Stop};

/// Position to search.
#[derive(Clone, Debug)]
pub(crate) struct Question {
    /// Channel of the question; channels take turns.
    pub(crate) channel: ChannelId,
    /// True if it has lower priority than anything a player waits for: a computer's move in a game
    /// that people only watch, or a position of a game under review.
    pub(crate) is_watched: bool,
    /// The game up to the position.
    pub(crate) game: Game,
    /// Playing strength.
    pub(crate) level: Level,
    /// Number of moves whose scores are requested.
    pub(crate) lines: usize,
    /// Seed that decides among equal moves.
    pub(crate) seed: u64,
    /// Number of nodes to search, instead of the usual time.
    pub(crate) nodes: Option<u64>,
    /// Signal that nobody is waiting for the answer anymore.
    pub(crate) stop: Stop,
}

/// Reason why a question has no answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum NoAnswer {
    /// Nobody was waiting for it anymore.
    Stopped,
    /// The thread panicked, which is logged under this id.
    Panicked(FaultId),
}

impl From<NoAnswer> for BotError {
    fn from(none: NoAnswer) -> Self {
        match none {
            NoAnswer::Stopped => {
                Self::Broken(FaultKind::Computer, "a thought cut short".to_owned())
            }
            NoAnswer::Panicked(id) => Self::Logged(id),
        }
    }
}

/// A question, and where its answer goes.
pub(super) struct SearchJob {
    pub(super) question: Question,
    pub(super) answer: oneshot::Sender<Result<Choice, NoAnswer>>,
}
