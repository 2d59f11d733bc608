//! Pool of engine threads.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};
use std::{fmt, thread};

use tokio::sync::oneshot;

use crate::discord::engine::question::{NoAnswer, Question, SearchJob};
use crate::discord::engine::queue::{Precedence, Queue};
use crate::discord::engine::watchdog::Watchdog;
use crate::discord::runtime::fault::FaultId;
use crate::metrics::{FaultKind, Metrics};
use focus_engine::{Choice, Clock, Engine, Limits, Options, Player};

/// Memory for a search of few nodes, in MiB; clearing more would take longer than the search.
const SMALL_HASH_MIB: usize = 1;
/// Minimum number of nodes for a search to get all the memory.
const MANY_NODES: u64 = 20_000;

/// Clock of a search, which stops while the search rests if the system has such a clock.
#[cfg(unix)]
const CLOCK: Clock = Clock::Processor;
#[cfg(not(unix))]
const CLOCK: Clock = Clock::Passing;

/// Function that creates a player for one search.
pub type MakePlayer = Arc<dyn Fn(Options) -> Box<dyn Player> + Send + Sync>;

/// Configuration of computer players.
#[derive(Clone)]
pub struct PoolSettings {
    /// Number of searches at the same time.
    pub threads: usize,
    /// Memory of each search for its transposition table, in MiB.
    pub hash_mib: usize,
    /// Maximum time of a search, if no others wait.
    pub time: Duration,
    /// Time after which a search is stopped and its best move so far is played.
    pub longest: Duration,
    /// Minimum time of a move that a person waits for.
    pub min_move_time: Duration,
    /// Minimum time of a move in a game that only computers play.
    pub min_watched_move_time: Duration,
    /// Factory of players.
    pub players: MakePlayer,
}

impl Default for PoolSettings {
    fn default() -> Self {
        Self {
            threads: 1,
            hash_mib: 16,
            time: Duration::from_secs(3),
            longest: Duration::from_secs(60),
            min_move_time: Duration::ZERO,
            min_watched_move_time: Duration::ZERO,
            players: Arc::new(|options| Box::new(Engine::new(options))),
        }
    }
}

impl fmt::Debug for PoolSettings {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("PoolSettings")
            .field("threads", &self.threads)
            .field("hash_mib", &self.hash_mib)
            .field("time", &self.time)
            .finish_non_exhaustive()
    }
}

/// Handle of the engine threads, which end when it is dropped.
pub struct EnginePool {
    queue: Arc<Queue>,
    metrics: Metrics,
    watchdog: Arc<Watchdog>,
}

impl EnginePool {
    /// Starts the threads.
    ///
    /// # Panics
    ///
    /// If the system has no thread left.
    #[must_use]
    pub fn start(settings: &PoolSettings, metrics: &Metrics) -> Self {
        let queue = Arc::new(Queue::new(settings.threads));
        let watchdog = Watchdog::start();
        for precedence in Precedence::ALL {
            for number in 1..=settings.threads {
                let engine_thread = EngineThread {
                    precedence,
                    queue: Arc::clone(&queue),
                    watchdog: Arc::clone(&watchdog),
                    settings: settings.clone(),
                    metrics: metrics.clone(),
                };
                let name = format!("engine {number} {precedence:?}");
                let thread = thread::Builder::new()
                    .name(name)
                    .spawn(move || engine_thread.run());
                thread.expect("a thread for a computer");
            }
        }
        let metrics = metrics.clone();
        Self {
            queue,
            metrics,
            watchdog,
        }
    }

    /// Asks a question, which takes its place in the queue when this is called.
    pub(crate) fn ask(
        &self,
        question: Question,
    ) -> impl Future<Output = Result<Choice, NoAnswer>> + Send + use<> {
        let (answer, answered) = oneshot::channel();
        self.metrics.engine().queued();
        self.queue.push(SearchJob { question, answer });
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
        self.watchdog.close();
    }
}

/// Thread that answers questions of one precedence.
struct EngineThread {
    precedence: Precedence,
    queue: Arc<Queue>,
    watchdog: Arc<Watchdog>,
    settings: PoolSettings,
    metrics: Metrics,
}

