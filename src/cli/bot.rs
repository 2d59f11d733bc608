//! Running the bot: folder, store, service, renderer, backups.

use std::path::Path;
use std::pin::pin;
use std::sync::Arc;
use std::time::{Duration, SystemTime};

use anyhow::{Context, bail};
use tokio::runtime::Runtime;
use tokio::time::{Instant, MissedTickBehavior};

use crate::cli::data;
use crate::cli::monitor::Monitor;
use crate::config::{self, Config, Engine};
use crate::discord::{self, Clock, Settings, Thinking};
use crate::metrics::Metrics;
use crate::service::api::rate_limit::{RateLimit, RateLimits};
use crate::service::{Limits, Service};
use crate::store::backup::{self, BackupError, Written};
use crate::store::{Backend, Folder, LiveStore, Measured, Missing, SledStore};
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
    store: Arc<Backend>,
    service: Service,
    metrics: Metrics,
    monitor: Option<Monitor>,
    thinking: Thinking,
    backup_interval: Duration,
    backups_kept: usize,
}

/// Returns the rate limits of the settings.
fn rates(config: &config::Pace) -> RateLimits {
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

impl Bot {
    /// Opens the games in a folder, or names the database at `url`, which [`Self::run`] waits for.
    pub(super) fn open(config: &Config, folder: &Path, url: Option<&str>) -> anyhow::Result<Self> {
        let folder = Folder::new(folder);
        let monitor = config.monitor.listen.map(Monitor::open).transpose()?;
        let store = if let Some(database) = data::database(config, url)? {
            database
        } else {
            // Opening logs what had to be set aside.
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
        let mut stop = pin!(stop);
        tokio::select! {
            ready = await_database(&store, &metrics) => ready?,
            () = &mut stop => return Ok(()),
        }
        let backups = tokio::spawn(keep_backups(
            Arc::clone(&store),
            folder,
            (backup_interval, backups_kept),
            metrics.clone(),
        ));
        let renderer = tokio::task::spawn_blocking(Renderer::new).await;
        let renderer = renderer.context("the pictures cannot be prepared")?;
        let stop = async {
            tokio::select! {
                () = stop => {}
                () = lost_store(&metrics, &store) => {}
            }
        };
        let running = discord::run(settings, service, renderer, thinking, clock, &metrics, stop);
        let result = Box::pin(running).await;
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
                "the games cannot be written, the log says why; the next start goes on with them, \
                 or says what to do"
            );
        }
        Ok(())
    }
}

/// Completes when the store takes no more changes or is not there any more: a new process can open
/// it again, this one cannot.
async fn lost_store(metrics: &Metrics, store: &Backend) {
    let mut ticks = tokio::time::interval(LOOK_AT_STORE);
    while !metrics.health().has_lost_store() {
        if store.folder().is_some_and(LiveStore::is_gone) {
            metrics.health().note_store_lost();
        }
        ticks.tick().await;
    }
}

