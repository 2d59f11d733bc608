//! Background tasks: a limited number at once, fewer for one channel, and none twice at the same
//! time.

use std::collections::{HashMap, HashSet};
use std::future::pending;
use std::hash::Hash;
use std::sync::Arc;

use parking_lot::Mutex;
use tokio::sync::{RwLock, Semaphore, watch};
use tokio::task::JoinSet;
use tokio::time::{Instant, timeout_at};

use crate::service::ChannelId;

/// Part of the tasks that may be for one channel. Discord may make all of them wait, and those for
/// other channels need the room.
const PART_FOR_CHANNEL: usize = 4;
/// Largest number of tasks for one channel, with those that wait for a turn.
const MOST_FOR_CHANNEL: usize = 64;

/// Tasks of one kind, so that a long one holds up no other. Tasks in progress continue when this is
/// dropped, because a task cut off between a message and its record would leave a message that
/// nobody knows of.
#[derive(Debug)]
pub struct TaskSet<K: Copy + Eq + Hash + Send + 'static> {
    under_way: JoinSet<K>,
    most: usize,
    /// Number of tasks for one channel at once.
    in_channel: usize,
    busy: Busy<K>,
    room: Arc<Semaphore>,
    /// Turns in channels. Each task for a channel has a reference, even while it waits for a turn.
    channels: HashMap<ChannelId, Arc<Semaphore>>,
    /// Channels for which a task was refused.
    full: HashSet<ChannelId>,
    open: TaskGate,
}

/// Permission to start tasks of any kind, until it is closed.
#[derive(Clone, Debug)]
pub struct TaskGate {
    /// Read-locked while a task runs; a write lock proves that none does.
    lock: Arc<RwLock<()>>,
    /// Turns true when running tasks must be cut off.
    cut: watch::Sender<bool>,
}

impl Default for TaskGate {
    fn default() -> Self {
        Self {
            lock: Arc::default(),
            cut: watch::Sender::new(false),
        }
    }
}

impl TaskGate {
    /// Prevents new tasks and waits for running ones. Returns false if some were still running at
    /// `until` and were cut off.
    pub async fn close(&self, until: Instant) -> bool {
        let closed = timeout_at(until, Arc::clone(&self.lock).write_owned()).await;
        // A task that starts now is cut off as well.
        self.cut.send_replace(true);
        closed.is_ok()
    }

    /// Runs a task to its end, unless it is cut off or this is closed.
    async fn run(self, task: impl Future<Output = ()>) {
        let Ok(_open) = Arc::clone(&self.lock).try_read_owned() else {
            return;
        };
        let mut cut = self.cut.subscribe();
        tokio::select! {
            biased;
            _ = cut.wait_for(|cut| *cut) => {}
            () = task => {}
        }
    }
}

type Busy<K> = Arc<Mutex<HashSet<K>>>;

