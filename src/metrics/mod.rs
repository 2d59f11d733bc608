//! Counters and timers of the running bot, for Prometheus.
//!
//! There is one [`Metrics`] per bot; parts that report something hold a clone of it. Names follow
//! the [Prometheus conventions]: base units, `_total` after counters.
//!
//! [Prometheus conventions]: https://prometheus.io/docs/practices/naming/

mod freezes;
mod health;
mod work;

mod engine;
mod histogram;

use std::fmt;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::{Duration, SystemTime};

use prometheus_client::encoding::text::encode;
use prometheus_client::metrics::counter::Counter;
use prometheus_client::metrics::family::Family;
use prometheus_client::metrics::gauge::Gauge;
use prometheus_client::metrics::histogram::Histogram;
use prometheus_client::metrics::info::Info;
use prometheus_client::registry::{Registry, Unit};
use strum::{IntoStaticStr, VariantArray};

pub use self::engine::EngineMetrics;
pub use self::health::{Health, ShardState, SilentShard};
use self::histogram::histogram;
#[cfg(all(test, feature = "postgres"))]
pub(crate) use self::work::TOO_LONG;
pub use self::work::TaskState;

/// Single label, with its name and value.
type Label = [(&'static str, String); 1];
type Labels = [(&'static str, String); 2];

/// Stages of a turn, in order; each is timed separately. The name is used in metrics.
#[derive(Clone, Copy, Debug, PartialEq, Eq, IntoStaticStr)]
#[strum(serialize_all = "snake_case")]
pub enum TurnStage {
    /// Way from the gateway's thread to the event handler.
    Arrive,
    /// Wait in the queue in front of the game service.
    Queue,
    /// Work of the game service, including the commit if there is one.
    Decide,
    /// Commit, until it is on disk.
    Commit,
    /// Drawing a board.
    Draw,
    /// Request to Discord and its response, including waits for rate limits.
    Send,
}

/// Kind of internal error.
#[derive(Clone, Copy, Debug, PartialEq, Eq, IntoStaticStr, VariantArray)]
#[strum(serialize_all = "snake_case")]
pub enum FaultKind {
    /// The store could not be read or written.
    Store,
    /// A record does not have the format that this program writes.
    Record,
    /// Discord did not carry out a request.
    Discord,
    /// A computer found no move.
    Computer,
    /// A picture or a file could not be created.
    Picture,
    /// A panic.
    Panic,
    /// The operating system.
    System,
}

impl FaultKind {
    /// All kinds.
    pub const ALL: &'static [Self] = Self::VARIANTS;

    /// Returns the name used in metrics and logs.
    #[must_use]
    pub fn name(self) -> &'static str {
        self.into()
    }
}

/// All metrics and the health of the bot. Clones share them.
#[derive(Clone)]
pub struct Metrics(Arc<Inner>);

struct Inner {
    registry: Registry,
    acknowledgements: Family<Label, Histogram>,
    boards: Histogram,
    stages: Family<Label, Histogram>,
    refusals: Family<Label, Counter>,
    faults: Family<Label, Counter>,
    answers: Family<Labels, Counter>,
    request_limit: Gauge,
    task_panics: Family<Label, Counter>,
    shards: Family<Label, Gauge>,
    latency: Family<Label, Gauge<f64, std::sync::atomic::AtomicU64>>,
    guilds: Gauge,
    store_bytes: Gauge,
    store_requests: Counter,
    last_backup: Gauge,
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
            request_limit: Gauge::default(),
            task_panics: Family::default(),
            shards: Family::default(),
            latency: Family::default(),
            guilds: Gauge::default(),
            store_bytes: Gauge::default(),
            store_requests: Counter::default(),
            last_backup: Gauge::default(),
            memory_bytes: Gauge::default(),
            engine: EngineMetrics::default(),
            health: Health::default(),
            registry: Registry::default(),
        };
        let build = Info::new([("version", env!("CARGO_PKG_VERSION"))]);
        registry.register("build", "The program", build);
        registry.register_with_unit(
            "acknowledgement",
            "Time from the arrival of an interaction until Discord accepts its first response",
            Unit::Seconds,
            inner.acknowledgements.clone(),
        );
        let help = "Time from a person's action until Discord accepts the board";
        registry.register_with_unit("board", help, Unit::Seconds, inner.boards.clone());
        let help = "Stages of a turn; `decide` includes `commit`";
        registry.register_with_unit("stage", help, Unit::Seconds, inner.stages.clone());
        let help = "Requests of people that were refused";
        registry.register("refusals", help, inner.refusals.clone());
        let help = "Internal errors by kind, each logged once";
        registry.register("faults", help, inner.faults.clone());
        // A counter that starts at zero shows its first increment.
        for kind in FaultKind::ALL {
            let label = [("kind", kind.name().to_owned())];
            drop(inner.faults.get_or_create(&label));
        }
        let help = "Responses of Discord to requests of the bot, by route and status";
        registry.register("answers", help, inner.answers.clone());
        let help = "Requests a second that this process may send over all routes";
        registry.register("request_limit", help, inner.request_limit.clone());
        let help = "Panics of tasks that run as long as the bot, each restarted";
        registry.register("task_panics", help, inner.task_panics.clone());
        let help = "1 if the shard is connected, 0 otherwise";
        registry.register("shard_connected", help, inner.shards.clone());
        registry.register_with_unit(
            "shard_latency",
            "Round trip of the last heartbeat of a shard",
            Unit::Seconds,
            inner.latency.clone(),
        );
        let help = "Servers the bot is on that are reachable";
        registry.register("guilds", help, inner.guilds.clone());
        let (help, size) = ("Size of the database on disk", inner.store_bytes.clone());
        registry.register_with_unit("store", help, Unit::Bytes, size);
        let help = "Requests sent to PostgreSQL, each of which takes a round trip";
        registry.register("store_requests", help, inner.store_requests.clone());
        let (help, time) = (
            "Time of the newest backup since 1970, 0 without one",
            inner.last_backup.clone(),
        );
        registry.register_with_unit("last_backup_timestamp", help, Unit::Seconds, time);
        let (help, size) = ("Memory of this process", inner.memory_bytes.clone());
        registry.register_with_unit("memory", help, Unit::Bytes, size);
        inner.engine.register(&mut registry);
        Self(Arc::new(Inner { registry, ..inner }))
    }
}

impl Metrics {
    /// Returns the health of the bot.
    #[must_use]
    pub fn health(&self) -> &Health {
        &self.0.health
    }

    /// Returns the metrics of computer players.
    #[must_use]
    pub fn engine(&self) -> &EngineMetrics {
        &self.0.engine
    }

    /// Counts an interaction by the kind of its initial response.
    pub fn acknowledged(&self, answer: &str, took: Duration) {
        let label = [("answer", answer.to_owned())];
        observe(&self.0.acknowledgements, &label, took);
    }

    /// Counts the board that a person's move or other action led to.
    pub fn shown(&self, took: Duration) {
        self.0.boards.observe(took.as_secs_f64());
    }

    /// Counts a completed stage of a turn.
    pub fn stage(&self, stage: TurnStage, took: Duration) {
        let label = [("stage", <&str>::from(stage).to_owned())];
        observe(&self.0.stages, &label, took);
    }

    /// Counts a refusal by its reason.
    pub fn refused(&self, kind: &str) {
        let label = [("kind", kind.to_owned())];
        self.0.refusals.get_or_create(&label).inc();
    }

    /// Counts an internal error.
    pub fn fault(&self, kind: FaultKind) {
        let label = [("kind", kind.name().to_owned())];
        self.0.faults.get_or_create(&label).inc();
    }

    /// Registers a task that runs as long as the bot.
    pub fn task_begins(&self, name: &'static str) {
        // A counter that starts at zero shows its first increment.
        drop(self.0.task_panics.get_or_create(&task(name)));
    }

    /// Counts a panic of a task, which is going to be restarted.
    pub fn task_broke(&self, name: &'static str) {
        self.0.task_panics.get_or_create(&task(name)).inc();
        self.0.health.note_task(name, Some(TaskState::Down));
    }

    /// Counts a response of Discord by the kind of the request's route and by its status; `None`
    /// means that there was no response.
    pub fn answered(&self, route: &str, status: Option<u16>) {
        let status = status.map_or_else(|| "none".to_owned(), |status| status.to_string());
        let labels = [("route", route.to_owned()), ("status", status)];
        self.0.answers.get_or_create(&labels).inc();
    }

    /// Records the number of requests per second that this process may send.
    pub fn request_limit(&self, per_second: u32) {
        self.0.request_limit.set(per_second.into());
    }

    /// Records the state of every shard of this process.
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

    /// Records that no shard is connected anymore; the next connection may have fewer shards.
    pub fn shards_gone(&self) {
        self.shards(&self.0.health.shards_gone());
        self.0.health.forget_shards();
    }

    /// Records that shards are about to be connected, perhaps others than before.
    pub fn shards_begin(&self) {
        self.0.shards.clear();
        self.0.latency.clear();
    }

    /// Records that a shard is no longer this process's.
    pub fn shard_gone(&self, number: u32) {
        let label = [("shard", number.to_string())];
        self.0.shards.remove(&label);
        self.0.latency.remove(&label);
        self.0.health.forget_shard(number);
    }

    /// Records the number of servers that the bot is on and that are reachable.
    pub fn guilds(&self, count: usize) {
        self.0.guilds.set(i64::try_from(count).unwrap_or(i64::MAX));
    }

    /// Notes how much space the database takes on disk.
    pub fn store_bytes(&self, bytes: u64) {
        self.0
            .store_bytes
            .set(i64::try_from(bytes).unwrap_or(i64::MAX));
    }

    /// Records the number of requests sent to the database so far.
    pub fn store_requests(&self, count: u64) {
        let requests = self.0.store_requests.inner();
        requests.store(count, Ordering::Relaxed);
    }

    /// Records the time of the newest backup, if there is one.
    pub fn last_backup(&self, time: Option<SystemTime>) {
        let since = time.and_then(|time| time.duration_since(SystemTime::UNIX_EPOCH).ok());
        let seconds = since.unwrap_or_default().as_secs();
        self.0
            .last_backup
            .set(i64::try_from(seconds).unwrap_or(i64::MAX));
    }

    /// Records the memory of the process.
    pub fn memory_bytes(&self, bytes: u64) {
        self.0
            .memory_bytes
            .set(i64::try_from(bytes).unwrap_or(i64::MAX));
    }

    /// Returns all metrics as text in the `OpenMetrics` format that Prometheus reads.
    ///
    /// # Panics
    ///
    /// Never: writing to a string does not fail.
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

fn observe(family: &Family<Label, Histogram>, label: &Label, took: Duration) {
    family.get_or_create(label).observe(took.as_secs_f64());
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::{Metrics, ShardState};

    #[test]
    fn shards_of_an_earlier_connection_are_not_listed() {
        let metrics = Metrics::default();
        let begin = |total| {
            metrics.shards_begin();
            let shards = (0..total).map(|number| ShardState {
                number,
                total,
                is_connected: true,
                latency: Some(Duration::from_millis(50)),
            });
            metrics.shards(&shards.collect::<Vec<_>>());
        };
        let is_listed = |number| {
            let label = format!("{{shard=\"{number}\"}}");
            metrics.to_text().matches(&label).count() == 2
        };
        begin(2);
        metrics.shards_gone();
        assert!(is_listed(0) && is_listed(1), "{}", metrics.to_text());
        begin(1);
        assert!(is_listed(0) && !is_listed(1), "{}", metrics.to_text());
    }
}
