//! What is counted and timed while the bot runs, for Prometheus.
//!
//! There is one [`Metrics`] to a bot; whoever has something to report holds a clone of it. Names
//! are those of the [Prometheus conventions]: base units, `_total` behind counters.
//!
//! [Prometheus conventions]: https://prometheus.io/docs/practices/naming/

mod health;

mod engine;

use std::fmt;
use std::sync::Arc;
use std::time::Duration;

use prometheus_client::encoding::text::encode;
use prometheus_client::metrics::counter::Counter;
use prometheus_client::metrics::family::Family;
use prometheus_client::metrics::gauge::Gauge;
use prometheus_client::metrics::histogram::Histogram;
use prometheus_client::metrics::info::Info;
use prometheus_client::registry::{Registry, Unit};

pub use self::engine::EngineMetrics;
pub use self::health::{Health, ShardState, TaskState};

/// One label, or rather its name and its value.
type Label = [(&'static str, String); 1];

/// Upper bounds of the times that are told apart, in seconds: finer where a person waits.
const BOUNDS: [f64; 22] = [
    0.000_1, 0.000_25, 0.000_5, 0.001, 0.002, 0.003_5, 0.005, 0.007, 0.01, 0.015, 0.02, 0.025,
    0.035, 0.05, 0.07, 0.1, 0.2, 0.5, 1.0, 3.0, 10.0, 30.0,
];

/// What a turn consists of, in order; each is timed by itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stage {
    /// From the gateway's thread to the handler of the event.
    Arrive,
    /// In the queue before the game service.
    Queue,
    /// At the game service, with the commit if there is one.
    Decide,
    /// A commit, until it is on the disk.
    Commit,
    /// Drawing a board.
    Draw,
    /// A request to Discord and its answer, with waiting for rate limits.
    Send,
}

impl Stage {
    const fn name(self) -> &'static str {
        match self {
            Self::Arrive => "arrive",
            Self::Queue => "queue",
            Self::Decide => "decide",
            Self::Commit => "commit",
            Self::Draw => "draw",
            Self::Send => "send",
        }
    }
}

/// What broke on our side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FaultKind {
    /// The store could not be read or written.
    Store,
    /// A record is not what this program writes.
    Record,
    /// Discord did not do what it was asked to.
    Discord,
    /// A computer found no move.
    Computer,
    /// A picture or a file could not be made.
    Picture,
    /// A panic.
    Panic,
    /// The operating system.
    System,
}

impl FaultKind {
    /// All of them.
    pub const ALL: [Self; 7] = [
        Self::Store,
        Self::Record,
        Self::Discord,
        Self::Computer,
        Self::Picture,
        Self::Panic,
        Self::System,
    ];

    /// The name by which it is counted and logged.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Store => "store",
            Self::Record => "record",
            Self::Discord => "discord",
            Self::Computer => "computer",
            Self::Picture => "picture",
            Self::Panic => "panic",
            Self::System => "system",
        }
    }
}

/// Everything that is counted and timed, and how the bot is. Clones share it.
#[derive(Clone)]
pub struct Metrics(Arc<Inner>);

struct Inner {
    registry: Registry,
    acknowledgements: Family<Label, Histogram>,
    boards: Histogram,
    stages: Family<Label, Histogram>,
    refusals: Family<Label, Counter>,
    faults: Family<Label, Counter>,
    answers: Family<Label, Counter>,
    task_panics: Family<Label, Counter>,
    shards: Family<Label, Gauge>,
    latency: Family<Label, Gauge<f64, std::sync::atomic::AtomicU64>>,
    guilds: Gauge,
    store_bytes: Gauge,
    memory_bytes: Gauge,
    engine: EngineMetrics,
    health: Health,
}

impl Default for Metrics {
    fn default() -> Self {
        let mut registry = Registry::with_prefix("focusbot");
        let times = || Family::new_with_constructor(histogram as fn() -> Histogram);
        let inner = Inner {
            acknowledgements: times(),
            boards: histogram(),
            stages: times(),
            refusals: Family::default(),
            faults: Family::default(),
            answers: Family::default(),
            task_panics: Family::default(),
            shards: Family::default(),
            latency: Family::default(),
            guilds: Gauge::default(),
            store_bytes: Gauge::default(),
            memory_bytes: Gauge::default(),
            engine: EngineMetrics::default(),
            health: Health::default(),
            registry: Registry::default(),
        };
        let build = Info::new([("version", env!("CARGO_PKG_VERSION"))]);
        registry.register("build", "The program", build);
        registry.register_with_unit(
            "acknowledgement",
            "From the arrival of an interaction until Discord has taken its first answer",
            Unit::Seconds,
            inner.acknowledgements.clone(),
        );
        let help = "From the arrival of what a person did until Discord has taken the board";
        registry.register_with_unit("board", help, Unit::Seconds, inner.boards.clone());
        let help = "Stages of a turn; `decide` has `commit` in it";
        registry.register_with_unit("stage", help, Unit::Seconds, inner.stages.clone());
        let help = "Requests of people that were refused";
        registry.register("refusals", help, inner.refusals.clone());
        let help = "What broke on our side, each logged once";
        registry.register("faults", help, inner.faults.clone());
        // A count that begins at zero shows its first step.
        for kind in FaultKind::ALL {
            let label = [("kind", kind.name().to_owned())];
            drop(inner.faults.get_or_create(&label));
        }
        let help = "Answers of Discord to requests of the bot, by status";
        registry.register("answers", help, inner.answers.clone());
        let help = "Panics of tasks that go on as long as the bot runs, each begun again";
        registry.register("task_panics", help, inner.task_panics.clone());
        let help = "Whether a shard is connected";
        registry.register("shard_connected", help, inner.shards.clone());
        registry.register_with_unit(
            "shard_latency",
            "Round trip of the last heartbeat of a shard",
            Unit::Seconds,
            inner.latency.clone(),
        );
        let help = "Servers the bot is on, as far as they are reachable";
        registry.register("guilds", help, inner.guilds.clone());
        let (help, size) = ("Room the database takes on disk", inner.store_bytes.clone());
        registry.register_with_unit("store", help, Unit::Bytes, size);
        let (help, size) = ("Memory of this process", inner.memory_bytes.clone());
        registry.register_with_unit("memory", help, Unit::Bytes, size);
        inner.engine.register(&mut registry);
        Self(Arc::new(Inner { registry, ..inner }))
    }
}

