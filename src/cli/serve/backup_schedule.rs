//! Backups of a running bot: when one is due, and the database rewritten after data was erased.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, SystemTime};

use tokio::time::{Instant, MissedTickBehavior};

use crate::metrics::Metrics;
use crate::store::backup::{self, BackupError, Written};
use crate::store::{Backend, LiveStore, SledStore};

/// Interval of checks whether a backup is due or requested by `focusbot backup`.
const BACKUP_CHECK: Duration = Duration::from_secs(1);

/// Interval of checks whether the database must be rewritten because data was erased; commits wait
/// during a rewrite.
const ERASURE_CHECK: Duration = Duration::from_secs(6 * 3600);

/// Backup interval after a person's data was erased. The second backup removes the older part of
/// the journal, so that the data is gone within a day.
const BACKUP_AFTER_ERASURE: Duration = Duration::from_secs(11 * 3600);

/// Pause after a failed backup, unless a backup is requested.
const PAUSE_AFTER_FAILURE: Duration = Duration::from_secs(300);

/// Backups of a running bot's store, and its rewriting after data was erased.
#[derive(Clone)]
pub(super) struct Backups {
    pub(super) store: Arc<Backend>,
    pub(super) folder: PathBuf,
    pub(super) interval: Duration,
    /// Number of backups kept.
    pub(super) kept: usize,
    pub(super) metrics: Metrics,
}

impl Backups {
    /// Writes backups when they are due or requested. Never completes.
    pub(super) async fn keep(self) {
        let mut last_erasure_check = Instant::now();
        check_repeatedly(|pauses| {
            let may_rewrite = last_erasure_check.elapsed() >= ERASURE_CHECK;
            if may_rewrite {
                last_erasure_check = Instant::now();
            }
            let backups = self.clone();
            let check = tokio::task::spawn_blocking(move || backups.check(pauses, may_rewrite));
            async move {
                let error = match check.await {
                    Ok(Some(Ok(Written { path, records, .. }))) => {
                        tracing::info!(path = %path.display(), records, "backup");
                        return Check::Written;
                    }
                    Ok(None) => return Check::NotDue,
                    Ok(Some(Err(error))) => error.to_string(),
                    Err(error) => error.to_string(),
                };
                tracing::error!(error, "no backup could be written");
                Check::Failed
            }
        })
        .await;
    }

    /// Writes a backup if one is requested, or due and this does not pause. Returns `None` if
    /// there was nothing to do.
    fn check(&self, pauses: bool, may_rewrite: bool) -> Option<Result<Written, BackupError>> {
        let now = SystemTime::now();
        let Some(store) = self.store.folder() else {
            let due = !pauses && backup::is_due(&self.folder, now, self.interval);
            return due.then(|| backup::write(&*self.store, &self.folder, now, self.kept));
        };
        if store.is_displaced() && !self.metrics.health().has_lost_store() {
            save_displaced(store, &self.folder);
            self.metrics.health().note_store_lost();
            return None;
        }
        let requested = backup::take_request(&self.folder);
        let due = requested || (!pauses && self.is_due(store, now));
        let written = due.then(|| write_backup(store, &self.folder, now, self.kept));
        backup::end_request(&self.folder);
        if may_rewrite {
            rewrite_if_erased(store);
        }
        written
    }

    fn is_due(&self, store: &LiveStore, now: SystemTime) -> bool {
        // If there is no store, writing the backup reports that.
        let has_erased = store.with(SledStore::has_erased).unwrap_or(false);
        let interval = if has_erased {
            self.interval.min(BACKUP_AFTER_ERASURE)
        } else {
            self.interval
        };
        let wants_backup = || store.with(|store| store.wants_backup(&self.folder));
        backup::is_due(&self.folder, now, interval) || wants_backup().unwrap_or(true)
    }
}

/// Outcome of a check for due backups.
#[derive(Clone, Copy, Debug)]
enum Check {
    NotDue,
    Written,
    Failed,
}

