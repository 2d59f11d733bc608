//! Shards that this process holds, as far as it can rely on its leases.

use std::collections::{BTreeMap, BTreeSet};
use std::time::Instant;

use parking_lot::{Mutex, MutexGuard};

use crate::service::api::ids::{GuildId, MachineTime, Shard};
use crate::service::leases::time_limits::LEASE_VALID_FOR;
use crate::store::Revision;

/// Shards of this process; `None` if it shares the store with no other, and does everything.
#[derive(Debug, Default)]
pub(crate) struct HeldLeases(Mutex<Option<Held>>);

/// Shards of a process that shares its store.
#[derive(Debug, Default)]
pub(super) struct Held {
    pub(super) shards: BTreeMap<Shard, HeldLease>,
    /// Time of the last renewal.
    renewed: Option<MachineTime>,
}

/// Lease of a shard that this process holds.
#[derive(Clone, Copy, Debug)]
pub(super) struct HeldLease {
    pub(super) revision: Revision,
    /// Time when this process took the shard; `None` if no other process can have held it before.
    pub(super) taken_from_others: Option<Instant>,
}

impl Held {
    pub(super) fn serves(&self, server: Option<GuildId>) -> bool {
        self.lease_for(server).is_some()
    }

    /// Returns the lease of the shard that serves a server, or private conversations, if it is valid.
    pub(super) fn lease_for(&self, server: Option<GuildId>) -> Option<&HeldLease> {
        let is_valid = self
            .renewed
            .is_some_and(|renewed| renewed.elapsed() < LEASE_VALID_FOR);
        let mut shards = self.shards.iter().filter(|_| is_valid);
        let found = shards.find(|(shard, _)| shard.serves_server(server));
        found.map(|(_, lease)| lease)
    }
}

impl HeldLeases {
    pub(super) fn held(&self) -> MutexGuard<'_, Option<Held>> {
        self.0.lock()
    }

    /// Records that the leases were renewed, beginning at this moment.
    pub(super) fn prolong(&self, renewed: MachineTime) {
        self.held().get_or_insert_default().renewed = Some(renewed);
    }

    /// Records that this process has taken a shard, by a lease with this revision.
    pub(super) fn hold(
        &self,
        shard: Shard,
        revision: Revision,
        taken_from_others: Option<Instant>,
    ) {
        let lease = HeldLease {
            revision,
            taken_from_others,
        };
        let mut held = self.held();
        held.get_or_insert_default().shards.insert(shard, lease);
    }

    /// Gives a shard up, and returns the revision of its lease.
    pub(super) fn give_up(&self, shard: Shard) -> Option<Revision> {
        let lease = self.held().as_mut()?.shards.remove(&shard)?;
        Some(lease.revision)
    }

    /// Returns the revision of the lease of a shard that this process holds.
    pub(super) fn lease(&self, shard: Shard) -> Option<Revision> {
        let held = self.held();
        Some(held.as_ref()?.shards.get(&shard)?.revision)
    }

    /// Returns the shards; `None` if the store is not shared.
    pub(crate) fn shards(&self) -> Option<BTreeSet<Shard>> {
        let held = self.held();
        Some(held.as_ref()?.shards.keys().copied().collect())
    }
}
