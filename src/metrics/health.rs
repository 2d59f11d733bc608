//! Health and readiness of the bot.

use std::collections::BTreeMap;
use std::mem;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use parking_lot::Mutex;

use crate::metrics::freezes::{Freezes, uptime};
use crate::metrics::work::{TOO_LONG, TaskState, WorkInProgress};

/// Duration after which a piece of work counts as slow: people notice it.
const SLOW: Duration = Duration::from_secs(20);

const STOPPING: &str = "the bot is stopping";

/// State of a gateway connection.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ShardState {
    /// Number of the shard.
    pub number: u32,
    /// Total number of shards.
    pub total: u32,
    /// True if events arrive through the shard.
    pub is_connected: bool,
    /// Round-trip time of the last heartbeat.
    pub latency: Option<Duration>,
}

/// Shard whose connection ended while something was to arrive through it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SilentShard {
    /// Number of the shard.
    pub number: u32,
    /// Total number of shards.
    pub total: u32,
    /// Time at which something last arrived.
    pub since: Instant,
}

/// Time in which the store cannot be used.
#[derive(Debug)]
struct StoreAbsence {
    reason: String,
    /// Time of the last request before it that was answered, if there was one.
    since: Instant,
    /// Time of the last request that failed.
    noted: Instant,
    /// True if a change could not be written: a full disk can still be read.
    refuses_changes: bool,
}

/// Health of the bot, reported by the parts that can fail.
#[derive(Debug, Default)]
pub struct Health {
    shards: Mutex<BTreeMap<u32, ShardState>>,
    /// Shards that were silent before their connections were given up, until they are taken.
    silent: Mutex<Vec<SilentShard>>,
    /// True if interactions can arrive over HTTP; `None` if they arrive through the shards.
    endpoint: Mutex<Option<bool>>,
    takes_posts: AtomicBool,
    /// True if other processes serve everything for now.
    is_standby: AtomicBool,
    /// Number of shards that other processes still hold instead of this one.
    lacking_shards: AtomicUsize,
    is_registered: AtomicBool,
    is_stopping: AtomicBool,
    is_away: AtomicBool,
    has_lost_store: AtomicBool,
    store_away: Mutex<Option<StoreAbsence>>,
    /// Start of the last request to read the store that was answered.
    store_read: Mutex<Option<Instant>>,
    work: WorkInProgress,
    freezes: Mutex<Freezes>,
}

impl Health {
    /// Notes that the process runs, and returns whether it was frozen just before, so that requests
    /// arriving now may have waited for its end.
    pub fn was_frozen(&self) -> bool {
        self.freezes.lock().check(uptime(), Instant::now())
    }

    /// Notes that the process runs, and returns whether it was frozen since a time, so that its
    /// knowledge of that time may be outdated.
    pub fn was_frozen_since(&self, since: Instant) -> bool {
        self.freezes
            .lock()
            .check_since(since, uptime(), Instant::now())
    }

    /// Notes that the process was frozen until now. The process notices a freeze by itself; this
    /// saves tests the wait.
    pub fn note_freeze(&self) {
        self.freezes.lock().end(Instant::now());
    }

    /// Notes that Discord knows the commands.
    pub fn note_registered(&self) {
        self.is_registered.store(true, Ordering::Relaxed);
    }

    /// Notes whether the bot is about to end, so that requests should go to others from now on.
    pub fn note_stopping(&self, is_stopping: bool) {
        self.is_stopping.store(is_stopping, Ordering::Relaxed);
    }

    /// Notes whether other processes serve everything for now, and this one waits.
    pub fn note_standby(&self, is_standby: bool) {
        self.is_standby.store(is_standby, Ordering::Relaxed);
    }

    /// Notes for how many shards this process waits because others still hold them.
    pub fn note_lacking_shards(&self, count: usize) {
        self.lacking_shards.store(count, Ordering::Relaxed);
    }

    /// Notes whether people can reach the bot.
    pub fn note_away(&self, is_away: bool) {
        self.is_away.store(is_away, Ordering::Relaxed);
    }

    /// Returns whether people cannot reach the bot; clocks are paused then.
    #[must_use]
    pub fn is_away(&self) -> bool {
        self.is_away.load(Ordering::Relaxed)
    }

