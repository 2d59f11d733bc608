//! Running the bot: folder, store, service, renderer, backups.

use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant, SystemTime};

use anyhow::{Context, bail};
use tokio::runtime::Runtime;
use tokio::time::MissedTickBehavior;

use crate::cli::data;
use crate::cli::monitor::Monitor;
use crate::config::{self, Config, Engine};
use crate::discord::{self, Clock, Settings, Thinking};
use crate::metrics::Metrics;
use crate::service::api::rate_limit::{PaceLimit, PaceLimits};
use crate::service::{Limits, Service};
use crate::store::backup::{self, BackupError, Written};
use crate::store::{Folder, LiveStore, Measured, Missing, SledStore};
use focus_render::Renderer;

/// Time that a computer's search may exceed its limit on a busy machine before it is cut off.
const SLACK: Duration = Duration::from_secs(10);

/// Interval of checks whether the store can still be written.
const LOOK_AT_STORE: Duration = Duration::from_secs(1);

/// Interval of checks whether a backup is due or requested by `focusbot backup`.
const LOOK_AT_BACKUPS: Duration = Duration::from_secs(1);

/// Interval of checks whether the database must be rewritten because data was erased; commits wait
/// during a rewrite.
const LOOK_FOR_ERASED: Duration = Duration::from_secs(6 * 3600);

/// Backup interval after a person's data was erased. The second backup removes the older part of
/// the journal, so that the data is gone within a day.
const BACKUP_AFTER_ERASURE: Duration = Duration::from_secs(11 * 3600);

/// Pause after a failed backup, unless a backup is requested.
const REST_FROM_BACKUPS: Duration = Duration::from_secs(300);

/// Time that pictures and backups in progress have to finish once the bot has stopped.
const LAST_WORK: Duration = Duration::from_secs(2);

/// Bot with its games open.
pub(super) struct Bot {
    folder: Folder,
    store: Arc<LiveStore>,
    service: Service,
    metrics: Metrics,
    monitor: Option<Monitor>,
    thinking: Thinking,
    backup_interval: Duration,
    backups_kept: usize,
}

/// Returns the rate limits of the settings.
fn pace(config: &config::Pace) -> PaceLimits {
    PaceLimits {
        acts: PaceLimit {
            person: config.acts_per_person.get(),
            channel: config.acts_per_channel.get(),
            guild: config.acts_per_server.get(),
        },
        imports: PaceLimit {
            person: config.imports_per_person.get(),
            channel: config.imports_per_channel.get(),
            guild: config.imports_per_server.get(),
        },
    }
}

impl Bot {
    /// Opens the games in a folder.
    pub(super) fn open(config: &Config, folder: &Path) -> anyhow::Result<Self> {
        let folder = Folder::new(folder);
        let monitor = config.monitor.listen.map(Monitor::open).transpose()?;
        // Opening logs what had to be set aside.
        let opened = data::open_folder(config, &folder, Missing::Refuse)?;
        let store = LiveStore::new(opened.store, folder.clone(), data::usual(config));
        let store = Arc::new(store);
        let limits = Limits {
            games_per_person: count(config.tables.per_person.get()),
            games_per_channel: count(config.tables.per_channel.get()),
            games_per_guild: count(config.tables.per_server.get()),
            watches_per_channel: count(config.tables.watches_per_channel.get()),
            watches_per_person: count(config.tables.watches_per_person.get()),
            watches_per_guild: count(config.tables.watches_per_server.get()),
            pace: pace(&config.pace),
            imports_per_person: count(config.tables.imports_per_person.get()),
            table_open_for: config.tables.open_for(),
            take_back_grace: config.tables.take_back_grace(),
        };
        let metrics = Metrics::default();
        let measured = Measured::new(Arc::clone(&store), metrics.clone());
        Ok(Self {
            folder,
            store,
            service: Service::new(Arc::new(measured), limits),
            metrics,
            monitor,
            thinking: thinking(&config.engine),
            backup_interval: config.data.backup_interval(),
            backups_kept: count(config.data.backups_kept.get()),
        })
    }

    /// Runs until `stop`, then finishes the work in progress and closes the games.
    pub(super) async fn run(
        self,
        settings: &Settings,
        clock: Clock,
        stop: impl Future<Output = ()>,
    ) -> anyhow::Result<()> {
        let Self {
            folder,
            store,
            service,
            metrics,
            monitor,
            thinking,
            backup_interval,
            backups_kept,
        } = self;
        let monitor = monitor.map(|monitor| {
            let served = monitor.serve(metrics.clone(), Arc::clone(&store));
            tokio::spawn(served)
        });
        let backups = tokio::spawn(keep_backups(
            Arc::clone(&store),
            folder,
            backup_interval,
            backups_kept,
        ));
        let renderer = tokio::task::spawn_blocking(Renderer::new).await;
        let renderer = renderer.context("the pictures cannot be prepared")?;
        let stop = async {
            tokio::select! {
                () = stop => {}
                () = lost_store(&metrics) => {}
            }
        };
        let result =
            discord::run(settings, service, renderer, thinking, clock, &metrics, stop).await;
        if let Some(monitor) = monitor {
            monitor.abort();
            // It was aborted; its result no longer matters.
            let _ = monitor.await;
        }
        backups.abort();
        // Aborting does not interrupt a blocking thread, so wait for a backup in progress.
        let _ = backups.await;
        tokio::task::spawn_blocking(move || store.close()).await?;
        result?;
        if metrics.health().has_lost_store() {
            bail!(
                "the games cannot be written, the log says why; the next start goes on with them"
            );
        }
        Ok(())
    }
}