impl<K: Copy + Eq + Hash + Send + 'static> TaskSet<K> {
    /// Allows at most `most` tasks at once, and none once `open` is closed.
    #[must_use]
    pub fn new(most: usize, open: &TaskGate) -> Self {
        Self::with_limits(most, most.div_ceil(PART_FOR_CHANNEL), open)
    }

    fn with_limits(most: usize, in_channel: usize, open: &TaskGate) -> Self {
        Self {
            under_way: JoinSet::new(),
            most,
            in_channel,
            busy: Busy::default(),
            room: Arc::new(Semaphore::new(most)),
            channels: HashMap::new(),
            full: HashSet::new(),
            open: open.clone(),
        }
    }

    /// Starts a task, unless one with the same name is in progress. Returns whether it was started.
    pub fn begin(&mut self, name: K, task: impl Future<Output = ()> + Send + 'static) -> bool {
        self.begin_in_turn(None, name, task)
    }

    /// Starts a task for a channel as [`begin`](Self::begin) does. While others are in progress
    /// there, it waits and takes no room; if too many wait, it is refused.
    pub fn begin_in(
        &mut self,
        channel: ChannelId,
        name: K,
        task: impl Future<Output = ()> + Send + 'static,
    ) -> bool {
        self.channels.retain(|_, turns| tasks_of(turns) > 0);
        let turns = self.channels.entry(channel);
        let turns = turns.or_insert_with(|| Arc::new(Semaphore::new(self.in_channel)));
        let is_full = tasks_of(turns) >= MOST_FOR_CHANNEL;
        let turns = Arc::clone(turns);
        if is_full && !self.is_busy(name) {
            self.full.insert(channel);
            return false;
        }
        self.begin_in_turn(Some(turns), name, task)
    }

    /// Returns whether a task with this name is in progress.
    #[must_use]
    pub fn is_busy(&self, name: K) -> bool {
        self.busy.lock().contains(&name)
    }

    /// Returns whether a task that is started now begins at once, unless it is for a channel in
    /// which others are in progress.
    #[must_use]
    pub fn has_room(&self) -> bool {
        let waiting = self.channels.values();
        let waiting = waiting.map(|turns| waiting_in(turns, self.in_channel));
        self.under_way.len() - waiting.sum::<usize>() < self.most
    }

    /// Returns whether tasks were refused for a channel in which none is waiting anymore, and
    /// forgets that channel.
    pub fn has_room_again(&mut self) -> bool {
        let (before, channels, in_channel) = (self.full.len(), &self.channels, self.in_channel);
        let is_full = |turns: &Arc<Semaphore>| waiting_in(turns, in_channel) > 0;
        self.full
            .retain(|channel| channels.get(channel).is_some_and(is_full));
        self.full.len() < before
    }

    /// Waits until a task has ended, forever if there is none. Returns its name unless it panicked.
    pub async fn ended(&mut self) -> Option<K> {
        match self.under_way.join_next().await {
            Some(ended) => ended.ok(),
            None => pending().await,
        }
    }

    /// Starts a task as [`begin`](Self::begin) does, which may have to wait for a turn first.
    fn begin_in_turn(
        &mut self,
        turns: Option<Arc<Semaphore>>,
        name: K,
        task: impl Future<Output = ()> + Send + 'static,
    ) -> bool {
        if !self.busy.lock().insert(name) {
            return false;
        }
        let named = Named(Arc::clone(&self.busy), name);
        let (room, open) = (Arc::clone(&self.room), self.open.clone());
        self.under_way.spawn(async move {
            let named = named;
            // Neither semaphore is ever closed.
            let _turn = match &turns {
                Some(turns) => Some(turns.acquire().await),
                None => None,
            };
            let _place = room.acquire().await;
            open.run(task).await;
            named.1
        });
        true
    }
}

impl<K: Copy + Eq + Hash + Send + 'static> Drop for TaskSet<K> {
    fn drop(&mut self) {
        self.under_way.detach_all();
    }
}

/// Returns the number of tasks for a channel with these turns.
fn tasks_of(turns: &Arc<Semaphore>) -> usize {
    Arc::strong_count(turns) - 1
}

/// Returns the number of tasks that wait for one of these turns, of which there are `in_channel`.
fn waiting_in(turns: &Arc<Semaphore>, in_channel: usize) -> usize {
    tasks_of(turns).saturating_sub(in_channel)
}

/// Name of a task; it is free again when this is dropped.
struct Named<K: Copy + Eq + Hash>(Busy<K>, K);

impl<K: Copy + Eq + Hash> Drop for Named<K> {
    fn drop(&mut self) {
        self.0.lock().remove(&self.1);
    }
}

#[cfg(test)]
mod tests {
    use std::future::pending;
    use std::sync::Arc;
    use std::time::Duration;

    use tokio::sync::{Semaphore, oneshot};
    use tokio::time::{Instant, timeout};

    use super::{MOST_FOR_CHANNEL, TaskGate, TaskSet};
    use crate::service::ChannelId;

    /// Number of tasks for one channel at once.
    const IN_CHANNEL: usize = 2;
    const LONG: Duration = Duration::from_secs(60);

    #[tokio::test]
    async fn a_task_that_takes_long_holds_up_no_other() {
        let mut tasks = TaskSet::new(2, &TaskGate::default());
        let (finish, finished) = oneshot::channel::<()>();
        let long = async move {
            // The sender is dropped at the end of the test at the latest.
            let _ = finished.await;
        };
        assert!(tasks.begin(1, long));
        assert!(tasks.begin(2, async {}));
        assert_eq!(tasks.ended().await, Some(2));
        assert!(tasks.begin(2, async {}), "its name is free again");
        tasks.ended().await;
        assert!(!tasks.begin(1, async {}), "the long one is under way");
        drop(finish);
        tasks.ended().await;
        assert!(tasks.begin(1, async {}));
    }

