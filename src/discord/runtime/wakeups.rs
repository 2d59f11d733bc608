//! Games that background work has to look at.

use std::collections::HashSet;
use std::hash::Hash;
use std::mem;
use std::time::Duration;

use tokio::sync::{MutexGuard, mpsc};
use tokio::time::{Interval, MissedTickBehavior, interval, sleep};

use crate::discord::runtime::supervisor::Heartbeat;
use crate::discord::runtime::tasks::{TaskGate, TaskSet};
use crate::service::{GameId, QueuePage, Reached};

/// Pause after a wakeup for a game, so that others can be handled together with it.
const MORE_WAKEUPS: Duration = Duration::from_millis(50);
/// Maximum number of games looked at together.
const TOGETHER: usize = 32;

/// Request to look at something.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Wakeup {
    /// A single game: it may be a computer's turn, or a replay is owed.
    Game(GameId),
    /// Work that was handed over, for which nothing has to be looked up.
    HandedOver,
    /// Everything in the queue, after a pause or a failure.
    All,
}

/// Sender of games that somebody has to look at.
#[derive(Clone, Debug)]
pub struct WakeupSender(mpsc::UnboundedSender<Wakeup>);

/// Receiver of these games.
pub type WakeupReceiver = mpsc::UnboundedReceiver<Wakeup>;

impl WakeupSender {
    /// Creates a sender and its receiver.
    #[must_use]
    pub fn new() -> (Self, WakeupReceiver) {
        let (sender, wakeups) = mpsc::unbounded_channel();
        (Self(sender), wakeups)
    }

    /// Sends a game.
    pub(crate) fn wake(&self, game: GameId) {
        // Nobody receives it while the bot is stopping.
        let _ = self.0.send(Wakeup::Game(game));
    }

    /// Announces work that the receiver can begin without looking anything up.
    pub(crate) fn hand_over(&self) {
        // Nobody receives it while the bot is stopping.
        let _ = self.0.send(Wakeup::HandedOver);
    }

    /// Requests a pass through the whole queue.
    pub(crate) fn wake_all(&self) {
        // Nobody receives it while the bot is stopping.
        let _ = self.0.send(Wakeup::All);
    }
}

/// Progress of looking through a queue in the store, page by page.
#[derive(Debug, Default)]
pub(crate) enum Walk {
    /// There is nothing to look at.
    #[default]
    Done,
    /// The page after this key comes next, the first one without a key.
    Next {
        /// Key up to which the queue was looked through.
        reached: Option<Reached>,
        /// True if another pass must follow, because there may be news before that key.
        again: bool,
    },
}

impl Walk {
    /// Starts a pass through the queue from its beginning.
    pub(crate) fn begin(&mut self) {
        match self {
            Self::Done => *self = Self::BEGUN,
            Self::Next { reached, again } => *again = reached.is_some(),
        }
    }

    /// Walk through a queue from its beginning.
    pub(crate) const BEGUN: Self = Self::Next {
        reached: None,
        again: false,
    };

    /// Returns whether pages are left.
    pub(crate) const fn is_under_way(&self) -> bool {
        matches!(self, Self::Next { .. })
    }

    /// Reads the next page, if pages are left. A failure ends the walk as the last page does.
    pub(crate) async fn next<E, F>(
        &mut self,
        read: impl FnOnce(Option<Reached>) -> F,
    ) -> Result<Option<Vec<GameId>>, E>
    where
        F: Future<Output = Result<QueuePage, E>>,
    {
        if !self.is_under_way() {
            return Ok(None);
        }
        let page = read(self.reached()).await;
        let (games, next) = match page {
            Ok(page) => (Ok(Some(page.entries)), page.next),
            Err(error) => (Err(error), None),
        };
        self.go_on(next);
        games
    }

    /// Returns the key after which the next page begins.
    fn reached(&self) -> Option<Reached> {
        match self {
            Self::Done => None,
            Self::Next { reached, .. } => reached.clone(),
        }
    }

