//! Renewal of leases: signs of life, the loss of leases to other processes, and the end of a process.
//!
//! Every process writes a sign of life every few seconds. A process whose sign of life has not
//! changed for some time is dead, or frozen; one that the store reports as disconnected is dead
//! sooner, once it could have reconnected ([`super::time_limits`]). Another process frees its
//! shards, in a commit that fails if it is alive after all, and deletes its sign of life, so that it
//! learns of its loss when it wakes. Clocks of different machines are never compared.

use std::collections::BTreeSet;

use crate::service::Service;
use crate::service::api::fault::Fault;
use crate::service::api::ids::{MachineTime, ProcessId, Shard, Timestamp};
use crate::service::leases::lease_holder::LeaseHolder;
use crate::service::repository::leases::{self, Lease, Leases, Process};
use crate::store::{Batch, Expected, Revision};

impl Service {
    /// Returns the sessions of the processes that are connected, if the store knows them and there
    /// are others.
    pub(super) fn connected(&self, leases: &Leases) -> Result<Option<BTreeSet<String>>, Fault> {
        let store = self.archive.store();
        if store.session().is_none() || leases.processes.len() < 2 {
            return Ok(None);
        }
        let sessions = store.sessions()?;
        self.doubt_mentions(&sessions)?;
        Ok(Some(sessions))
    }

    /// Renews the leases; returns false if others have taken the process for dead.
    pub(super) fn renew(&self, holder: &mut LeaseHolder, now: Timestamp) -> Result<bool, Fault> {
        if self.give_sign_of_life(holder, now)? {
            return Ok(true);
        }
        // Others only delete a sign of life: if there is one, the answer to its commit was lost. It
        // may have arrived after the shards were freed.
        let leases = self.leases()?;
        let found = leases.processes.get(&holder.id);
        holder.renewed = found.map(|held| held.revision);
        self.repair(&leases, holder.id)?;
        Ok(found.is_some() && self.give_sign_of_life(holder, now)?)
    }

    /// Writes a sign of life; returns false if the previous one is not the one that this process
    /// knows.
    fn give_sign_of_life(&self, holder: &mut LeaseHolder, now: Timestamp) -> Result<bool, Fault> {
        let begun = MachineTime::now();
        let process = Process {
            at: now,
            away: self.outages.shards(),
            session: self.archive.store().session(),
            limits: holder.limits,
        };
        let mut batch = Batch::new();
        let expected = Expected::as_read(holder.renewed);
        leases::put_process(&mut batch, holder.id, &process, expected);
        if !self.archive.commit_unless_changed(batch)? {
            return Ok(false);
        }
        holder.renewed = self.renewed(holder.id)?;
        let is_there = holder.renewed.is_some();
        if is_there {
            self.held_leases.prolong(begun);
        }
        Ok(is_there)
    }

    /// Frees the shards of a dead process, unless it turns out to be alive.
    pub(super) fn free(&self, leases: &Leases, id: ProcessId) -> Result<(), Fault> {
        let Some(dead) = leases.processes.get(&id) else {
            return Ok(());
        };
        let mut batch = Batch::new();
        leases::delete_process(&mut batch, id, Expected::Revision(dead.revision));
        let mut count = 0;
        for (shard, held) in leases.of(id) {
            let away = dead.record.away.iter().find(|(away, _)| *away == shard);
            let lease = Lease {
                owner: None,
                seen: away.map_or(dead.record.at, |(_, since)| *since),
            };
            let expected = Expected::Revision(held.revision);
            leases::put_shard(&mut batch, shard, lease, expected);
            count += 1;
        }
        if self.archive.commit_unless_changed(batch)? {
            tracing::warn!(process = %id, shards = count, "a process does not renew its lease");
        }
        Ok(())
    }

    /// Gives up shards whose leases are not those that this process knows, and frees leases in its
    /// name that it does not know of: the answer to a commit was lost, or others have freed them.
    pub(super) fn repair(&self, leases: &Leases, id: ProcessId) -> Result<(), Fault> {
        for shard in self.held_shards().unwrap_or_default() {
            let lease = leases.shards.get(&shard).map(|held| held.revision);
            let is_lost = leases.owner(shard).is_none() || lease != self.held_leases.lease(shard);
            if is_lost {
                self.held_leases.give_up(shard);
                self.outages.leave(shard);
            }
        }
        let known = self.held_shards().unwrap_or_default();
        let mut batch = Batch::new();
        for (shard, held) in leases.of(id).filter(|(shard, _)| !known.contains(shard)) {
            let lease = Lease {
                owner: None,
                ..held.record
            };
            leases::put_shard(&mut batch, shard, lease, Expected::Revision(held.revision));
        }
        if !batch.is_empty() {
            self.archive.commit_unless_changed(batch)?;
        }
        Ok(())
    }

    /// Gives up everything, at the end of a process.
    ///
    /// # Errors
    ///
    /// The store failed; others take the shards after a while.
    pub fn leave(&self, holder: &LeaseHolder, now: Timestamp) -> Result<(), Fault> {
        let Some(revision) = holder.renewed else {
            return Ok(());
        };
        let mut batch = Batch::new();
        leases::delete_process(&mut batch, holder.id, Expected::Revision(revision));
        self.give_up_in(&mut batch, &self.held_shards().unwrap_or_default(), now);
        self.archive.commit_unless_changed(batch)?;
        Ok(())
    }

    /// Adds to `batch` the release of shards; returns those that were held, with the revisions of
    /// their leases and the times since which they were away.
    pub(super) fn give_up_in(
        &self,
        batch: &mut Batch,
        shards: &BTreeSet<Shard>,
        now: Timestamp,
    ) -> Vec<(Shard, Revision, Option<Timestamp>)> {
        let mut given = Vec::new();
        for shard in shards {
            let away = self.outages.leave(*shard);
            let Some(revision) = self.held_leases.give_up(*shard) else {
                continue;
            };
            given.push((*shard, revision, away));
            let lease = Lease {
                owner: None,
                seen: away.unwrap_or(now),
            };
            leases::put_shard(batch, *shard, lease, Expected::Revision(revision));
        }
        given
    }
}
