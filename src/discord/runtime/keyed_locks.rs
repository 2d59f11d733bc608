//! Lock per key, such as a game or a person, granted in the order of requests.

use std::collections::HashMap;
use std::hash::Hash;
use std::sync::Arc;

use parking_lot::Mutex;
use tokio::sync::{Mutex as AsyncMutex, OwnedMutexGuard};

/// Number of locks above which unused ones are removed.
const SWEEP_AT: usize = 64;

/// Locks by key, which keep what concerns each key in order.
#[derive(Debug)]
pub struct KeyedLocks<K> {
    locks: Mutex<HashMap<K, Arc<AsyncMutex<()>>>>,
}

impl<K> Default for KeyedLocks<K> {
    fn default() -> Self {
        Self {
            locks: Mutex::default(),
        }
    }
}

/// Guard of a lock.
pub type KeyedGuard = OwnedMutexGuard<()>;

impl<K: Eq + Hash> KeyedLocks<K> {
    /// Waits for a lock.
    pub async fn enter(&self, key: K) -> KeyedGuard {
        self.lock(key).lock_owned().await
    }

    /// Takes a lock if it is free.
    #[must_use]
    pub fn try_enter(&self, key: K) -> Option<KeyedGuard> {
        self.lock(key).try_lock_owned().ok()
    }

    fn lock(&self, key: K) -> Arc<AsyncMutex<()>> {
        let mut locks = self.locks.lock();
        if locks.len() > SWEEP_AT {
            // A lock that is held or awaited has another reference.
            locks.retain(|_, lock| Arc::strong_count(lock) > 1);
        }
        Arc::clone(locks.entry(key).or_default())
    }
}

#[cfg(test)]
mod tests {
    use super::{KeyedLocks, SWEEP_AT};

    #[tokio::test]
    async fn a_turn_outlives_the_sweep_of_empty_lanes() {
        let locks = KeyedLocks::default();
        let turn = locks.enter(0).await;
        for key in 1..1_000 {
            drop(locks.enter(key).await);
        }
        assert!(locks.locks.lock().len() <= SWEEP_AT + 1);
        assert!(locks.try_enter(0).is_none());
        drop(turn);
        assert!(locks.try_enter(0).is_some());
    }
}
