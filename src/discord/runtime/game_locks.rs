//! Lock per game, granted in the order of requests.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use tokio::sync::{Mutex as AsyncMutex, OwnedMutexGuard};

use crate::service::GameId;

/// Number of locks above which unused ones are removed.
const SWEEP_AT: usize = 64;

/// Locks of games, which keep the messages of each game in order.
#[derive(Debug, Default)]
pub struct GameLocks {
    lanes: Mutex<HashMap<GameId, Arc<AsyncMutex<()>>>>,
}

/// Guard that allows sending messages of a game.
pub type Turn = OwnedMutexGuard<()>;

impl GameLocks {
    /// Waits for the lock of a game.
    pub async fn enter(&self, game: GameId) -> Turn {
        self.lane(game).lock_owned().await
    }

    /// Takes the lock of a game if it is free.
    #[must_use]
    pub fn try_enter(&self, game: GameId) -> Option<Turn> {
        self.lane(game).try_lock_owned().ok()
    }

    fn lane(&self, game: GameId) -> Arc<AsyncMutex<()>> {
        let mut lanes = self.lanes.lock().unwrap_or_else(PoisonError::into_inner);
        if lanes.len() > SWEEP_AT {
            // A lock that is held or awaited has another reference.
            lanes.retain(|_, lane| Arc::strong_count(lane) > 1);
        }
        Arc::clone(lanes.entry(game).or_default())
    }
}

#[cfg(test)]
mod tests {
    use super::{GameLocks, SWEEP_AT};
    use crate::service::GameId;

    #[tokio::test]
    async fn a_turn_outlives_the_sweep_of_empty_lanes() {
        let lanes = GameLocks::default();
        let turn = lanes.enter(GameId(0)).await;
        for game in 1..1_000 {
            drop(lanes.enter(GameId(game)).await);
        }
        assert!(lanes.lanes.lock().expect("an unpoisoned map").len() <= SWEEP_AT + 1);
        assert!(lanes.try_enter(GameId(0)).is_none());
        drop(turn);
        assert!(lanes.try_enter(GameId(0)).is_some());
    }
}