    /// Notes that the store accepts no more changes until the next start.
    pub fn note_store_lost(&self) {
        self.has_lost_store.store(true, Ordering::Relaxed);
    }

    /// Returns whether the store accepts no more changes.
    #[must_use]
    pub fn has_lost_store(&self) -> bool {
        self.has_lost_store.load(Ordering::Relaxed)
    }

    /// Notes why the store cannot be used at present or, with `None`, that it can.
    pub fn note_store_away(&self, reason: Option<&str>) {
        match reason {
            Some(reason) => self.note_absence(reason, false),
            None => *self.store_away.lock() = None,
        }
    }

    /// Notes why a change could not be written. Until another one is written, the store cannot be
    /// used, although it may be read.
    pub(crate) fn note_store_unwritten(&self, reason: &str) {
        self.note_absence(reason, true);
    }

    fn note_absence(&self, reason: &str, is_unwritten: bool) {
        let (noted, read) = (Instant::now(), *self.store_read.lock());
        let mut away = self.store_away.lock();
        let before = away.as_ref();
        *away = Some(StoreAbsence {
            since: before.map_or(read.unwrap_or(noted), |before| before.since),
            refuses_changes: is_unwritten || before.is_some_and(|before| before.refuses_changes),
            reason: reason.to_owned(),
            noted,
        });
    }

    /// Notes that a request to read the store, begun at this time, was answered, so that the store
    /// can be used unless it refuses changes.
    pub fn note_store_read(&self, begun: Instant) {
        *self.store_read.lock() = Some(begun);
        self.store_away.lock().take_if(|away| !away.refuses_changes);
    }

    /// Returns whether the store cannot be used at present.
    #[must_use]
    pub fn is_store_away(&self) -> bool {
        self.store_away_since().is_some()
    }

    /// Returns the time when the store could last be used, if it cannot be used at present. Requests
    /// wait for it before they fail.
    #[must_use]
    pub fn store_away_since(&self) -> Option<Instant> {
        self.store_away.lock().as_ref().map(|away| away.since)
    }

    /// Notes that the game service has started work on this thread or, with `None`, finished it.
    pub fn note_busy(&self, since: Option<Instant>) {
        self.work.note_busy(since);
    }

    /// Notes the state of a task; `None` once it is done.
    pub fn note_task(&self, name: &'static str, state: Option<TaskState>) {
        self.work.note_task(name, state);
    }

    /// Notes that interactions arrive over HTTP, and whether they can at present.
    pub fn note_endpoint(&self, is_open: bool) {
        *self.endpoint.lock() = Some(is_open);
    }

    /// Notes whether interactions that are posted to this process are received.
    pub fn note_posts(&self, are_taken: bool) {
        self.takes_posts.store(are_taken, Ordering::Relaxed);
    }

    /// Notes that a shard was silent before its connection was given up.
    pub fn note_silent(&self, shard: SilentShard) {
        self.silent.lock().push(shard);
    }

    /// Returns the shards that were noted as silent since the last call.
    #[must_use]
    pub fn take_silent(&self) -> Vec<SilentShard> {
        mem::take(&mut *self.silent.lock())
    }

    pub(super) fn note_shards(&self, shards: &[ShardState]) {
        let mut known = self.shards.lock();
        for shard in shards {
            known.insert(shard.number, *shard);
        }
    }

    /// Returns the known shards, those that are still to be started among them.
    #[must_use]
    pub fn shards(&self) -> Vec<ShardState> {
        self.shards.lock().values().copied().collect()
    }

    /// Returns whether people can reach the bot somewhere: over HTTP, or through one shard at least.
    #[must_use]
    pub fn is_reachable(&self) -> bool {
        let (known, endpoint) = (self.shards.lock(), *self.endpoint.lock());
        endpoint.unwrap_or_else(|| known.values().any(|shard| shard.is_connected))
    }

    /// Returns whether interactions arrive over HTTP.
    #[must_use]
    pub fn has_endpoint(&self) -> bool {
        self.endpoint.lock().is_some()
    }

    /// Returns whether events arrive from Discord: there are shards or an endpoint, and all of them
    /// are connected.
    #[must_use]
    pub fn is_connected(&self) -> bool {
        let (known, endpoint) = (self.shards.lock(), *self.endpoint.lock());
        let has_any = endpoint.is_some() || !known.is_empty();
        has_any && endpoint != Some(false) && known.values().all(|shard| shard.is_connected)
    }

