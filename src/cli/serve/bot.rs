//! Bot with its store, service, renderer and monitor: opening and running.

use std::num::NonZero;
use std::path::Path;
use std::pin::pin;
use std::sync::Arc;
use std::time::{Duration, SystemTime};

use anyhow::{Context, bail};
use tokio::runtime::Runtime;

use crate::cli::data;
use crate::cli::serve::backup_schedule::{Backups, there_since};
use crate::cli::serve::monitor::Monitor;
use crate::cli::serve::store_monitor::{await_database, store_lost};
use crate::config::{self, Config, Engine};
use crate::discord::{self, Clock, PoolSettings, Settings};
use crate::metrics::Metrics;
use crate::service::api::rate_limit::{RateLimit, RateLimits};
use crate::service::{Limits, RetentionPeriods, Service};
use crate::store::{Backend, Folder, LiveStore, Measured, Missing};
use focus_render::Renderer;

/// Time that a computer's search may exceed its limit on a busy machine before it is cut off.
const SLACK: Duration = Duration::from_secs(10);

/// Time that pictures and backups in progress have to finish once the bot has stopped.
const LAST_WORK: Duration = Duration::from_secs(2);

/// Bot with its games open.
pub(super) struct OpenBot {
    store: Arc<Backend>,
    service: Service,
    metrics: Metrics,
    monitor: Option<Monitor>,
    pool: PoolSettings,
    backups: Backups,
}

impl OpenBot {
    /// Opens the games in a folder, or names the database at `url`, which [`Self::run`] waits for.
    pub(super) fn open(config: &Config, folder: &Path, url: Option<&str>) -> anyhow::Result<Self> {
        let folder = Folder::new(folder);
        let monitor = config.monitor.listen.map(Monitor::open).transpose()?;
        let store = if let Some(database) = data::database(config, url)? {
            database
        } else {
            // Opening logs the values that had to be set aside.
            let opened = data::open_folder(config, &folder, Missing::Refuse)?;
            let store = LiveStore::new(opened.store, folder.clone(), data::usual(config));
            Backend::Folder(Box::new(store))
        };
        let store = Arc::new(store);
        let limits = Limits {
            games_per_person: count(config.tables.per_person.get()),
            games_per_channel: count(config.tables.per_channel.get()),
            games_per_guild: count(config.tables.per_server.get()),
            watches_per_channel: count(config.tables.watches_per_channel.get()),
            watches_per_person: count(config.tables.watches_per_person.get()),
            watches_per_guild: count(config.tables.watches_per_server.get()),
            rates: rates(&config.pace),
            imports_per_person: count(config.tables.imports_per_person.get()),
            table_open_for: hours(config.tables.open_for_hours),
            take_back_grace: Duration::from_secs(config.tables.take_back_seconds.into()),
            retention: retention(&config.retention),
        };
        let metrics = Metrics::default();
        let measured = Measured::new(Arc::clone(&store), metrics.clone());
        let backups = Backups {
            store: Arc::clone(&store),
            folder: folder.backups(),
            interval: hours(config.data.backup_every_hours),
            kept: count(config.data.backups_kept.get()),
            since: there_since(folder.path(), SystemTime::now()),
            metrics: metrics.clone(),
        };
        Ok(Self {
            store,
            service: Service::new(Arc::new(measured), limits),
            metrics,
            monitor,
            pool: pool_settings(&config.engine),
            backups,
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
            store,
            service,
            metrics,
            monitor,
            pool,
            backups,
        } = self;
        let monitor = monitor.map(|monitor| {
            let served = monitor.serve(metrics.clone(), Arc::clone(&store));
            tokio::spawn(served)
        });
        let mut stop = pin!(stop);
        tokio::select! {
            ready = await_database(&store, &metrics) => ready?,
            () = &mut stop => return Ok(()),
        }
        let backups = tokio::spawn(backups.keep());
        let renderer = tokio::task::spawn_blocking(Renderer::new).await;
        let renderer = renderer.context("the pictures cannot be prepared")?;
        let stop = async {
            tokio::select! {
                () = stop => {}
                () = store_lost(&metrics, &store) => {}
            }
        };
        let running = discord::run(settings, service, renderer, pool, clock, &metrics, stop);
        let result = Box::pin(running).await;
        if let Some(monitor) = monitor {
            monitor.abort();
            // It was aborted; its result no longer matters.
            let _ = monitor.await;
        }
        backups.abort();
        // It has released the store then, except to a backup in progress, which has `LAST_WORK`.
        let _ = backups.await;
        tokio::task::spawn_blocking(move || store.close()).await?;
        result?;
        if metrics.health().has_lost_store() {
            bail!(
                "the games cannot be written, the log says why; the next start continues with \
                 them, or says what to do"
            );
        }
        Ok(())
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

/// Returns the retention periods of the settings.
fn retention(config: &config::Retention) -> RetentionPeriods {
    RetentionPeriods {
        closed_tables: days(config.closed_tables_days),
        idle_games: days(config.idle_games_days),
        idle_notice: days(config.idle_notice_days).unwrap_or_default(),
        left_servers: days(config.left_servers_days),
        audit_entries: days(config.audit_entries_days),
    }
}

/// Returns a number of days; `None` for 0, which means never.
fn days(number: u32) -> Option<Duration> {
    let length = Duration::from_secs(u64::from(number) * 24 * 3600);
    (number > 0).then_some(length)
}

fn hours(number: NonZero<u32>) -> Duration {
    Duration::from_secs(u64::from(number.get()) * 3600)
}

/// Returns the rate limits of the settings.
fn rates(config: &config::RateLimitSettings) -> RateLimits {
    RateLimits {
        acts: RateLimit {
            person: config.acts_per_person.get(),
            channel: config.acts_per_channel.get(),
            guild: config.acts_per_server.get(),
        },
        imports: RateLimit {
            person: config.imports_per_person.get(),
            channel: config.imports_per_channel.get(),
            guild: config.imports_per_server.get(),
        },
    }
}

/// Returns the settings of the computer players.
fn pool_settings(engine: &Engine) -> PoolSettings {
    let millis = |millis: u32| Duration::from_millis(u64::from(millis));
    PoolSettings {
        threads: count(engine.threads.get()),
        hash_mib: count(engine.hash_mib.get()),
        time: millis(engine.think_milliseconds.get()),
        longest: millis(engine.think_milliseconds.get()) * 4 + SLACK,
        min_move_time: millis(engine.pace_milliseconds),
        min_watched_move_time: millis(engine.watch_pace_milliseconds),
        ..PoolSettings::default()
    }
}

fn count(number: u32) -> usize {
    usize::try_from(number).unwrap_or(usize::MAX)
}