/// Completes when the store accepts no more changes. A new process can reopen it, this one cannot.
async fn lost_store(metrics: &Metrics) {
    let mut ticks = tokio::time::interval(LOOK_AT_STORE);
    while !metrics.health().has_lost_store() {
        ticks.tick().await;
    }
}

/// Completes on Ctrl-C and, on Unix, on SIGTERM.
pub(super) async fn told_to_stop() {
    #[cfg(unix)]
    {
        use tokio::signal::unix::{SignalKind, signal};
        if let Ok(mut terminate) = signal(SignalKind::terminate()) {
            tokio::select! {
                _ = terminate.recv() => {}
                _ = tokio::signal::ctrl_c() => {}
            }
            return;
        }
    }
    // Without signals, the process can still be killed, which loses nothing.
    if tokio::signal::ctrl_c().await.is_err() {
        std::future::pending::<()>().await;
    }
}

/// Shuts down drawing and writing in progress; no data on disk depends on it.
pub(super) fn end(runtime: Runtime) {
    runtime.shutdown_timeout(LAST_WORK);
}

async fn keep_backups(store: Arc<LiveStore>, folder: Folder, interval: Duration, keep: usize) {
    let mut ticks = tokio::time::interval(LOOK_AT_BACKUPS);
    ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
    let mut last_failure: Option<Instant> = None;
    let mut last_look = Instant::now();
    loop {
        ticks.tick().await;
        let may_renew = last_look.elapsed() >= LOOK_FOR_ERASED;
        if may_renew {
            last_look = Instant::now();
        }
        let (store, backups) = (Arc::clone(&store), folder.backups());
        let rests = last_failure.is_some_and(|failure| failure.elapsed() < REST_FROM_BACKUPS);
        let written = tokio::task::spawn_blocking(move || {
            let now = SystemTime::now();
            // If there is no store, writing the backup reports that.
            let has_erased = store.with(SledStore::has_erased).unwrap_or(false);
            let interval = if has_erased {
                interval.min(BACKUP_AFTER_ERASURE)
            } else {
                interval
            };
            let wants_backup = || {
                store
                    .with(|store| store.wants_backup(&backups))
                    .unwrap_or(true)
            };
            let is_due = || backup::is_due(&backups, now, interval) || wants_backup();
            let due = backup::take_request(&backups) || (!rests && is_due());
            let written = due.then(|| write_backup(&store, &backups, now, keep));
            backup::end_request(&backups);
            if may_renew {
                renew(&store);
            }
            written
        });
        match written.await {
            Ok(Some(Ok(written))) => {
                tracing::info!(path = %written.path.display(), records = written.records, "backup");
                last_failure = None;
                continue;
            }
            Ok(None) => continue,
            Ok(Some(Err(error))) => tracing::error!(%error, "no backup could be written"),
            Err(error) => tracing::error!(%error, "no backup could be written"),
        }
        last_failure = Some(Instant::now());
    }
}

/// Rewrites the database if it may still contain traces of erased data.
fn renew(store: &LiveStore) {
    match store.with(SledStore::has_traces) {
        Ok(Ok(false)) => return,
        Ok(Ok(true)) => {}
        Ok(Err(error)) | Err(error) => {
            tracing::error!(%error, "the database cannot be written anew");
            return;
        }
    }
    match store.renew() {
        Ok(()) => tracing::info!("what was erased has left the database"),
        Err(error) => tracing::error!(%error, "what was erased stays in the database for now"),
    }
}

/// Writes a backup and removes the part of the journal that is no longer needed.
fn write_backup(
    store: &LiveStore,
    backups: &Path,
    now: SystemTime,
    keep: usize,
) -> Result<Written, BackupError> {
    store.with(SledStore::turn_journal_over)?;
    let written = backup::write(store, backups, now, keep)?;
    if let Err(error) = store.with(|store| store.trim_journal(backups, keep))? {
        tracing::warn!(%error, "the journal keeps more than it needs to");
    }
    Ok(written)
}

fn thinking(engine: &Engine) -> Thinking {
    let millis = |millis: u32| Duration::from_millis(u64::from(millis));
    Thinking {
        threads: count(engine.threads.get()),
        hash_mib: count(engine.hash_mib.get()),
        time: millis(engine.think_milliseconds.get()),
        longest: millis(engine.think_milliseconds.get()) * 4 + SLACK,
        pace: millis(engine.pace_milliseconds),
        watch_pace: millis(engine.watch_pace_milliseconds),
        ..Thinking::default()
    }
}

fn count(number: u32) -> usize {
    usize::try_from(number).unwrap_or(usize::MAX)
}