/// Completes once the games can be used. A database that cannot be reached yet is waited for.
async fn await_database(store: &Arc<Backend>, metrics: &Metrics) -> anyhow::Result<()> {
    let mut last = None;
    loop {
        let store = Arc::clone(store);
        let prepared = tokio::task::spawn_blocking(move || data::prepare(&store)).await?;
        let Some(reason) = prepared? else {
            metrics.health().note_store_away(None);
            return Ok(());
        };
        metrics.health().note_store_away(Some(&reason));
        if last.as_ref() != Some(&reason) {
            tracing::error!(reason, "waiting for the database");
            last = Some(reason);
        }
        tokio::time::sleep(LOOK_AT_STORE).await;
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

async fn keep_backups(
    store: Arc<Backend>,
    folder: Folder,
    (interval, keep): (Duration, usize),
    metrics: Metrics,
) {
    let mut last_look = Instant::now();
    look_again(|rests| {
        let may_renew = last_look.elapsed() >= LOOK_FOR_ERASED;
        if may_renew {
            last_look = Instant::now();
        }
        let (store, backups) = (Arc::clone(&store), folder.backups());
        let metrics = metrics.clone();
        let looked = tokio::task::spawn_blocking(move || {
            let now = SystemTime::now();
            let Some(store) = store.folder() else {
                let due = !rests && backup::is_due(&backups, now, interval);
                return due.then(|| backup::write(&*store, &backups, now, keep));
            };
            if store.is_displaced() && !metrics.health().has_lost_store() {
                save_displaced(store, &backups);
                metrics.health().note_store_lost();
                return None;
            }
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
            let written = due.then(|| write_backup(store, &backups, now, keep));
            backup::end_request(&backups);
            if may_renew {
                renew(store);
            }
            written
        });
        async move {
            let error = match looked.await {
                Ok(Some(Ok(written))) => {
                    tracing::info!(path = %written.path.display(), records = written.records, "backup");
                    return Look::Written;
                }
                Ok(None) => return Look::Nothing,
                Ok(Some(Err(error))) => error.to_string(),
                Err(error) => error.to_string(),
            };
            tracing::error!(error, "no backup could be written");
            Look::Failed
        }
    })
    .await;
}

/// Outcome of a check for due backups.
#[derive(Clone, Copy, Debug)]
enum Look {
    Nothing,
    Written,
    Failed,
}

/// Checks for due backups at intervals. The argument of `look` is true if it should rest because
/// the last backup has just failed.
async fn look_again<F: Future<Output = Look>>(mut look: impl FnMut(bool) -> F) {
    let mut ticks = tokio::time::interval(LOOK_AT_BACKUPS);
    ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
    let mut last_failure: Option<Instant> = None;
    loop {
        ticks.tick().await;
        let rests = last_failure.is_some_and(|failure| failure.elapsed() < REST_FROM_BACKUPS);
        match look(rests).await {
            Look::Nothing => {}
            Look::Written => last_failure = None,
            Look::Failed => last_failure = Some(Instant::now()),
        }
    }
}

/// Closes the store and writes everything to a backup, because the next start would not find what
/// only this process holds.
fn save_displaced(store: &LiveStore, backups: &Path) {
    tracing::error!("the database was removed or replaced while it was in use; the bot ends");
    store.close();
    match backup::write(store, backups, SystemTime::now(), usize::MAX) {
        Ok(Written { path, records, .. }) => {
            let path = path.display();
            tracing::error!(%path, records, "everything is in this backup; restore it");
        }
        Err(error) => tracing::error!(%error, "no backup could be written"),
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
        min_move_time: millis(engine.pace_milliseconds),
        min_watched_move_time: millis(engine.watch_pace_milliseconds),
        ..Thinking::default()
    }
}

fn count(number: u32) -> usize {
    usize::try_from(number).unwrap_or(usize::MAX)
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;
    use std::future::ready;

    use tempfile::TempDir;
    use tokio::time::timeout;

    use super::*;
    use crate::store::backup::restore;
    use crate::store::{Batch, Expected, Options, Store, StoreError, Table};

    /// Numbers of attempts and checks within some time, if every backup fails.
    async fn tries_within(time: Duration) -> (u32, u32) {
        let (tries, looks) = (Cell::new(0), Cell::new(0));
        let looking = look_again(|rests| {
            looks.set(looks.get() + 1);
            if rests {
                return ready(Look::Nothing);
            }
            tries.set(tries.get() + 1);
            ready(Look::Failed)
        });
        timeout(time, looking).await.expect_err("no end of looks");
        (tries.get(), looks.get())
    }

    #[tokio::test(start_paused = true)]
    async fn backup_that_fails_is_not_tried_again_at_once() {
        let (tries, looks) = tries_within(REST_FROM_BACKUPS.saturating_sub(LOOK_AT_BACKUPS)).await;
        assert_eq!(tries, 1);
        assert!(looks > 100, "{looks}");
        let (tries, _) = tries_within(REST_FROM_BACKUPS + LOOK_AT_BACKUPS).await;
        assert_eq!(tries, 2);
    }

    #[tokio::test]
    async fn store_that_is_removed_while_in_use_ends_the_bot_and_loses_nothing() {
        type Removal = fn(&Folder) -> std::io::Result<()>;
        let removals: [Removal; 2] = [
            |folder| std::fs::remove_dir_all(folder.store()),
            |folder| std::fs::remove_dir_all(folder.path()),
        ];
        for remove in removals {
            let around = TempDir::new().expect("a temporary folder");
            let folder = Folder::new(around.path().join("data"));
            let opened = SledStore::open(&folder, Options::default()).expect("a new store");
            let store = LiveStore::new(opened.store, folder.clone(), Options::default());
            let store = Arc::new(Backend::Folder(Box::new(store)));
            let metrics = Metrics::default();
            let often = (Duration::from_secs(3_600), 7);
            let keeping = keep_backups(Arc::clone(&store), folder.clone(), often, metrics.clone());
            let keeping = tokio::spawn(keeping);
            let mut batch = Batch::new();
            batch.put(Table::Quarantine, *b"k", b"v".to_vec(), Expected::Absent);
            store.commit(batch).expect("a commit");
            remove(&folder).expect("a folder of ours");
            let lost = tokio::time::timeout(Duration::from_secs(60), lost_store(&metrics, &store));
            lost.await.expect("an end of the bot");
            keeping.abort();
            let late = store.commit(Batch::new());
            assert!(late.is_err(), "nothing is acknowledged any more");
            drop((keeping.await, store));
            restore::restore_all(&folder, Options::default(), &mut |_| {}).expect("a backup");
            let opened = SledStore::open(&folder, Options::default()).expect("a sound store");
            let stored = opened.store.get(Table::Quarantine, b"k");
            let stored = stored.expect("a readable store");
            assert_eq!(stored.map(|stored| stored.bytes), Some(b"v".to_vec()));
        }
    }

    #[tokio::test]
    async fn store_that_cannot_be_opened_again_ends_the_bot() {
        let data = TempDir::new().expect("a temporary folder");
        let folder = Folder::new(data.path());
        let opened = SledStore::open(&folder, Options::default()).expect("a new store");
        let mut batch = Batch::new();
        let erased = opened.store.commit(batch.erase_past().clone());
        erased.expect("a commit");
        // No time to read the new file, nor the old one.
        let options = Options {
            limit: Duration::ZERO,
            ..Options::default()
        };
        let store = LiveStore::new(opened.store, folder.clone(), options);
        let store = Backend::Folder(Box::new(store));
        let live = store.folder().expect("a store in a folder");
        let metrics = Metrics::default();
        let soon = Duration::from_millis(10);
        let lost = tokio::time::timeout(soon, lost_store(&metrics, &store)).await;
        assert!(lost.is_err() && !live.is_gone());
        renew(live);
        assert_eq!(store.get(Table::Games, b"k"), Err(StoreError::Gone));
        let lost = tokio::time::timeout(Duration::from_secs(60), lost_store(&metrics, &store));
        lost.await.expect("an end of the bot");
        assert!(metrics.health().has_lost_store());
        store.close();
        drop(store);
        // Another process opens it.
        let opened = SledStore::open(&folder, Options::default());
        assert_eq!(opened.expect("a sound store").lost_commits, 0);
    }
}