    /// Returns the known shards as disconnected.
    pub(super) fn shards_gone(&self) -> Vec<ShardState> {
        let known = self.shards.lock();
        let gone = known.values().map(|shard| ShardState {
            is_connected: false,
            latency: None,
            ..*shard
        });
        gone.collect()
    }

    pub(super) fn forget_shard(&self, number: u32) {
        self.shards.lock().remove(&number);
    }

    pub(super) fn forget_shards(&self) {
        self.shards.lock().clear();
    }

    /// Lists the problems that need a restart or an administrator; empty if all is well.
    ///
    /// While the store is unavailable, slow work may be waiting for it, and a restart would not
    /// bring it back. If the store has not been used for long, the cause is something else.
    #[must_use]
    pub fn problems(&self) -> Vec<String> {
        let mut problems = Vec::new();
        if self.has_lost_store() {
            problems.push(
                "the store cannot be written: look at the disk and the log; the bot ends now"
                    .to_owned(),
            );
        }
        let away = self
            .store_away
            .lock()
            .as_ref()
            .map(|away| away.noted.elapsed());
        let may_hang = away.is_none_or(|since| since > TOO_LONG);
        problems.extend(self.work.problems(may_hang));
        problems
    }

    /// Lists everything that keeps people from being served right now, including the problems.
    #[must_use]
    pub fn obstacles(&self) -> Vec<String> {
        let mut obstacles = self.problems();
        let away = self.store_away.lock();
        obstacles.extend(away.as_ref().map(|away| away.reason.clone()));
        drop(away);
        // Otherwise, this or its cause is listed already.
        if obstacles.is_empty()
            && let Some(busy) = self.work.busy_for(SLOW)
        {
            let seconds = busy.as_secs();
            obstacles.push(format!(
                "the game service has been at one piece of work for {seconds} s"
            ));
        }
        if self.is_stopping.load(Ordering::Relaxed) {
            obstacles.push(STOPPING.to_owned());
        }
        if self.is_standby.load(Ordering::Relaxed) {
            return obstacles;
        }
        let lacking = self.lacking_shards.load(Ordering::Relaxed);
        if lacking > 0 {
            let shards = if lacking == 1 { "shard" } else { "shards" };
            obstacles.push(format!(
                "waits for {lacking} {shards} that another process holds"
            ));
        }
        let (shards, endpoint) = (self.shards.lock(), *self.endpoint.lock());
        match endpoint {
            None if shards.is_empty() => obstacles.push("not connected to Discord".to_owned()),
            Some(false) => obstacles.push("Discord cannot be reached".to_owned()),
            None | Some(true) => {}
        }
        let away = shards.values().filter(|shard| !shard.is_connected);
        obstacles.extend(away.map(|shard| format!("shard {} is not connected", shard.number)));
        drop(shards);
        if !self.is_registered.load(Ordering::Relaxed) {
            obstacles.push("the commands are not registered yet".to_owned());
        }
        obstacles
    }

    /// Lists the reasons why a balancer should leave this process out; empty if it should not.
    ///
    /// An unavailable store or Discord is not a reason: all processes would be left out, and none
    /// could tell people about it. If interactions arrive through the shards, no balancer sends
    /// them, and the reasons are the [`Self::obstacles`].
    #[must_use]
    pub fn reasons_to_leave_out(&self) -> Vec<String> {
        if !self.has_endpoint() {
            return self.obstacles();
        }
        let mut reasons = Vec::new();
        if self.is_stopping.load(Ordering::Relaxed) {
            reasons.push(STOPPING.to_owned());
        }
        if !self.takes_posts.load(Ordering::Relaxed) {
            reasons.push("no interactions are received".to_owned());
        }
        reasons
    }
}

#[cfg(test)]
mod tests {
    use std::thread;
    use std::time::{Duration, Instant};

    use super::{Health, SLOW, ShardState};
    use crate::metrics::work::{STUCK, TOO_LONG, TaskState};

