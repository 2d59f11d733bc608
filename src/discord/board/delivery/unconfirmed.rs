//! Tables and games whose newest message may have been posted without being recorded.

use std::collections::HashSet;
use std::sync::{Mutex, MutexGuard, PoisonError};

use crate::service::GameId;

/// Tables and games whose newest message is in doubt. Discord recognizes a repeated nonce for only a
/// few minutes; after that, the bot has to search for the message before it posts it again.
#[derive(Debug, Default)]
pub struct Unconfirmed(Mutex<HashSet<GameId>>);

impl Unconfirmed {
    fn games(&self) -> MutexGuard<'_, HashSet<GameId>> {
        // The set is consistent after each line of code that changes it.
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Records that a message may have been posted.
    pub(crate) fn note(&self, game: GameId) {
        self.games().insert(game);
    }

    /// Records that nothing is in doubt about a game.
    pub(crate) fn clear(&self, game: GameId) {
        self.games().remove(&game);
    }

    /// Returns whether a message may have been posted.
    pub(super) fn has(&self, game: GameId) -> bool {
        self.games().contains(&game)
    }
}