impl Metrics {
    /// How the bot is.
    #[must_use]
    pub fn health(&self) -> &Health {
        &self.0.health
    }

    /// What computers do.
    #[must_use]
    pub fn engine(&self) -> &EngineMetrics {
        &self.0.engine
    }

    /// An interaction got its first answer, of this kind.
    pub fn acknowledged(&self, answer: &str, took: Duration) {
        let label = [("answer", answer.to_owned())];
        observe(&self.0.acknowledgements, &label, took);
    }

    /// A board is there that a person asked for with a move or the like.
    pub fn shown(&self, took: Duration) {
        self.0.boards.observe(took.as_secs_f64());
    }

    /// A stage of a turn was gone through.
    pub fn stage(&self, stage: Stage, took: Duration) {
        let label = [("stage", stage.name().to_owned())];
        observe(&self.0.stages, &label, took);
    }

    /// Somebody was refused, for this reason.
    pub fn refused(&self, kind: &str) {
        let label = [("kind", kind.to_owned())];
        self.0.refusals.get_or_create(&label).inc();
    }

    /// Something broke.
    pub fn fault(&self, kind: FaultKind) {
        let label = [("kind", kind.name().to_owned())];
        self.0.faults.get_or_create(&label).inc();
    }

    /// A task begins that goes on as long as the bot runs.
    pub fn task_begins(&self, name: &'static str) {
        // A count that begins at zero shows its first step.
        drop(self.0.task_panics.get_or_create(&task(name)));
    }

    /// A task panicked, and is to be begun again.
    pub fn task_broke(&self, name: &'static str) {
        self.0.task_panics.get_or_create(&task(name)).inc();
        self.0.health.note_task(name, Some(TaskState::Down));
    }

    /// Discord answered a request with this status; without one, it did not answer at all.
    pub fn answered(&self, status: Option<u16>) {
        let status = status.map_or_else(|| "none".to_owned(), |status| status.to_string());
        self.0.answers.get_or_create(&[("status", status)]).inc();
    }

    /// Notes how every shard of this process is.
    pub fn shards(&self, shards: &[ShardState]) {
        for shard in shards {
            let label = [("shard", shard.number.to_string())];
            let connected = i64::from(shard.is_connected);
            self.0.shards.get_or_create(&label).set(connected);
            if let Some(latency) = shard.latency {
                let seconds = latency.as_secs_f64();
                self.0.latency.get_or_create(&label).set(seconds);
            }
        }
        self.0.health.note_shards(shards);
    }

    /// Notes that no shard is connected any more; the next connection may have fewer.
    pub fn shards_gone(&self) {
        self.shards(&self.0.health.shards_gone());
        self.0.health.forget_shards();
    }

    /// Notes on how many servers the bot is.
    pub fn guilds(&self, count: usize) {
        self.0.guilds.set(i64::try_from(count).unwrap_or(i64::MAX));
    }

    /// Number of servers that the bot is on.
    #[must_use]
    pub fn guild_count(&self) -> usize {
        usize::try_from(self.0.guilds.get()).unwrap_or_default()
    }

    /// Notes how much room the database takes on disk.
    pub fn store_bytes(&self, bytes: u64) {
        self.0
            .store_bytes
            .set(i64::try_from(bytes).unwrap_or(i64::MAX));
    }

    /// Notes how much memory the process takes.
    pub fn memory_bytes(&self, bytes: u64) {
        self.0
            .memory_bytes
            .set(i64::try_from(bytes).unwrap_or(i64::MAX));
    }

    /// Everything as text, in the format `OpenMetrics` that Prometheus reads.
    ///
    /// # Panics
    ///
    /// Never: a text grows as long as there is memory.
    #[must_use]
    pub fn to_text(&self) -> String {
        let mut text = String::new();
        encode(&mut text, &self.0.registry).expect("a text that grows");
        text
    }
}

impl fmt::Debug for Metrics {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Metrics").finish_non_exhaustive()
    }
}

fn task(name: &str) -> Label {
    [("task", name.to_owned())]
}

fn histogram() -> Histogram {
    Histogram::new(BOUNDS)
}

fn observe(family: &Family<Label, Histogram>, label: &Label, took: Duration) {
    family.get_or_create(label).observe(took.as_secs_f64());
}