    /// Records that a page was read, and the key after which the next one begins, if there is one.
    fn go_on(&mut self, next: Option<Reached>) {
        *self = match (mem::take(self), next) {
            (Self::Next { again, .. }, Some(next)) => Self::Next {
                reached: Some(next),
                again,
            },
            (Self::Next { again: true, .. }, None) => Self::BEGUN,
            (Self::Next { .. } | Self::Done, _) => Self::Done,
        };
    }
}

/// Pace at which a queue in the store is looked through.
#[derive(Clone, Copy, Debug)]
pub(crate) struct QueuePace {
    pause: Duration,
    /// True if one page is read at an interval.
    is_paged: bool,
}

impl QueuePace {
    /// Returns the pace in a store that this process shares or has to itself: one page at every
    /// interval `shared`, so that a long queue takes no more requests than a short one, or the
    /// whole queue at every interval `alone`.
    pub(crate) const fn of(is_shared: bool, shared: Duration, alone: Duration) -> Self {
        Self {
            pause: if is_shared { shared } else { alone },
            is_paged: is_shared,
        }
    }
}

/// Tasks for the games of a queue in the store: for games that wakeups name, and for all in the
/// queue, which is also looked through at an interval, because tasks can fail.
#[derive(Debug)]
pub(crate) struct TaskQueue<'c, T: Copy + Eq + Hash + Send + 'static> {
    wakeups: MutexGuard<'c, WakeupReceiver>,
    times: Interval,
    /// If it refuses a task for a channel, the queue is looked through again later.
    pub(crate) tasks: TaskSet<(GameId, T)>,
    walk: Walk,
    /// True if one page is read at an interval.
    is_paged: bool,
    /// True if no page may be read before the next interval.
    waits: bool,
    /// Games that have changed during a task for them.
    again: HashSet<GameId>,
}

/// Part of a queue to look at.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum QueuePart {
    /// Everything queued for these games, and all work that was handed over.
    Games(Vec<GameId>),
    /// The page after this key, or the first one.
    Page(Option<Reached>),
}

