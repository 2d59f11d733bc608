//! Whether the bot is well, and whether it is at people's service.

use std::collections::{BTreeMap, HashMap};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::thread::{self, ThreadId};
use std::time::{Duration, Instant};

/// A piece of work that takes longer than this hangs.
const TOO_LONG: Duration = Duration::from_secs(20);

/// A step of a task that takes longer than this hangs: one that waits for Discord is given up
/// long before.
const STUCK: Duration = Duration::from_secs(300);

/// How a task is that goes on as long as the bot runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TaskState {
    /// Waits for something to happen.
    Idle,
    /// At one step since this moment.
    Busy(Instant),
    /// Broken off by a panic, and not begun again yet.
    Down,
}

/// How a connection to the gateway is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ShardState {
    /// The number of the shard.
    pub number: u32,
    /// Whether events arrive by it.
    pub is_connected: bool,
    /// Round trip of its last heartbeat.
    pub latency: Option<Duration>,
}

impl TaskState {
    /// Describes what is wrong with a task of this name, if anything is.
    fn trouble(self, name: &str) -> Option<String> {
        match self {
            Self::Idle => None,
            Self::Busy(since) => {
                let busy = since.elapsed();
                let seconds = busy.as_secs();
                (busy > STUCK).then(|| {
                    format!("the task `{name}` has been at one step for {seconds} s: restart")
                })
            }
            Self::Down => Some(format!(
                "the task `{name}` panicked and is not begun again yet: look at the log"
            )),
        }
    }
}

/// How the bot is, as far as the parts that can fail say.
#[derive(Debug, Default)]
pub struct Health {
    shards: Mutex<BTreeMap<u32, bool>>,
    is_registered: AtomicBool,
    is_away: AtomicBool,
    has_lost_store: AtomicBool,
    /// Since when each thread of the game service has been at the same work.
    busy_since: Mutex<HashMap<ThreadId, Instant>>,
    tasks: Mutex<BTreeMap<&'static str, TaskState>>,
}

impl Health {
    /// The commands are known to Discord.
    pub fn note_registered(&self) {
        self.is_registered.store(true, Ordering::Relaxed);
    }

    /// People can no longer reach the bot, or can again.
    pub fn note_away(&self, is_away: bool) {
        self.is_away.store(is_away, Ordering::Relaxed);
    }

    /// Whether people cannot reach the bot, so that nobody's time runs.
    #[must_use]
    pub fn is_away(&self) -> bool {
        self.is_away.load(Ordering::Relaxed)
    }

    /// The store takes no more changes until the next start.
    pub fn note_store_lost(&self) {
        self.has_lost_store.store(true, Ordering::Relaxed);
    }

    /// Whether the store takes no more changes.
    #[must_use]
    pub fn has_lost_store(&self) -> bool {
        self.has_lost_store.load(Ordering::Relaxed)
    }

    /// The game service begins a piece of work on this thread, or has done it.
    pub fn note_busy(&self, since: Option<Instant>) {
        let (mut busy, thread) = (lock(&self.busy_since), thread::current().id());
        match since {
            Some(since) => busy.insert(thread, since),
            None => busy.remove(&thread),
        };
    }

    /// Notes how a task is; `None` once it is done.
    pub fn note_task(&self, name: &'static str, state: Option<TaskState>) {
        let mut tasks = lock(&self.tasks);
        match state {
            Some(state) => tasks.insert(name, state),
            None => tasks.remove(name),
        };
    }

    pub(super) fn note_shards(&self, shards: &[ShardState]) {
        let mut known = lock(&self.shards);
        for shard in shards {
            known.insert(shard.number, shard.is_connected);
        }
    }

    /// Whether events arrive from Discord: there are shards, and all are connected.
    #[must_use]
    pub fn is_connected(&self) -> bool {
        let known = lock(&self.shards);
        !known.is_empty() && known.values().all(|is_connected| *is_connected)
    }

    /// The shards there were, none of them connected.
    pub(super) fn shards_gone(&self) -> Vec<ShardState> {
        let known = lock(&self.shards);
        let gone = known.keys().map(|number| ShardState {
            number: *number,
            is_connected: false,
            latency: None,
        });
        gone.collect()
    }

    pub(super) fn forget_shards(&self) {
        lock(&self.shards).clear();
    }

    /// What only a restart or a look at the machine will change; nothing if all is well.
    #[must_use]
    pub fn troubles(&self) -> Vec<String> {
        let mut troubles = Vec::new();
        if self.has_lost_store() {
            troubles.push(
                "the store cannot be written: look at the disk and the log; the bot ends now"
                    .to_owned(),
            );
        }
        let begun = lock(&self.busy_since).values().min().copied();
        let busy = begun.map(|since| since.elapsed());
        if let Some(busy) = busy.filter(|busy| *busy > TOO_LONG) {
            let seconds = busy.as_secs();
            troubles.push(format!(
                "the game service has been at one piece of work for {seconds} s: restart"
            ));
        }
        let tasks = lock(&self.tasks);
        troubles.extend(tasks.iter().filter_map(|(name, state)| state.trouble(name)));
        troubles
    }

    /// What keeps people from being served right now, the troubles included.
    #[must_use]
    pub fn obstacles(&self) -> Vec<String> {
        let mut obstacles = self.troubles();
        let shards = lock(&self.shards);
        if shards.is_empty() {
            obstacles.push("not connected to Discord".to_owned());
        }
        let away = shards.iter().filter(|(_, is_connected)| !**is_connected);
        obstacles.extend(away.map(|(shard, _)| format!("shard {shard} is not connected")));
        drop(shards);
        if !self.is_registered.load(Ordering::Relaxed) {
            obstacles.push("the commands are not registered yet".to_owned());
        }
        obstacles
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use std::thread;
    use std::time::{Duration, Instant};

    use super::{Health, STUCK, ShardState, TOO_LONG, TaskState};

    #[test]
    fn connection_with_fewer_shards_than_before_is_one_all_the_same() {
        let health = Health::default();
        let shards = |count: u32, is_connected| -> Vec<ShardState> {
            let shard = |number| ShardState {
                number,
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
    fn one_thread_that_hangs_is_noticed_whatever_another_does() {
        let health = Health::default();
        let now = Instant::now();
        let long_ago = now.checked_sub(TOO_LONG + Duration::from_secs(60));
        let troubles = usize::from(long_ago.is_some());
        health.note_busy(long_ago);
        assert_eq!(health.troubles().len(), troubles);
        thread::scope(|scope| {
            scope.spawn(|| {
                health.note_busy(Some(now));
                assert_eq!(health.troubles().len(), troubles);
                health.note_busy(None);
            });
        });
        assert_eq!(health.troubles().len(), troubles);
        health.note_busy(None);
        assert!(health.troubles().is_empty());
    }

    #[test]
    fn task_that_hangs_or_is_down_is_noticed() {
        let health = Health::default();
        let now = Instant::now();
        let troubled = |state| {
            health.note_task("beat", state);
            !health.troubles().is_empty()
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