impl EngineThread {
    fn run(&self) {
        while let Some(job) = self.queue.next(self.precedence) {
            self.metrics.engine().begun();
            let begun = Instant::now();
            let answer = self.think(&job.question);
            self.metrics.engine().ended(begun.elapsed());
            if let Err(NoAnswer::Panicked(_)) = &answer {
                self.metrics.fault(FaultKind::Computer);
            }
            // The receiver may be gone.
            let _ = job.answer.send(answer);
            self.queue.done();
        }
    }

    fn think(&self, question: &Question) -> Result<Choice, NoAnswer> {
        if question.stop.is_stopped() {
            return Err(NoAnswer::Stopped);
        }
        let settings = &self.settings;
        let (limits, hash_mib) = match question.nodes {
            Some(nodes) if nodes < MANY_NODES => (Limits::nodes(nodes), SMALL_HASH_MIB),
            Some(nodes) => (Limits::nodes(nodes), settings.hash_mib),
            None => (Limits::time(self.time()), settings.hash_mib),
        };
        let limits = Limits {
            clock: CLOCK,
            ..limits
        };
        let options = Options {
            level: question.level,
            hash_mib,
            threads: 1,
            lines: question.lines,
            seed: question.seed,
        };
        let id = self.watchdog.begin(settings.longest, &question.stop);
        let (precedence, queue) = (self.precedence, Arc::clone(&self.queue));
        let watchdog = Arc::clone(&self.watchdog);
        // A review must give the same result each time.
        let time = match precedence {
            Precedence::Instant | Precedence::Quick | Precedence::Long => Some(settings.time),
            Precedence::Watched => limits.time.map(|_| settings.time),
        };
        let begun = CLOCK.now();
        // A search that has ended stays ended, even if nothing is waiting anymore.
        let is_over = AtomicBool::new(false);
        let stop = question.stop.resting(move || {
            if queue.has_more_urgent(precedence) {
                watchdog.pause(id);
                queue.give_way(precedence);
                watchdog.resume(id);
            }
            if let Some(time) = time
                && queue.is_awaited(precedence)
                && begun.elapsed() >= queue.time_slice(precedence, time)
            {
                is_over.store(true, Ordering::Relaxed);
            }
            !is_over.load(Ordering::Relaxed)
        });
        let choose = || {
            let mut player = (settings.players)(options);
            player.choose(&question.game, &limits, &stop, &mut |_| {})
        };
        let choice = catch_unwind(AssertUnwindSafe(choose));
        let was_cut_off = self.watchdog.end(id);
        let choice = choice.map_err(|_panic| NoAnswer::Panicked(FaultId::of_panic()))?;
        if question.stop.is_stopped() && !was_cut_off {
            return Err(NoAnswer::Stopped);
        }
        Ok(choice)
    }

    /// Returns the time limit of a search that begins now. If others wait, it is the slice after
    /// which the search ends, so that looking for forced wins first does not take all of it.
    fn time(&self) -> Duration {
        let time = self.settings.time;
        if self.queue.is_awaited(self.precedence) {
            return self.queue.time_slice(self.precedence, time);
        }
        time
    }
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc::{Receiver, Sender, channel};

    use parking_lot::Mutex;

    use super::*;
    use crate::service::ChannelId;
    use focus::{Color, Game, Mode, Rules};
    use focus_engine::{Info, Level, Stop};

    /// Player that notes when a search begins and when it continues after checking its signal. At
    /// the full level, it first waits until something else has been asked.
    struct Scripted {
        level: Level,
        script: Arc<Script>,
    }

    struct Script {
        log: Mutex<Vec<(Level, &'static str)>>,
        /// Time limits of the searches at the full level.
        times: Mutex<Vec<Option<Duration>>>,
        begun: Sender<()>,
        asked: Mutex<Receiver<()>>,
    }

    impl Script {
        fn note(&self, level: Level, what: &'static str) {
            self.log.lock().push((level, what));
        }
    }

    impl Player for Scripted {
        fn name(&self) -> String {
            "scripted".to_owned()
        }

        fn choose(
            &mut self,
            game: &Game,
            limits: &Limits,
            stop: &Stop,
            _: &mut dyn FnMut(&Info),
        ) -> Choice {
            self.script.note(self.level, "begins");
            if self.level == Level::Full {
                self.script.times.lock().push(limits.time);
                self.script.begun.send(()).expect("a test that listens");
                let asked = self.script.asked.lock();
                asked.recv().expect("a test that asks");
            }
            assert!(!stop.is_stopped());
            self.script.note(self.level, "ends");
            let mv = game.position().legal_moves()[0];
            Choice::unscored(mv, 1, 1)
        }
    }

