//! Time in which nobody could move on one server because Discord could not serve it, on the servers
//! of one shard because it was not connected, or by one process because it could not use the store.

use crate::service::Service;
use crate::service::api::fault::Fault;
use crate::service::api::ids::{GuildId, Shard, Timestamp};
use crate::service::game::running_clock::current_outages::SHORTEST;
use crate::service::game::running_clock::short_outages::OutageScope;
use crate::service::model::downtime::OwedTime;

impl Service {
    /// Continues the outages of servers that the previous process noted, if it shared the store
    /// with no other; otherwise they come with the shards. Must be called at the start.
    ///
    /// # Errors
    ///
    /// The store failed.
    pub fn resume_outages(&self) -> Result<(), Fault> {
        let alive = self.alive()?;
        for (server, since) in alive.map_or_else(Vec::new, |held| held.record.servers) {
            self.outages.begin_on(server, since);
        }
        Ok(())
    }

    /// Ends the outages of all servers, in a process without a connection of the gateway, which would
    /// never learn of their end.
    ///
    /// # Errors
    ///
    /// The store failed.
    pub fn end_outages(&self, now: Timestamp) -> Result<(), Fault> {
        let mut out = self.outages.servers().into_iter();
        out.try_for_each(|(server, _)| self.end_outage(server, now))
    }

    /// Returns the servers of a shard that are in an outage and not among these.
    #[must_use]
    pub fn outages_beyond(&self, shard: Shard, servers: &[GuildId]) -> Vec<GuildId> {
        let out = self.outages.servers().into_iter().map(|(server, _)| server);
        out.filter(|server| shard.has(*server) && !servers.contains(server))
            .collect()
    }

    /// Records that nobody can move on a server.
    pub fn begin_outage(&self, guild: GuildId, now: Timestamp) {
        self.outages.begin_on(guild, now);
    }

    /// Records that people can move on a server again, and gives the time since
    /// [`Service::begin_outage`] back to the clocks that run there; if it is short, only to those
    /// that would have run out.
    ///
    /// # Errors
    ///
    /// The store failed. A game that cannot be read is skipped.
    pub fn end_outage(&self, guild: GuildId, now: Timestamp) -> Result<(), Fault> {
        if let Some(from) = self.outages.on(guild) {
            if now.since(from) >= SHORTEST {
                let owed = OwedTime::new(from, now);
                self.give_back_on(guild, |game| self.give_back_owed(game, owed))?;
            } else {
                let scope = OutageScope::Server(guild);
                self.short_outages.note(Some(scope), from, now);
            }
        }
        self.outages.forget_on(guild);
        Ok(())
    }

    /// Records that this process cannot use the store, as it could at `last`. The time is owed to the
    /// games of a shard once the process that serves it has noticed that, too; until then, those in
    /// which people do something here get it in the same commit.
    pub fn begin_store_outage(&self, last: Timestamp) {
        self.outages.begin_of_store(last);
    }

    /// Records that this process can use the store.
    pub fn end_store_outage(&self, now: Timestamp) {
        self.outages.end_of_store(now);
    }

    /// Records since when people cannot reach shards, which was noticed later; the next
    /// [`Self::note_shards`] determines whether they can again.
    pub fn note_silent(&self, shards: &[(Shard, Timestamp)]) {
        for (shard, since) in shards {
            self.outages.begin_before(*shard, *since);
        }
    }

    /// Records which shards people can reach at `now`, while they can reach at least one; a shard
    /// that is away was still connected at `last`, unless it is known to have been away before
    /// that. The time in which one was away is owed to the clocks that run there, and to no others;
    /// returns whether there is such time.
    ///
    /// # Errors
    ///
    /// The store failed.
    pub fn note_shards(
        &self,
        last: Timestamp,
        now: Timestamp,
        shards: &[(Shard, bool)],
    ) -> Result<bool, Fault> {
        let away = shards.iter().filter(|(_, is_connected)| !is_connected);
        let away: Vec<_> = away.map(|(shard, _)| *shard).collect();
        for shard in &away {
            self.outages.begin(*shard, last);
        }
        // The total may have changed as well.
        let mut back = self.outages.shards();
        let held = self.held_shards().unwrap_or_default();
        let is_listed = |shard: &Shard| shards.iter().any(|(listed, _)| listed == shard);
        // One that was taken just now is not listed yet.
        back.retain(|(shard, _)| {
            !away.contains(shard) && (is_listed(shard) || !held.contains(shard))
        });
        let (owed, short): (Vec<_>, Vec<_>) = back
            .iter()
            .copied()
            .partition(|(shard, since)| self.outages.is_owed(*shard, now.since(*since)));
        if !owed.is_empty() {
            self.owe_to_shards(now, &owed)?;
        }
        for (shard, since) in short {
            let scope = OutageScope::Shard(shard);
            self.short_outages.note(Some(scope), since, now);
        }
        for (shard, _) in back {
            self.outages.forget(shard);
        }
        Ok(!owed.is_empty())
    }
}
