//! Work in progress of the game service and of tasks, and detection of work that hangs.

use std::collections::{BTreeMap, HashMap};
use std::thread::{self, ThreadId};
use std::time::{Duration, Instant};

use parking_lot::Mutex;

/// Duration after which a piece of work counts as hanging. A single request to the store
/// times out before.
pub(crate) const TOO_LONG: Duration = Duration::from_secs(45);

/// Duration after which a step of a task counts as hanging. Steps that wait for Discord time out
/// long before.
pub(super) const STUCK: Duration = Duration::from_secs(300);

/// State of a task that runs as long as the bot.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TaskState {
    /// Waiting for something to happen.
    Idle,
    /// Busy with one step since this time.
    Busy(Instant),
    /// Ended by a panic and not yet restarted.
    Down,
}

impl TaskState {
    /// Describes a problem of a task with this name, if it has one.
    fn problem(self, name: &str) -> Option<String> {
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

/// Work in progress, by thread of the game service and by task.
#[derive(Debug, Default)]
pub(super) struct WorkInProgress {
    /// Start time of the current work of each thread of the game service.
    busy_since: Mutex<HashMap<ThreadId, Instant>>,
    tasks: Mutex<BTreeMap<&'static str, TaskState>>,
}

impl WorkInProgress {
    pub(super) fn note_busy(&self, since: Option<Instant>) {
        let (mut busy, thread) = (self.busy_since.lock(), thread::current().id());
        match since {
            Some(since) => busy.insert(thread, since),
            None => busy.remove(&thread),
        };
    }

    pub(super) fn note_task(&self, name: &'static str, state: Option<TaskState>) {
        let mut tasks = self.tasks.lock();
        match state {
            Some(state) => tasks.insert(name, state),
            None => tasks.remove(name),
        };
    }

    /// Returns the duration of the longest work of the game service, if it is longer than this.
    pub(super) fn busy_for(&self, limit: Duration) -> Option<Duration> {
        let begun = self.busy_since.lock().values().min().copied();
        begun
            .map(|since| since.elapsed())
            .filter(|busy| *busy > limit)
    }

    /// Lists work that hangs, if `may_hang` rules out other reasons for delay, and tasks that are
    /// down.
    pub(super) fn problems(&self, may_hang: bool) -> Vec<String> {
        let mut problems = Vec::new();
        if let Some(busy) = self.busy_for(TOO_LONG).filter(|_| may_hang) {
            let seconds = busy.as_secs();
            problems.push(format!(
                "the game service has been at one piece of work for {seconds} s: restart"
            ));
        }
        let tasks = self.tasks.lock();
        let told = tasks
            .iter()
            .filter(|(_, state)| may_hang || **state == TaskState::Down);
        problems.extend(told.filter_map(|(name, state)| state.problem(name)));
        problems
    }
}
