//! Shards that this process holds.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant, SystemTime};

use crate::service::Service;
use crate::service::api::fault::Fault;
use crate::service::api::ids::{GameId, Place, Shard};
use crate::service::repository::leases;
use crate::store::{Batch, Expected, Revision};

/// Time for which a process relies on its leases after it has begun to renew them; less than the
/// time after which others take those of one that is connected. One that is not connected can do
/// nothing, and looks at its leases right after it is again.
const KEPT: Duration = Duration::from_secs(10);

/// Shards of this process; `None` if it shares the store with no other, and does everything.
#[derive(Debug, Default)]
pub(crate) struct Ownership(Mutex<Option<Held>>);

#[derive(Debug, Default)]
struct Held {
    /// Shards with the revisions of their leases.
    shards: BTreeMap<Shard, Revision>,
    /// Time of the last renewal.
    renewed: Option<Moment>,
}

/// Time by a clock that never jumps, and by one that goes on while the machine sleeps.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Moment(Instant, SystemTime);

impl Moment {
    pub(crate) fn now() -> Self {
        Self(Instant::now(), SystemTime::now())
    }

    fn is_recent(self) -> bool {
        // A clock that was set back is no reason to stop.
        let slept = self.1.elapsed().unwrap_or_default();
        self.0.elapsed() < KEPT && slept < KEPT
    }
}

impl Held {
    fn serves(&self, place: Place) -> bool {
        let is_valid = self.renewed.is_some_and(Moment::is_recent);
        is_valid && self.shards.keys().any(|shard| shard.serves(place))
    }
}

impl Ownership {
    fn held(&self) -> MutexGuard<'_, Option<Held>> {
        // A map is whole after each line of code that changes it.
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Records that the leases were renewed, beginning at this moment.
    pub(super) fn prolong(&self, renewed: Moment) {
        self.held().get_or_insert_default().renewed = Some(renewed);
    }

    /// Records that this process holds a shard by a lease with this revision.
    pub(super) fn hold(&self, shard: Shard, revision: Revision) {
        let mut held = self.held();
        held.get_or_insert_default().shards.insert(shard, revision);
    }

    /// Gives a shard up, and returns the revision of its lease.
    pub(super) fn give_up(&self, shard: Shard) -> Option<Revision> {
        self.held().as_mut()?.shards.remove(&shard)
    }

    /// Returns the revision of the lease of a shard that this process holds.
    pub(super) fn lease(&self, shard: Shard) -> Option<Revision> {
        self.held().as_ref()?.shards.get(&shard).copied()
    }

    /// Returns the shards; `None` if the store is not shared.
    pub(crate) fn shards(&self) -> Option<BTreeSet<Shard>> {
        let held = self.held();
        Some(held.as_ref()?.shards.keys().copied().collect())
    }
}

impl Service {
    /// Declares that other processes share the store; from then on, this one does what nobody asks
    /// for only where it holds the shard.
    pub fn begin_sharing(&self) {
        self.ownership.held().get_or_insert_default();
    }

    /// Returns the shards that this process holds; `None` if it shares the store with no other.
    #[must_use]
    pub fn held_shards(&self) -> Option<BTreeSet<Shard>> {
        self.ownership.shards()
    }

    /// Returns whether this process does what nobody asks for at a place.
    #[must_use]
    pub fn acts_at(&self, place: Place) -> bool {
        let held = self.ownership.held();
        held.as_ref().is_none_or(|held| held.serves(place))
    }

    /// Returns those of some tables and games for which this process does what nobody asks for. One
    /// that cannot be read belongs to the first shard.
    ///
    /// # Errors
    ///
    /// The store failed.
    pub fn own(&self, mut games: Vec<GameId>) -> Result<Vec<GameId>, Fault> {
        if self.ownership.shards().is_none() {
            return Ok(games);
        }
        let mut failed = Ok(());
        games.retain(|game| match self.acts_for(*game) {
            Ok(acts) => acts,
            Err(fault) => {
                failed = Err(fault);
                false
            }
        });
        failed.map(|()| games)
    }

    /// Returns whether this process does what nobody asks for in a table or game.
    pub(crate) fn acts_for(&self, game: GameId) -> Result<bool, Fault> {
        if self.ownership.shards().is_none() {
            return Ok(true);
        }
        let held = self.readable(game)?;
        Ok(match held {
            Some(held) => self.acts_at(held.record.common().place),
            None => self.acts_for_first(),
        })
    }

    fn acts_for_first(&self) -> bool {
        let held = self.ownership.held();
        held.as_ref().is_none_or(|held| {
            let is_valid = held.renewed.is_some_and(Moment::is_recent);
            is_valid && held.shards.keys().any(|shard| shard.number == 0)
        })
    }

    /// Makes a batch depend on the lease of a shard; returns whether this process holds it, as it
    /// does if it shares the store with no other.
    pub(crate) fn require_lease(&self, batch: &mut Batch, shard: Shard) -> Result<bool, Fault> {
        let revision = match self.ownership.held().as_ref() {
            None => return Ok(true),
            Some(held) => held.shards.get(&shard).copied(),
        };
        let Some(revision) = revision else {
            return Ok(false);
        };
        let found = self.leases()?.shards.get(&shard).map(|held| held.revision);
        let is_held = found == Some(revision);
        if is_held {
            leases::require_shard(batch, shard, Expected::Revision(revision));
        }
        Ok(is_held)
    }
}
