//! Pool of engine threads, and the queue of positions for them.

use std::collections::VecDeque;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};
use std::{fmt, thread};

use tokio::sync::oneshot;

use crate::discord::engine::watchdog::Watch;
use crate::discord::interaction::error::BotError;
use crate::discord::runtime::fault::FaultId;
use crate::metrics::{FaultKind, Metrics};
use crate::service::ChannelId;
use focus::Game;
use focus_engine::{Choice, Engine, Level, Limits, Options, Player, Stop};

/// Memory for a search of few nodes, in MiB; clearing more would take longer than the search.
const SMALL_HASH_MIB: usize = 1;
/// Number of nodes from which on a search gets all the memory.
const MANY_NODES: u64 = 20_000;

/// Function that creates a player for one search.
pub type MakePlayer = Arc<dyn Fn(Options) -> Box<dyn Player> + Send + Sync>;

/// Configuration of computer players.
#[derive(Clone)]
pub struct Thinking {
    /// Number of searches at the same time.
    pub threads: usize,
    /// Memory of each search for its transposition table, in MiB.
    pub hash_mib: usize,
    /// Maximum time of a search.
    pub time: Duration,
    /// Time after which a search is stopped and its best move so far is played.
    pub longest: Duration,
    /// Minimum time of a move that a person waits for.
    pub pace: Duration,
    /// Minimum time of a move in a game that only computers play.
    pub watch_pace: Duration,
    /// Factory of players.
    pub players: MakePlayer,
}

impl Default for Thinking {
    fn default() -> Self {
        Self {
            threads: 1,
            hash_mib: 16,
            time: Duration::from_secs(3),
            longest: Duration::from_secs(60),
            pace: Duration::ZERO,
            watch_pace: Duration::ZERO,
            players: Arc::new(|options| Box::new(Engine::new(options))),
        }
    }
}

impl fmt::Debug for Thinking {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Thinking")
            .field("threads", &self.threads)
            .field("hash_mib", &self.hash_mib)
            .field("time", &self.time)
            .finish_non_exhaustive()
    }
}

/// Position to search.
#[derive(Clone, Debug)]
pub(crate) struct Question {
    /// Channel of the question; channels take turns.
    pub(crate) channel: ChannelId,
    /// True if it has lower priority than anything a player waits for: a computer's move in a game
    /// that people only watch, or a position of a game under review.
    pub(crate) is_watched: bool,
    /// The game up to the position.
    pub(crate) game: Game,
    /// Playing strength.
    pub(crate) level: Level,
    /// Number of moves whose scores are requested.
    pub(crate) lines: usize,
    /// Seed that decides among equal moves.
    pub(crate) seed: u64,
    /// Number of nodes to search, instead of the usual time.
    pub(crate) nodes: Option<u64>,
    /// Signal that nobody waits for the answer any more.
    pub(crate) stop: Stop,
}

/// Reason why a question has no answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum NoAnswer {
    /// Nobody waited for it any more.
    Stopped,
    /// The thread panicked, which is logged under this id.
    Panicked(FaultId),
}

impl From<NoAnswer> for BotError {
    fn from(none: NoAnswer) -> Self {
        match none {
            NoAnswer::Stopped => {
                Self::Broken(FaultKind::Computer, "a thought cut short".to_owned())
            }
            NoAnswer::Panicked(id) => Self::Logged(id),
        }
    }
}

struct Job {
    question: Question,
    answer: oneshot::Sender<Result<Choice, NoAnswer>>,
}

/// Handle of the engine threads, which end when it is dropped.
pub struct EnginePool {
    queue: Arc<Queue>,
    metrics: Metrics,
    watch: Arc<Watch>,
}

impl EnginePool {
    /// Starts the threads.
    ///
    /// # Panics
    ///
    /// If the system has no thread left.
    #[must_use]
    pub fn start(thinking: &Thinking, metrics: &Metrics) -> Self {
        let queue = Arc::new(Queue::default());
        let watch = Watch::start();
        for number in 1..=thinking.threads {
            let (queue, watch) = (Arc::clone(&queue), Arc::clone(&watch));
            let (thinking, metrics) = (thinking.clone(), metrics.clone());
            let work = move || {
                while let Some(job) = queue.next() {
                    metrics.engine().begun();
                    let begun = Instant::now();
                    let answer = think(&thinking, &watch, &job.question);
                    metrics.engine().ended(begun.elapsed());
                    if let Err(NoAnswer::Panicked(_)) = &answer {
                        metrics.fault(FaultKind::Computer);
                    }
                    // The receiver may be gone.
                    let _ = job.answer.send(answer);
                }
            };
            let name = format!("thinker {number}");
            let thread = thread::Builder::new().name(name).spawn(work);
            thread.expect("a thread for a computer");
        }
        let metrics = metrics.clone();
        Self {
            queue,
            metrics,
            watch,
        }
    }

    /// Asks a question, which takes its place in the queue when this is called.
    pub(crate) fn ask(
        &self,
        question: Question,
    ) -> impl Future<Output = Result<Choice, NoAnswer>> + Send + use<> {
        let (answer, answered) = oneshot::channel();
        self.metrics.engine().queued();
        self.queue.push(Job { question, answer });
        async move { answered.await.unwrap_or(Err(NoAnswer::Stopped)) }
    }
}