impl<'c, T: Copy + Eq + Hash + Send + 'static> TaskQueue<'c, T> {
    /// Creates a queue that is looked through now and at every interval, with at most `most` tasks at
    /// once.
    pub(crate) fn new(
        wakeups: MutexGuard<'c, WakeupReceiver>,
        pace: QueuePace,
        most: usize,
        open: &TaskGate,
    ) -> Self {
        let mut times = interval(pace.pause);
        times.set_missed_tick_behavior(MissedTickBehavior::Delay);
        Self {
            wakeups,
            times,
            tasks: TaskSet::new(most, open),
            walk: Walk::default(),
            is_paged: pace.is_paged,
            waits: false,
            again: HashSet::new(),
        }
    }

    /// Waits until there is something to look at; returns `None` once no wakeup can come anymore.
    pub(crate) async fn next(&mut self, heartbeat: &Heartbeat) -> Option<QueuePart> {
        let look = loop {
            let may_read = !self.waits && self.tasks.has_room() && self.wakeups.is_empty();
            if may_read && self.walk.is_under_way() {
                break QueuePart::Page(self.walk.reached());
            }
            heartbeat.idle();
            tokio::select! {
                wakeup = self.wakeups.recv() => match wakeup? {
                    Wakeup::Game(game) => break QueuePart::Games(self.woken_with(vec![game]).await),
                    Wakeup::HandedOver => break QueuePart::Games(self.woken_with(vec![]).await),
                    Wakeup::All => self.walk.begin(),
                },
                _tick = self.times.tick() => {
                    self.waits = false;
                    self.walk.begin();
                }
                ended = self.tasks.ended() => {
                    if self.tasks.has_room_again() {
                        self.walk.begin();
                    }
                    let game = ended.map(|(game, _)| game);
                    if let Some(game) = game.filter(|game| self.again.remove(game)) {
                        break QueuePart::Games(vec![game]);
                    }
                }
            }
        };
        heartbeat.busy();
        Some(look)
    }

    /// Returns these games, and those of the wakeups that follow soon.
    async fn woken_with(&mut self, mut games: Vec<GameId>) -> Vec<GameId> {
        sleep(MORE_WAKEUPS).await;
        while games.len() < TOGETHER {
            match self.wakeups.try_recv() {
                Ok(Wakeup::Game(game)) if games.contains(&game) => {}
                Ok(Wakeup::Game(game)) => games.push(game),
                Ok(Wakeup::HandedOver) => {}
                Ok(Wakeup::All) => self.walk.begin(),
                Err(_) => break,
            }
        }
        games
    }

    /// Records that a page was read, and the key after which the next one begins, if there is one.
    pub(crate) fn go_on(&mut self, next: Option<Reached>) {
        self.walk.go_on(next);
        self.waits = self.is_paged;
    }

    /// Requests another look at a game after a task for it.
    pub(crate) fn look_again(&mut self, game: GameId) {
        self.again.insert(game);
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use tokio::sync::{Mutex, Semaphore};
    use tokio::time::{Instant, timeout};

    use super::*;
    use crate::service::ChannelId;

    /// Time within which a queue is looked at if there is a reason.
    const SOON: Duration = Duration::from_secs(60);

    #[tokio::test(start_paused = true)]
    async fn queue_is_looked_through_again_after_the_tasks_of_a_channel_that_took_no_more() {
        let heartbeat = Heartbeat::default();
        let (_sender, wakeups) = WakeupSender::new();
        let wakeups = Mutex::new(wakeups);
        let (pace, gate) = (QueuePace::of(false, SOON, SOON * 60), TaskGate::default());
        let mut queue = TaskQueue::new(wakeups.lock().await, pace, 9, &gate);
        let start = Some(QueuePart::Page(None));
        assert_eq!(queue.next(&heartbeat).await, start);
        queue.go_on(None);
        let held = Arc::new(Semaphore::new(0));
        let begun = (0..1_000).filter(|name| {
            let held = Arc::clone(&held);
            let task = async move { drop(held.acquire().await) };
            queue.tasks.begin_in(ChannelId(1), (GameId(1), *name), task)
        });
        assert!(begun.count() < 1_000);
        let look = timeout(SOON, queue.next(&heartbeat)).await;
        look.expect_err("tasks that wait");
        held.add_permits(1);
        let look = timeout(SOON, queue.next(&heartbeat)).await;
        assert_eq!(look, Ok(start));
    }

    /// Returns how often the time for a look passes while two pages are read, and again the first.
    async fn intervals(is_shared: bool) -> u64 {
        let (_sender, wakeups) = WakeupSender::new();
        let wakeups = Mutex::new(wakeups);
        let pace = QueuePace::of(is_shared, SOON, SOON * 60);
        let gate = TaskGate::default();
        let mut queue = TaskQueue::<u64>::new(wakeups.lock().await, pace, 1, &gate);
        let begun = Instant::now();
        let key = Some(Reached::at(b"a"));
        for (reached, next) in [(None, key.clone()), (key, None), (None, None)] {
            let look = queue.next(&Heartbeat::default()).await;
            assert_eq!(look, Some(QueuePart::Page(reached)));
            queue.go_on(next);
        }
        begun.elapsed().as_secs() / SOON.as_secs()
    }

    #[tokio::test(start_paused = true)]
    async fn one_page_at_an_interval_is_read_of_a_store_that_others_use() {
        assert_eq!(intervals(true).await, 2);
        assert_eq!(intervals(false).await, 60, "only the next walk waits");
    }

    #[test]
    fn news_during_a_walk_is_found_by_another_one() {
        let mut walk = Walk::default();
        assert!(!walk.is_under_way());
        walk.begin();
        walk.begin();
        assert_eq!(walk.reached(), None);
        let key = Reached::at(b"a");
        walk.go_on(Some(key.clone()));
        assert_eq!(walk.reached(), Some(key));
        walk.begin();
        walk.go_on(None);
        assert!(walk.is_under_way() && walk.reached().is_none());
        walk.go_on(None);
        assert!(!walk.is_under_way());
    }
}