    #[test]
    fn connection_with_fewer_shards_than_before_is_one_all_the_same() {
        let health = Health::default();
        let shards = |count: u32, is_connected| -> Vec<ShardState> {
            let shard = |number| ShardState {
                number,
                total: count,
                is_connected,
                latency: None,
            };
            (0..count).map(shard).collect()
        };
        health.note_shards(&shards(3, true));
        assert!(health.is_connected());
        assert_eq!(health.shards_gone(), shards(3, false));
        health.forget_shards();
        assert!(!health.is_connected());
        health.note_shards(&shards(2, true));
        assert!(health.is_connected());
    }

    #[test]
    fn an_endpoint_needs_no_shards_but_those_there_are() {
        let health = Health::default();
        health.note_endpoint(false);
        assert!(!health.is_connected());
        health.note_endpoint(true);
        assert!(health.is_connected());
        let shard = |is_connected| ShardState {
            number: 0,
            total: 1,
            is_connected,
            latency: None,
        };
        health.note_shards(&[shard(false)]);
        assert!(!health.is_connected());
        health.note_shards(&[shard(true)]);
        assert!(health.is_connected());
    }

    #[test]
    fn one_thread_that_hangs_is_noticed_whatever_another_does() {
        let health = Health::default();
        let now = Instant::now();
        let long_ago = now.checked_sub(TOO_LONG + Duration::from_secs(60));
        let problems = usize::from(long_ago.is_some());
        health.note_busy(long_ago);
        assert_eq!(health.problems().len(), problems);
        thread::scope(|scope| {
            scope.spawn(|| {
                health.note_busy(Some(now));
                assert_eq!(health.problems().len(), problems);
                health.note_busy(None);
            });
        });
        assert_eq!(health.problems().len(), problems);
        health.note_busy(None);
        assert!(health.problems().is_empty());
    }

    #[test]
    fn work_that_is_only_slow_is_an_obstacle_and_no_problem() {
        let health = Health::default();
        let Some(begun) = Instant::now().checked_sub(SLOW + Duration::from_secs(1)) else {
            return;
        };
        let others = health.obstacles().len();
        health.note_busy(Some(begun));
        assert_eq!(health.problems(), [""; 0]);
        assert_eq!(health.obstacles().len(), others + 1);
    }

    #[test]
    fn waiting_for_a_store_that_is_away_is_not_hanging() {
        let health = Health::default();
        let Some(long_ago) = Instant::now().checked_sub(STUCK + Duration::from_secs(60)) else {
            return;
        };
        health.note_busy(Some(long_ago));
        health.note_task("beat", Some(TaskState::Busy(long_ago)));
        assert_eq!(health.problems().len(), 2);
        health.note_store_away(Some("the database does not answer"));
        assert_eq!(health.problems(), [""; 0]);
        health.note_task("beat", Some(TaskState::Down));
        assert_eq!(health.problems().len(), 1);
        health.note_store_away(None);
        assert_eq!(health.problems().len(), 2);
    }

    #[test]
    fn store_that_refuses_changes_is_away_until_one_is_written() {
        let health = Health::default();
        health.note_store_away(Some("the database does not answer"));
        health.note_store_read(Instant::now());
        assert!(!health.is_store_away());
        health.note_store_unwritten("the disk is full");
        health.note_store_read(Instant::now());
        assert!(health.is_store_away());
        health.note_store_away(Some("the database does not answer"));
        health.note_store_read(Instant::now());
        assert!(health.is_store_away());
        health.note_store_away(None);
        assert!(!health.is_store_away());
    }

    #[test]
    fn store_is_away_since_the_last_answer() {
        let (health, read) = (Health::default(), Instant::now());
        health.note_store_read(read);
        health.note_store_away(Some("the database does not answer"));
        health.note_store_unwritten("the disk is full");
        assert_eq!(health.store_away_since(), Some(read));
    }

    #[test]
    fn task_that_hangs_or_is_down_is_noticed() {
        let health = Health::default();
        let now = Instant::now();
        let troubled = |state| {
            health.note_task("beat", state);
            !health.problems().is_empty()
        };
        assert!(!troubled(Some(TaskState::Idle)));
        assert!(!troubled(Some(TaskState::Busy(now))));
        if let Some(long_ago) = now.checked_sub(STUCK + Duration::from_secs(60)) {
            assert!(troubled(Some(TaskState::Busy(long_ago))));
        }
        assert!(troubled(Some(TaskState::Down)));
        assert!(!troubled(None));
    }
}
