//! Queries about the shards that this process holds, and their fencing; [`super::shard_assignment`]
//! shares them out.

use std::collections::BTreeSet;
use std::time::Instant;

use crate::service::Service;
use crate::service::api::fault::Fault;
use crate::service::api::ids::{GameId, GuildId, Shard};
use crate::service::leases::time_limits::MESSAGES_ARRIVED_AFTER;
use crate::service::repository::leases::{self, Leases};
use crate::service::repository::queue_entries;
use crate::store::{Batch, Expected, Table};

impl Service {
    /// Declares that other processes share the store; from then on, this one does the unprompted
    /// work only where it holds the shard.
    pub fn begin_sharing(&self) {
        self.held_leases.held().get_or_insert_default();
    }

    /// Returns the shards that this process holds; `None` if it shares the store with no other.
    #[must_use]
    pub fn held_shards(&self) -> Option<BTreeSet<Shard>> {
        self.held_leases.shards()
    }

    /// Returns whether this process does the unprompted work on a server, or, without a server, in
    /// private conversations.
    #[must_use]
    pub fn acts_on(&self, server: Option<GuildId>) -> bool {
        let held = self.held_leases.held();
        held.as_ref().is_none_or(|held| held.serves(server))
    }

    /// Returns whether no other process shows anything on a server, or, without a server, in
    /// private conversations: this one acts there, and all messages of the previous process have
    /// arrived.
    pub(crate) fn acts_alone_on(&self, server: Option<GuildId>, at: Instant) -> bool {
        let held = self.held_leases.held();
        held.as_ref().is_none_or(|held| {
            let lease = held.lease_for(server);
            lease.is_some_and(|lease| {
                let taken = lease.taken_from_others;
                taken.is_none_or(|taken| {
                    at.saturating_duration_since(taken) >= MESSAGES_ARRIVED_AFTER
                })
            })
        })
    }

    /// Returns whether this process does the unprompted work in a table or game. One that cannot be
    /// read belongs to the first shard, as private conversations do.
    pub(crate) fn acts_for(&self, game: GameId) -> Result<bool, Fault> {
        if self.held_leases.shards().is_none() {
            return Ok(true);
        }
        Ok(self.acts_on(self.server_of(game)?))
    }

    /// Returns whether this process does the unprompted work in a game with this entry in a queue,
    /// without reading the game if the entry contains its server.
    pub(crate) fn acts_for_queued(
        &self,
        table: Table,
        game: GameId,
        entry: &[u8],
    ) -> Result<bool, Fault> {
        if self.held_leases.shards().is_none() {
            return Ok(true);
        }
        Ok(self.acts_on(self.server_of_queued(table, game, entry)?))
    }

    /// Returns the server of a game with this entry in a queue; reads the game only if the entry,
    /// written by an older version, does not contain it.
    pub(crate) fn server_of_queued(
        &self,
        table: Table,
        game: GameId,
        entry: &[u8],
    ) -> Result<Option<GuildId>, Fault> {
        match queue_entries::number_in(table, entry) {
            Some(number) => Ok(queue_entries::server(number)),
            None => self.server_of(game),
        }
    }

    /// Returns the server of a table or game that can be read.
    fn server_of(&self, game: GameId) -> Result<Option<GuildId>, Fault> {
        let held = self.readable(game)?;
        Ok(held.and_then(|held| held.record.common().place.guild))
    }

    /// Makes a batch depend on the lease of a shard; returns whether this process holds it by these
    /// leases, as it does if it shares the store with no other.
    pub(crate) fn require_lease(&self, batch: &mut Batch, shard: Shard, leases: &Leases) -> bool {
        let revision = match self.held_leases.held().as_ref() {
            None => return true,
            Some(held) => held.shards.get(&shard).map(|lease| lease.revision),
        };
        let found = leases.shards.get(&shard).map(|held| held.revision);
        let Some(revision) = revision.filter(|revision| found == Some(*revision)) else {
            return false;
        };
        leases::require_shard(batch, shard, Expected::Revision(revision));
        true
    }
}
