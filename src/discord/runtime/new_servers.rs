//! Servers that have become reachable, and have not been looked up yet.

use std::collections::HashSet;
use std::mem;
use std::sync::{Mutex, MutexGuard, PoisonError};

use tokio::sync::{Mutex as AsyncMutex, MutexGuard as AsyncMutexGuard};

use crate::service::GuildId;

/// At a start, Discord tells of hundreds of servers one by one; all that come while some are looked
/// up are looked up together.
#[derive(Debug, Default)]
pub(crate) struct Arrivals {
    servers: Mutex<HashSet<GuildId>>,
    turn: AsyncMutex<()>,
}

impl Arrivals {
    /// A server has become reachable.
    pub(crate) fn add(&self, guild: GuildId) {
        self.servers().insert(guild);
    }

    /// Waits until nobody looks anything up.
    pub(crate) async fn turn(&self) -> AsyncMutexGuard<'_, ()> {
        self.turn.lock().await
    }

    /// The servers that have come since this was asked last.
    pub(crate) fn take(&self) -> HashSet<GuildId> {
        mem::take(&mut *self.servers())
    }

    fn servers(&self) -> MutexGuard<'_, HashSet<GuildId>> {
        self.servers.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn servers_that_come_meanwhile_are_looked_up_together() {
        let arrivals = Arrivals::default();
        arrivals.add(GuildId(0));
        let turn = arrivals.turn().await;
        assert_eq!(arrivals.take().len(), 1);
        for guild in 1..300 {
            arrivals.add(GuildId(guild));
        }
        drop(turn);
        let _turn = arrivals.turn().await;
        assert_eq!(arrivals.take().len(), 299);
        assert!(arrivals.take().is_empty());
    }
}
