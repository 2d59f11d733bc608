//! Assignment of the shards to the live processes.

use std::collections::{BTreeMap, BTreeSet};
use std::time::Instant;

use crate::service::Service;
use crate::service::api::discord_limits::LimitPart;
use crate::service::api::fault::Fault;
use crate::service::api::ids::{ProcessId, Shard, Timestamp};
use crate::service::leases::lease_holder::LeaseHolder;
use crate::service::repository::leases::{self, Lease, Leases, TotalShards};
use crate::store::{Batch, Expected};

/// Quota of shards of a process.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ShardQuota {
    /// These shards and no others.
    Fixed {
        /// First shard.
        first: u32,
        /// Last shard.
        last: u32,
        /// Total number of shards.
        total: u32,
    },
    /// Share equal to that of every other process.
    Fair {
        /// Total number of shards that Discord recommends.
        recommended: u32,
        /// True if Discord refuses the current total.
        is_refused: bool,
    },
}

/// Shards of a process.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ShardAssignment {
    /// Shards that the process should serve.
    pub wanted: BTreeSet<Shard>,
    /// Shards that it holds and must give up, as soon as it no longer serves them.
    pub surplus: BTreeSet<Shard>,
    /// True if some of those wanted are new.
    pub has_taken: bool,
    /// True if another process has ended since the last renewal, or counts as dead.
    pub another_has_ended: bool,
    /// Number of shards that it waits for because others, which may be dead, still hold them; 0 if
    /// it has some of a fair quota.
    pub lacking: usize,
    /// Part of Discord's limits that the process may use.
    pub limits: LimitPart,
}

impl ShardAssignment {
    /// Assignment of a process that has not joined yet.
    const NONE: Self = Self {
        wanted: BTreeSet::new(),
        surplus: BTreeSet::new(),
        has_taken: false,
        another_has_ended: false,
        lacking: 0,
        limits: LimitPart::LEAST,
    };
}

impl Service {
    /// Renews the leases of a process, frees those of others that are dead, and takes free shards
    /// up to its quota.
    ///
    /// `now` is the time of the games, `at` a monotonic time.
    ///
    /// # Errors
    ///
    /// The store failed. The leases that the process holds stay valid for a few seconds.
    pub fn renew_and_assign(
        &self,
        holder: &mut LeaseHolder,
        (now, at): (Timestamp, Instant),
        quota: ShardQuota,
    ) -> Result<ShardAssignment, Fault> {
        if !self.renew(holder, now)? {
            tracing::warn!("this process was silent for so long that it has lost its shards");
            holder.join_anew();
            if !self.renew(holder, now)? {
                return Ok(ShardAssignment::NONE);
            }
        }
        let mut leases = self.leases()?;
        let connected = self.connected(&leases)?;
        let has_left = holder.misses_another(&leases);
        let dead = holder.dead(&leases, connected.as_ref(), at);
        for id in &dead {
            self.free(&leases, *id)?;
        }
        if !dead.is_empty() {
            leases = self.leases()?;
        }
        let total = self.agree_on_total(&mut leases, holder.id, now, quota)?;
        self.repair(&leases, holder.id)?;
        let held = self.held_shards().unwrap_or_default();
        let (mine, surplus): (BTreeSet<_>, BTreeSet<_>) =
            held.into_iter().partition(|shard| shard.total == total);
        let mut assignment = ShardAssignment {
            wanted: mine,
            surplus,
            has_taken: false,
            another_has_ended: has_left || !dead.is_empty(),
            lacking: 0,
            limits: holder.limit_part(&leases),
        };
        let missing = missing(&mut assignment, holder, &leases, (total, quota));
        if !missing.is_empty() && self.take(holder, &leases, &missing, (now, at))? {
            let held = self.held_shards().unwrap_or_default();
            assignment
                .wanted
                .extend(missing.into_iter().filter(|shard| held.contains(shard)));
            assignment.has_taken = true;
        }
        assignment.lacking = lacking(&assignment, holder, &leases, (total, quota));
        Ok(assignment)
    }