    /// Starts a pool of scripted players; returns also the ends of the script's channels.
    fn scripted() -> (EnginePool, Arc<Script>, Receiver<()>, Sender<()>) {
        let (begun, begins) = channel();
        let (asks, asked) = channel();
        let script = Arc::new(Script {
            log: Mutex::default(),
            times: Mutex::default(),
            begun,
            asked: Mutex::new(asked),
        });
        let players = Arc::clone(&script);
        let settings = PoolSettings {
            players: Arc::new(move |options| {
                let script = Arc::clone(&players);
                let level = options.level;
                Box::new(Scripted { level, script })
            }),
            ..PoolSettings::default()
        };
        let pool = EnginePool::start(&settings, &Metrics::default());
        (pool, script, begins, asks)
    }

    fn question(channel: u64, level: Level) -> Question {
        Question {
            channel: ChannelId(channel),
            is_watched: false,
            game: Game::new(Rules::new(Mode::Duel), Color::Orange),
            level,
            lines: 1,
            seed: 0,
            nodes: None,
            stop: Stop::new(),
        }
    }

    /// Player whose search ends only when it is told to.
    struct Endless;

    impl Player for Endless {
        fn name(&self) -> String {
            "endless".to_owned()
        }

        fn choose(
            &mut self,
            game: &Game,
            _: &Limits,
            stop: &Stop,
            _: &mut dyn FnMut(&Info),
        ) -> Choice {
            let begun = CLOCK.now();
            while !stop.is_stopped() {
                assert!(begun.elapsed() < Duration::from_secs(600), "no end");
            }
            Choice::unscored(game.position().legal_moves()[0], 1, 1)
        }
    }

    #[tokio::test]
    async fn search_ends_early_if_another_one_waits() {
        let settings = PoolSettings {
            longest: Duration::from_secs(3_600),
            players: Arc::new(|_| Box::new(Endless)),
            ..PoolSettings::default()
        };
        let pool = EnginePool::start(&settings, &Metrics::default());
        for nodes in [None, Some(300_000)] {
            let (one, other) = (question(1, Level::Full), question(2, Level::Full));
            let stop = other.stop.clone();
            let (one, other) = (pool.ask(Question { nodes, ..one }), pool.ask(other));
            one.await.expect("a move, not an error");
            stop.stop();
            assert_eq!(other.await.map(|choice| choice.mv), Err(NoAnswer::Stopped));
        }
    }

    #[tokio::test]
    async fn quick_search_goes_before_the_rest_of_each_of_200_long_ones() {
        let (pool, script, begins, asks) = scripted();
        let long: Vec<_> = (0..200)
            .map(|seat| pool.ask(question(seat, Level::Full)))
            .collect();
        let mut answers: Vec<_> = Vec::new();
        for seat in 200..400 {
            begins.recv().expect("a long search that begins");
            answers.push(pool.ask(question(seat, Level::Beginner)));
            asks.send(()).expect("a long search that waits");
        }
        answers.extend(long);
        for answer in answers {
            answer.await.expect("an answer");
        }
        let turn = [
            (Level::Full, "begins"),
            (Level::Beginner, "begins"),
            (Level::Beginner, "ends"),
            (Level::Full, "ends"),
        ];
        assert_eq!(*script.log.lock(), turn.repeat(200));
    }

    #[tokio::test]
    async fn search_that_begins_while_another_waits_plans_with_its_slice() {
        let (pool, script, begins, asks) = scripted();
        let mut answers = vec![pool.ask(question(0, Level::Full))];
        begins.recv().expect("a search that begins");
        answers.extend([1, 2].map(|seat| pool.ask(question(seat, Level::Full))));
        for _ in &answers {
            asks.send(()).expect("a search that waits");
        }
        for answer in answers {
            answer.await.expect("an answer");
        }
        let whole = PoolSettings::default().time;
        let slice = Duration::from_millis(90);
        assert_eq!(*script.times.lock(), [whole, slice, whole].map(Some));
    }
}
