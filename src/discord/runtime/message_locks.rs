//! Lock per game for sending its messages, granted in the order of requests.

use std::collections::HashMap;
use std::sync::Arc;

use parking_lot::Mutex;
use tokio::sync::{Mutex as AsyncMutex, OwnedMutexGuard};

use crate::service::GameId;

/// Number of locks above which unused ones are removed.
const SWEEP_AT: usize = 64;

/// Locks of games, which keep the messages of each game in order.
#[derive(Debug, Default)]
pub struct MessageLocks {
    locks: Mutex<HashMap<GameId, Arc<AsyncMutex<()>>>>,
}

/// Guard that allows sending messages of a game.
pub type MessageGuard = OwnedMutexGuard<()>;

impl MessageLocks {
    /// Waits for the lock of a game.
    pub async fn enter(&self, game: GameId) -> MessageGuard {
        self.lock(game).lock_owned().await
    }

    /// Takes the lock of a game if it is free.
    #[must_use]
    pub fn try_enter(&self, game: GameId) -> Option<MessageGuard> {
        self.lock(game).try_lock_owned().ok()
    }

    fn lock(&self, game: GameId) -> Arc<AsyncMutex<()>> {
        let mut locks = self.locks.lock();
        if locks.len() > SWEEP_AT {
            // A lock that is held or awaited has another reference.
            locks.retain(|_, lock| Arc::strong_count(lock) > 1);
        }
        Arc::clone(locks.entry(game).or_default())
    }
}

#[cfg(test)]
mod tests {
    use super::{MessageLocks, SWEEP_AT};
    use crate::service::GameId;

    #[tokio::test]
    async fn a_turn_outlives_the_sweep_of_empty_lanes() {
        let locks = MessageLocks::default();
        let turn = locks.enter(GameId(0)).await;
        for game in 1..1_000 {
            drop(locks.enter(GameId(game)).await);
        }
        assert!(locks.locks.lock().len() <= SWEEP_AT + 1);
        assert!(locks.try_enter(GameId(0)).is_none());
        drop(turn);
        assert!(locks.try_enter(GameId(0)).is_some());
    }
}