    /// Agrees with the other processes on the total number of shards, which the first one decides.
    fn agree_on_total(
        &self,
        leases: &mut Leases,
        id: ProcessId,
        now: Timestamp,
        quota: ShardQuota,
    ) -> Result<u32, Fault> {
        let (recommended, is_refused) = match quota {
            ShardQuota::Fixed { total, .. } => return Ok(total),
            ShardQuota::Fair {
                recommended,
                is_refused,
            } => (recommended, is_refused),
        };
        let known = leases.total.map(|held| held.record.shards);
        let is_first = leases.processes.keys().all(|other| *other == id)
            && self.held_shards().is_none_or(|held| held.is_empty());
        if let Some(known) =
            known.filter(|known| *known == recommended || !(is_first || is_refused))
        {
            return Ok(known);
        }
        let mut batch = Batch::new();
        let total = TotalShards {
            shards: recommended,
            seen: self.last_seen(leases, now)?,
        };
        let expected = Expected::as_read(leases.total.map(|held| held.revision));
        leases::put_total(&mut batch, total, expected);
        let others = leases.shards.iter();
        for (shard, held) in others.filter(|(shard, _)| shard.total != recommended) {
            if held.record.owner.is_none() {
                let expected = Expected::Revision(held.revision);
                leases::delete_shard(&mut batch, *shard, expected);
                leases::delete_session(&mut batch, *shard, Expected::Any);
            }
        }
        self.archive.commit_unless_changed(batch)?;
        *leases = self.leases()?;
        let decided = leases.total.map(|held| held.record.shards);
        Ok(decided.unwrap_or(recommended))
    }

    /// Returns the time when people could last reach a shard without a lease: all shards of the
    /// total before.
    fn last_seen(&self, leases: &Leases, now: Timestamp) -> Result<Timestamp, Fault> {
        if let Some(seen) = last_served(leases, |_| true) {
            return Ok(seen);
        }
        // Until there were leases, there was one sign of life for all.
        Ok(self.last_online()?.unwrap_or(now))
    }

    /// Takes free shards, all or none; returns whether it has.
    fn take(
        &self,
        holder: &LeaseHolder,
        leases: &Leases,
        shards: &[Shard],
        (now, at): (Timestamp, Instant),
    ) -> Result<bool, Fault> {
        let wanted = shards[0].total;
        let noted = leases.total.map(|held| held.record);
        let noted = noted.filter(|total| total.shards == wanted);
        let unknown = match noted {
            Some(total) => total.seen,
            None => self.last_seen(leases, now)?,
        };
        let served = last_served(leases, |total| total != wanted);
        let servers = self.alive()?.map(|held| held.record.servers);
        let servers = servers.unwrap_or_default();
        let mut batch = Batch::new();
        let alive = Expected::as_read(holder.renewed);
        leases::require_process(&mut batch, holder.id, alive);
        let free = shards.iter().filter_map(|shard| leases.shards.get(shard));
        let ended: BTreeSet<_> = free.filter_map(|free| free.record.owner).collect();
        for id in ended {
            leases::require_process(&mut batch, id, Expected::as_read(None));
        }
        for shard in shards {
            let free = leases.shards.get(shard);
            // The lease may be left from before another total was served.
            let seen = free.and_then(|free| served.max(Some(free.record.seen)));
            let lease = Lease {
                owner: Some(holder.id),
                seen: seen.unwrap_or(unknown),
            };
            let expected = Expected::as_read(free.map(|free| free.revision));
            leases::put_shard(&mut batch, *shard, lease, expected);
        }
        if noted.is_none() {
            put_others(&mut batch, leases, shards, unknown);
        }
        if !self.archive.commit_unless_changed(batch)? {
            return Ok(false);
        }
        for (shard, held) in self.leases()?.of(holder.id) {
            if shards.contains(&shard) {
                self.outages.take_over(shard, held.record.seen, &servers);
                // Messages of a process that has died or left may still be in flight.
                let had_holder = holder.had_others() || leases.shards.contains_key(&shard);
                self.held_leases
                    .hold(shard, held.revision, had_holder.then_some(at));
            }
        }
        Ok(true)
    }

