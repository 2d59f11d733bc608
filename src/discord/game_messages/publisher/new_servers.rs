//! Servers that became reachable and were not looked up yet.

use std::collections::HashSet;
use std::mem;

use parking_lot::Mutex;
use tokio::sync::{Mutex as AsyncMutex, MutexGuard as AsyncMutexGuard};

use crate::service::GuildId;

/// Set of new servers. At a start, Discord sends hundreds of servers one by one; those that arrive
/// during a lookup are looked up together in the next one.
#[derive(Debug, Default)]
pub(crate) struct NewServers {
    servers: Mutex<HashSet<GuildId>>,
    turn: AsyncMutex<()>,
}

impl NewServers {
    /// Adds a server that became reachable.
    pub(crate) fn add(&self, guild: GuildId) {
        self.servers.lock().insert(guild);
    }

    /// Waits until no lookup is in progress.
    pub(crate) async fn turn(&self) -> AsyncMutexGuard<'_, ()> {
        self.turn.lock().await
    }

    /// Takes the servers added since the last call.
    pub(crate) fn take(&self) -> HashSet<GuildId> {
        mem::take(&mut *self.servers.lock())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn servers_that_come_meanwhile_are_looked_up_together() {
        let arrivals = NewServers::default();
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
