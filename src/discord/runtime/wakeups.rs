//! Games that background work has to look at.

use tokio::sync::mpsc;

use crate::service::GameId;

/// Sender of games that somebody has to look at: it may be a computer's turn, or a replay is owed.
#[derive(Clone, Debug)]
pub struct Wakeups(mpsc::UnboundedSender<GameId>);

/// Receiver of these games.
pub type Calls = mpsc::UnboundedReceiver<GameId>;

impl Wakeups {
    /// Creates a sender and its receiver.
    #[must_use]
    pub fn new() -> (Self, Calls) {
        let (sender, calls) = mpsc::unbounded_channel();
        (Self(sender), calls)
    }

    /// Sends a game.
    pub(crate) fn wake(&self, game: GameId) {
        // Nobody receives it while the bot is stopping.
        let _ = self.0.send(game);
    }
}