    /// Gives up shards that this process no longer serves.
    ///
    /// # Errors
    ///
    /// The store failed; the shards are given up at the next attempt.
    pub fn give_up(&self, shards: &BTreeSet<Shard>, now: Timestamp) -> Result<(), Fault> {
        let mut batch = Batch::new();
        let given = self.give_up_in(&mut batch, shards, now);
        if batch.is_empty() {
            return Ok(());
        }
        if let Err(fault) = self.archive.commit_unless_changed(batch) {
            // Otherwise nobody would know until when it was served.
            for (shard, revision, away) in given {
                self.held_leases.hold(shard, revision, None);
                if let Some(since) = away {
                    self.outages.begin(shard, since);
                }
            }
            return Err(fault.into());
        }
        Ok(())
    }
}

/// Returns the time when people could last reach all shards with a lease of one of these totals:
/// leases of several may be left.
fn last_served(leases: &Leases, is_meant: impl Fn(u32) -> bool) -> Option<Timestamp> {
    let mut by_total = BTreeMap::new();
    let shards = leases.shards.iter();
    for (shard, held) in shards.filter(|(shard, _)| is_meant(shard.total)) {
        let owner = held.record.owner;
        let owner = owner.and_then(|owner| leases.processes.get(&owner));
        // The owner may have been killed.
        let seen = owner.map_or(held.record.seen, |owner| owner.record.at);
        let earliest = by_total.entry(shard.total).or_insert(seen);
        *earliest = seen.min(*earliest);
    }
    by_total.into_values().max()
}

/// Adds free leases for the shards of a fixed total that have none, except these: the processes that
/// serve them may start later, and then need to know since when nobody has.
fn put_others(batch: &mut Batch, leases: &Leases, shards: &[Shard], seen: Timestamp) {
    let total = shards[0].total;
    let all = (0..total).map(|number| Shard { number, total });
    for shard in all.filter(|shard| !shards.contains(shard) && !leases.shards.contains_key(shard)) {
        let lease = Lease { owner: None, seen };
        leases::put_shard(batch, shard, lease, Expected::Absent);
    }
}

/// Moves the shards that a process holds beyond its quota to the surplus; returns the free shards
/// that it lacks.
fn missing(
    assignment: &mut ShardAssignment,
    holder: &LeaseHolder,
    leases: &Leases,
    (total, quota): (u32, ShardQuota),
) -> Vec<Shard> {
    let is_free = |shard: &Shard| leases.owner(*shard).is_none();
    let numbered = |number| Shard { number, total };
    match quota {
        ShardQuota::Fixed { first, last, .. } => {
            (first..=last).map(numbered).filter(is_free).collect()
        }
        ShardQuota::Fair { .. } => {
            let (most, from) = holder.fair_quota(leases.processes.keys().copied(), total);
            while assignment.wanted.len() > most {
                assignment.surplus.extend(assignment.wanted.pop_last());
            }
            let all = (0..total).map(numbered);
            let mut free: Vec<_> = all.filter(is_free).collect();
            // Processes that begin at the same time should not reach for the same ones.
            let turn = free.partition_point(|shard| shard.number < from);
            free.rotate_left(turn);
            free.truncate(most - assignment.wanted.len());
            free
        }
    }
}

/// Returns the number of shards that a process waits for: those of its own that are held by others
/// that may be dead or, if it has none yet, its quota beside the live ones.
fn lacking(
    assignment: &ShardAssignment,
    holder: &LeaseHolder,
    leases: &Leases,
    (total, quota): (u32, ShardQuota),
) -> usize {
    match quota {
        ShardQuota::Fixed { first, last, .. } => {
            let all = (first..=last).map(|number| Shard { number, total });
            let owners = all.filter_map(|shard| leases.owner(shard));
            owners.filter(|owner| !holder.surely_lives(*owner)).count()
        }
        ShardQuota::Fair { .. } if assignment.wanted.is_empty() => {
            let processes = leases.processes.keys().copied();
            let is_member = |id: &ProcessId| {
                // One without shards keeps nobody waiting.
                holder.surely_lives(*id) || leases.of(*id).next().is_none()
            };
            holder.fair_quota(processes.filter(is_member), total).0
        }
        ShardQuota::Fair { .. } => 0,
    }
}