/// Checks for due backups at intervals. The argument of `check` is true during the pause after a
/// failure.
async fn check_repeatedly<F: Future<Output = Check>>(mut check: impl FnMut(bool) -> F) {
    let mut ticks = tokio::time::interval(BACKUP_CHECK);
    ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
    let mut last_failure: Option<Instant> = None;
    loop {
        ticks.tick().await;
        let pauses = last_failure.is_some_and(|failure| failure.elapsed() < PAUSE_AFTER_FAILURE);
        match check(pauses).await {
            Check::NotDue => {}
            Check::Written => last_failure = None,
            Check::Failed => last_failure = Some(Instant::now()),
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
fn rewrite_if_erased(store: &LiveStore) {
    match store.with(SledStore::has_traces) {
        Ok(Ok(false)) => return,
        Ok(Ok(true)) => {}
        Ok(Err(error)) | Err(error) => {
            tracing::error!(%error, "the database cannot be rewritten");
            return;
        }
    }
    match store.renew() {
        Ok(()) => tracing::info!("erased data has been removed from the database file"),
        Err(error) => tracing::error!(%error, "erased data stays in the database file for now"),
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

#[cfg(test)]
mod tests {
    use std::cell::Cell;
    use std::future::ready;

    use tempfile::TempDir;
    use tokio::time::timeout;

    use super::*;
    use crate::cli::serve::store_monitor::store_lost;
    use crate::store::backup::restore;
    use crate::store::{Batch, Expected, Folder, Options, Store, StoreError, Table};

    /// Returns the numbers of attempted backups, each of which fails, and of checks in some time.
    async fn attempts_within(time: Duration) -> (u32, u32) {
        let (attempts, checks) = (Cell::new(0), Cell::new(0));
        let checking = check_repeatedly(|pauses| {
            checks.set(checks.get() + 1);
            if pauses {
                return ready(Check::NotDue);
            }
            attempts.set(attempts.get() + 1);
            ready(Check::Failed)
        });
        timeout(time, checking).await.expect_err("no end of checks");
        (attempts.get(), checks.get())
    }

    #[tokio::test(start_paused = true)]
    async fn backup_that_fails_is_not_tried_again_at_once() {
        let (attempts, checks) =
            attempts_within(PAUSE_AFTER_FAILURE.saturating_sub(BACKUP_CHECK)).await;
        assert_eq!(attempts, 1);
        assert!(checks > 100, "{checks}");
        let (attempts, _) = attempts_within(PAUSE_AFTER_FAILURE + BACKUP_CHECK).await;
        assert_eq!(attempts, 2);
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
            let backups = Backups {
                store: Arc::clone(&store),
                folder: folder.backups(),
                interval: Duration::from_secs(3_600),
                kept: 7,
                metrics: metrics.clone(),
            };
            let keeping = tokio::spawn(backups.keep());
            let mut batch = Batch::new();
            batch.put(Table::Quarantine, *b"k", b"v".to_vec(), Expected::Absent);
            store.commit(batch).expect("a commit");
            remove(&folder).expect("a folder of ours");
            let lost = tokio::time::timeout(Duration::from_secs(60), store_lost(&metrics, &store));
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
        let lost = tokio::time::timeout(soon, store_lost(&metrics, &store)).await;
        assert!(lost.is_err() && !live.is_gone());
        rewrite_if_erased(live);
        assert_eq!(store.get(Table::Games, b"k"), Err(StoreError::Gone));
        let lost = tokio::time::timeout(Duration::from_secs(60), store_lost(&metrics, &store));
        lost.await.expect("an end of the bot");
        assert!(metrics.health().has_lost_store());
        store.close();
        drop(store);
        // Another process opens it.
        let opened = SledStore::open(&folder, Options::default());
        assert_eq!(opened.expect("a sound store").lost_commits, 0);
    }
}