    #[tokio::test]
    async fn tasks_for_a_busy_channel_leave_room_to_others() {
        let mut tasks = TaskSet::with_limits(IN_CHANNEL + 1, IN_CHANNEL, &TaskGate::default());
        for name in 0..10 {
            assert!(tasks.begin_in(ChannelId(1), name, pending()));
        }
        assert!(tasks.has_room());
        assert!(tasks.begin_in(ChannelId(2), 10, async {}));
        assert!(!tasks.has_room());
        assert_eq!(timeout(LONG, tasks.ended()).await, Ok(Some(10)));
        assert!(tasks.has_room());
    }

    #[tokio::test(start_paused = true)]
    async fn tasks_for_a_channel_wait_for_their_turns() {
        let mut tasks = TaskSet::with_limits(IN_CHANNEL + 1, IN_CHANNEL, &TaskGate::default());
        let mut finish = Vec::new();
        for name in 0..IN_CHANNEL {
            let (sender, finished) = oneshot::channel::<()>();
            finish.push(sender);
            tasks.begin_in(ChannelId(1), name, async move {
                // The sender is dropped when the task may end.
                let _ = finished.await;
            });
        }
        tasks.begin_in(ChannelId(1), IN_CHANNEL, async {});
        let ended = timeout(LONG, tasks.ended()).await;
        ended.expect_err("a channel in which others are in progress");
        drop(finish);
        for _ in 0..=IN_CHANNEL {
            assert!(tasks.ended().await.is_some());
        }
    }

    #[tokio::test]
    async fn channel_for_which_many_tasks_wait_takes_no_more_until_none_does() {
        let mut tasks = TaskSet::with_limits(IN_CHANNEL + 2, IN_CHANNEL, &TaskGate::default());
        let held = Arc::new(Semaphore::new(0));
        let task = || {
            let held = Arc::clone(&held);
            async move { drop(held.acquire().await) }
        };
        let here = ChannelId(1);
        for name in 0..MOST_FOR_CHANNEL {
            assert!(tasks.begin_in(here, name, task()));
        }
        assert!(!tasks.begin_in(here, MOST_FOR_CHANNEL, task()));
        assert!(!tasks.has_room_again());
        assert!(tasks.begin_in(ChannelId(2), MOST_FOR_CHANNEL, task()));
        held.add_permits(1);
        let has_room = async {
            while !tasks.has_room_again() {
                tasks.ended().await;
            }
        };
        timeout(LONG, has_room).await.expect("room");
        assert!(tasks.begin_in(here, MOST_FOR_CHANNEL + 1, task()));
        assert!(!tasks.has_room_again(), "it was told before");
    }

    #[tokio::test]
    async fn a_task_under_way_is_waited_for_and_none_begins_after_it() {
        let open = TaskGate::default();
        let mut tasks = TaskSet::new(2, &open);
        let (start, started) = oneshot::channel();
        let (finish, finished) = oneshot::channel::<()>();
        let (note, noted) = oneshot::channel();
        tasks.begin(1, async move {
            start.send(()).expect("a test that waits");
            finished.await.expect("a test that goes on");
            note.send(()).expect("a test that waits");
        });
        started.await.expect("a task");
        drop(tasks);
        let closing = tokio::spawn({
            let open = open.clone();
            async move { open.close(Instant::now() + LONG).await }
        });
        tokio::task::yield_now().await;
        assert!(!closing.is_finished());
        finish.send(()).expect("a task that goes on");
        noted.await.expect("the end of the task");
        assert!(closing.await.expect("a task"), "none was cut off");
        let mut late = TaskSet::new(1, &open);
        let (run, ran) = oneshot::channel::<()>();
        late.begin(2, async move { run.send(()).expect("a test that waits") });
        late.ended().await;
        ran.await.expect_err("nothing begins any more");
    }

    #[tokio::test(start_paused = true)]
    async fn a_task_that_takes_too_long_is_cut_off_and_holds_nothing_any_more() {
        let open = TaskGate::default();
        let mut tasks = TaskSet::new(2, &open);
        let (start, started) = oneshot::channel();
        let (held, dropped) = oneshot::channel::<()>();
        tasks.begin(1, async move {
            let _held = held;
            start.send(()).expect("a test that waits");
            pending::<()>().await;
        });
        started.await.expect("a task");
        assert!(!open.close(Instant::now() + LONG).await);
        let dropped = timeout(LONG, dropped).await.expect("an end of the task");
        dropped.expect_err("a task that was dropped");
    }
}