impl fmt::Debug for EnginePool {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("EnginePool").finish_non_exhaustive()
    }
}

impl Drop for EnginePool {
    fn drop(&mut self) {
        self.queue.close();
        self.metrics.engine().closed();
        self.watch.close();
    }
}

fn think(thinking: &Thinking, watch: &Watch, question: &Question) -> Result<Choice, NoAnswer> {
    if question.stop.is_stopped() {
        return Err(NoAnswer::Stopped);
    }
    let (limits, hash_mib) = match question.nodes {
        Some(nodes) if nodes < MANY_NODES => (Limits::nodes(nodes), SMALL_HASH_MIB),
        Some(nodes) => (Limits::nodes(nodes), thinking.hash_mib),
        None => (Limits::time(thinking.time), thinking.hash_mib),
    };
    let options = Options {
        level: question.level,
        hash_mib,
        threads: 1,
        lines: question.lines,
        seed: question.seed,
    };
    let choose = || {
        let mut player = (thinking.players)(options);
        player.choose(&question.game, &limits, &question.stop, &mut |_| {})
    };
    let watched = watch.begin(thinking.longest, &question.stop);
    let choice = catch_unwind(AssertUnwindSafe(choose));
    let was_cut_off = watch.end(watched);
    let choice = choice.map_err(|_panic| NoAnswer::Panicked(FaultId::of_panic()))?;
    if question.stop.is_stopped() && !was_cut_off {
        return Err(NoAnswer::Stopped);
    }
    Ok(choice)
}

/// Queue that takes turns among channels, so that many games in one do not delay those in another.
/// Questions with lower priority come after all that a player waits for.
#[derive(Default)]
struct Queue {
    waiting: Mutex<Waiting>,
    changed: Condvar,
}

#[derive(Default)]
struct Waiting {
    played: Line,
    watched: Line,
    is_closed: bool,
}

/// Jobs by channel; the first channel is next.
#[derive(Default)]
struct Line(VecDeque<(ChannelId, VecDeque<Job>)>);

impl Line {
    fn push(&mut self, job: Job) {
        let channel = job.question.channel;
        let mut known = self.0.iter_mut();
        match known.find(|(known, _)| *known == channel) {
            Some((_, jobs)) => jobs.push_back(job),
            None => self.0.push_back((channel, [job].into())),
        }
    }

    fn pop(&mut self) -> Option<Job> {
        let (channel, mut jobs) = self.0.pop_front()?;
        let job = jobs.pop_front();
        if !jobs.is_empty() {
            self.0.push_back((channel, jobs));
        }
        job
    }
}

impl Queue {
    fn push(&self, job: Job) {
        let mut waiting = self.lock();
        if job.question.is_watched {
            waiting.watched.push(job);
        } else {
            waiting.played.push(job);
        }
        self.changed.notify_one();
    }

    /// Waits for a job of the next channel; returns `None` once the queue is closed.
    fn next(&self) -> Option<Job> {
        let mut waiting = self.lock();
        loop {
            if waiting.is_closed {
                return None;
            }
            let next = waiting.played.pop();
            if let Some(job) = next.or_else(|| waiting.watched.pop()) {
                return Some(job);
            }
            let woken = self.changed.wait(waiting);
            waiting = woken.unwrap_or_else(PoisonError::into_inner);
        }
    }

    fn close(&self) {
        let mut waiting = self.lock();
        *waiting = Waiting {
            is_closed: true,
            ..Waiting::default()
        };
        self.changed.notify_all();
    }

    fn lock(&self) -> MutexGuard<'_, Waiting> {
        self.waiting.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use focus::{Color, Mode, Rules};

    fn job(channel: u64, seed: u64) -> Job {
        let question = Question {
            channel: ChannelId(channel),
            is_watched: false,
            game: Game::new(Rules::new(Mode::Duel), Color::Orange),
            level: Level::Beginner,
            lines: 1,
            seed,
            nodes: None,
            stop: Stop::new(),
        };
        let (answer, _) = oneshot::channel();
        Job { question, answer }
    }

    #[test]
    fn channels_take_turns() {
        let queue = Queue::default();
        for (channel, seed) in [(1, 0), (1, 1), (1, 2), (2, 3), (3, 4), (2, 5)] {
            queue.push(job(channel, seed));
        }
        let order: Vec<_> = (0..6)
            .filter_map(|_| Some(queue.next()?.question.seed))
            .collect();
        assert_eq!(order, [0, 3, 4, 1, 5, 2]);
    }

    #[test]
    fn who_plays_does_not_wait_for_games_that_are_watched() {
        let queue = Queue::default();
        for (channel, seed, is_watched) in [(1, 0, true), (1, 1, true), (1, 2, false), (2, 3, true)]
        {
            let mut job = job(channel, seed);
            job.question.is_watched = is_watched;
            queue.push(job);
        }
        let order: Vec<_> = (0..4)
            .filter_map(|_| Some(queue.next()?.question.seed))
            .collect();
        assert_eq!(order, [2, 0, 3, 1]);
    }

    #[test]
    fn closed_queue_has_nothing() {
        let queue = Queue::default();
        queue.push(job(1, 0));
        queue.close();
        assert!(queue.next().is_none());
    }
}
