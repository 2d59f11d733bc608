//! Process that shares the shards with others, and its observations of them.

use std::collections::{BTreeMap, BTreeSet};
use std::num::NonZero;
use std::time::{Duration, Instant};

use crate::service::api::discord_limits::{LimitPart, LimitReport};
use crate::service::api::ids::ProcessId;
use crate::service::leases::time_limits::{
    DISCONNECTED_TAKEN_OVER_AFTER, DOUBTED_AFTER, MAX_COUNTED_PER_CHECK, TAKEN_OVER_AFTER,
};
use crate::service::repository::leases::Leases;
use crate::store::Revision;

/// Process that shares the shards with others.
#[derive(Debug)]
pub struct LeaseHolder {
    pub(super) id: ProcessId,
    /// Revision of its sign of life.
    pub(super) renewed: Option<Revision>,
    others: BTreeMap<ProcessId, Other>,
    /// Time of its last check of them since it joined.
    looked: Option<Instant>,
    /// Refusals of its requests so far, which it writes with its sign of life.
    pub limits: LimitReport,
}

impl LeaseHolder {
    /// Creates a process with a number that no other one has.
    #[must_use]
    pub fn new(id: ProcessId) -> Self {
        Self {
            id,
            renewed: None,
            others: BTreeMap::new(),
            looked: None,
            limits: LimitReport::default(),
        }
    }

    /// Starts over, as a process unknown to the others.
    pub(super) fn join_anew(&mut self) {
        self.looked = None;
    }

    /// Returns the other processes that count as dead. `connected` holds the sessions that the
    /// database knows, if it is known.
    pub(super) fn dead(
        &mut self,
        leases: &Leases,
        connected: Option<&BTreeSet<String>>,
        at: Instant,
    ) -> Vec<ProcessId> {
        let looked = self.looked.replace(at);
        let passed = at.saturating_duration_since(looked.unwrap_or(at));
        let step = passed.min(MAX_COUNTED_PER_CHECK);
        let others = leases.processes.iter().filter(|(id, _)| **id != self.id);
        let others = others.map(|(id, held)| {
            let session = held.record.session.as_ref();
            let is_connected = connected
                .zip(session)
                .is_none_or(|(connected, session)| connected.contains(session));
            let before = self.others.get(id);
            let other = Other {
                // A process that joins later knows this one from the start.
                has_noticed: looked.is_some()
                    && before.is_none_or(|before| {
                        before.has_noticed || before.revision != held.revision
                    }),
                ..Other::seen(before, held.revision, is_connected, step)
            };
            (*id, other)
        });
        self.others = others.collect();
        let dead = self.others.iter().filter(|(_, other)| other.is_dead());
        dead.map(|(id, _)| *id).collect()
    }

    /// Returns whether there were other processes at the last check, which may be dead by now.
    pub(super) fn had_others(&self) -> bool {
        !self.others.is_empty()
    }

    /// Returns whether another process that was there at the last check has ended since.
    pub(super) fn misses_another(&self, leases: &Leases) -> bool {
        let mut known = self.others.keys();
        known.any(|id| !leases.processes.contains_key(id))
    }

    /// Returns whether a process is this one, or is certainly alive.
    pub(super) fn surely_lives(&self, id: ProcessId) -> bool {
        id == self.id || self.others.get(&id).is_some_and(Other::surely_lives)
    }

    /// Returns the part of Discord's limits that this process may use: until all others have noticed
    /// it, they use everything.
    pub(super) fn limit_part(&self, leases: &Leases) -> LimitPart {
        let mut others = LimitReport::default();
        let mut have_noticed = true;
        for (id, other) in &self.others {
            // Those that are dead have been deleted.
            let Some(held) = leases.processes.get(id) else {
                continue;
            };
            have_noticed &= other.has_noticed;
            let limits = held.record.limits;
            others.refused = others.refused.saturating_add(limits.refused);
            let closed = limits.closed.saturating_sub(other.silent);
            others.closed = others.closed.max(closed);
        }
        let part = if have_noticed {
            let (processes, before) = self.place(leases.processes.keys().copied());
            LimitPart {
                processes,
                before,
                ..LimitPart::WHOLE
            }
        } else {
            LimitPart::LEAST
        };
        LimitPart { others, ..part }
    }

    /// Returns this process's fair share of a total of shards among these processes, which are in
    /// order: the number of shards, and the first one.
    pub(super) fn fair_quota(
        &self,
        processes: impl Iterator<Item = ProcessId>,
        total: u32,
    ) -> (usize, u32) {
        let (members, before) = self.place(processes);
        let (each, more) = (total / members, total % members);
        let quota = usize::try_from(each + u32::from(before < more)).unwrap_or(usize::MAX);
        (quota, before * each + before.min(more))
    }

    /// Returns the number of these processes, and how many of them come before this one.
    fn place(&self, processes: impl Iterator<Item = ProcessId>) -> (NonZero<u32>, u32) {
        let (mut members, mut before) = (0, 0);
        for id in processes {
            members += 1;
            before += u32::from(id < self.id);
        }
        (NonZero::new(members).unwrap_or(NonZero::<u32>::MIN), before)
    }
}

/// Other process, as this one has seen it.
#[derive(Clone, Copy, Debug)]
struct Other {
    /// Revision of its sign of life.
    revision: Revision,
    /// True if that has changed since this process first saw it.
    has_renewed: bool,
    /// True if it has looked at the leases since this process joined.
    has_noticed: bool,
    /// Time for which it has not changed.
    silent: Duration,
    /// Time without a connection; `None` while connected.
    gone: Option<Duration>,
}

impl Other {
    /// Returns the updated observation of a process that was seen `before`, after this time.
    fn seen(before: Option<&Self>, revision: Revision, is_connected: bool, step: Duration) -> Self {
        let Some(before) = before.filter(|before| before.revision == revision) else {
            return Self {
                revision,
                has_renewed: before.is_some(),
                has_noticed: false,
                silent: Duration::ZERO,
                gone: (!is_connected).then_some(Duration::ZERO),
            };
        };
        let gone = before.gone.map_or(Duration::ZERO, |gone| gone + step);
        Self {
            silent: before.silent + step,
            gone: (!is_connected).then_some(gone),
            ..*before
        }
    }

    fn is_dead(&self) -> bool {
        let gone = self.gone.unwrap_or_default();
        self.silent >= TAKEN_OVER_AFTER || gone >= DISCONNECTED_TAKEN_OVER_AFTER
    }

    fn surely_lives(&self) -> bool {
        self.has_renewed && self.silent < DOUBTED_AFTER && self.gone.is_none()
    }
}
