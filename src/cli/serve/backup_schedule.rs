//! Backups of a running bot, and rewriting of its database to save space or after data was erased.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, SystemTime};

use tokio::time::{Instant, MissedTickBehavior};

use crate::metrics::Metrics;
use crate::store::backup::{self, BackupError, Written};
use crate::store::folder;
use crate::store::{Backend, LiveStore, SledStore, StoreError};

/// Interval of checks whether a backup is due or requested by `focusbot backup`.
const BACKUP_CHECK: Duration = Duration::from_secs(1);

/// Interval of checks whether the database must be rewritten because data was erased, or can be to
/// save space; commits wait during a rewrite.
const REWRITE_CHECK: Duration = Duration::from_secs(6 * 3600);

/// Backup interval after a person's data was erased. The second backup removes the older part of
/// the journal, so that the data is gone within a day.
const BACKUP_AFTER_ERASURE: Duration = Duration::from_secs(11 * 3600);

/// Pause after a failed backup, unless a backup is requested.
const PAUSE_AFTER_FAILURE: Duration = Duration::from_secs(300);

/// Backups of a running bot's store, and its rewriting.
#[derive(Clone)]
pub(super) struct Backups {
    pub(super) store: Arc<Backend>,
    pub(super) folder: PathBuf,
    pub(super) interval: Duration,
    /// Number of backups kept.
    pub(super) kept: usize,
    /// Time since which the data folder is there, as [`there_since`] returns it.
    pub(super) since: SystemTime,
    pub(super) metrics: Metrics,
}

impl Backups {
    /// Writes backups when they are due or requested. Never completes.
    pub(super) async fn keep(self) {
        check_repeatedly(|last, may_rewrite| {
            let backups = self.clone();
            let check = tokio::task::spawn_blocking(move || backups.check(last, may_rewrite));
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

    /// Writes a backup if one is requested, or due and the last one has not just failed. Returns
    /// `None` if there was nothing to do.
    fn check(&self, last: LastBackup, may_rewrite: bool) -> Option<Result<Written, BackupError>> {
        let now = SystemTime::now();
        let newest = backup::newest_time(&self.folder, now);
        self.metrics.last_backup(newest);
        let pauses = last == LastBackup::JustFailed;
        let Some(store) = self.store.folder() else {
            // The folder of a new pod is empty; not every start should read the whole database.
            let last = newest.unwrap_or(self.since);
            let age = now.duration_since(last).unwrap_or_default();
            return (!pauses && age >= self.interval).then(|| self.write(now));
        };
        if store.is_displaced() && !self.metrics.health().has_lost_store() {
            save_displaced(store, &self.folder);
            self.metrics.health().note_store_lost();
            return None;
        }
        let requested = backup::take_request(&self.folder);
        let due = requested || (!pauses && self.is_due(store, now));
        let written = due.then(|| self.write_and_trim(store, now, last));
        backup::end_request(&self.folder);
        if may_rewrite {
            rewrite_if_needed(store);
        }
        written
    }

    /// Writes a backup and removes the part of the journal that is no longer needed.
    fn write_and_trim(
        &self,
        store: &LiveStore,
        now: SystemTime,
        last: LastBackup,
    ) -> Result<Written, BackupError> {
        // Otherwise, every failure would leave one more file of the journal.
        if last == LastBackup::Written {
            store.with(SledStore::turn_journal_over)?;
        }
        let written = self.write(now)?;
        if let Err(error) = store.with(|store| store.trim_journal(&self.folder, self.kept))? {
            tracing::warn!(%error, "the journal keeps more than it needs to");
        }
        Ok(written)
    }

    /// Writes a backup if there is space for it.
    fn write(&self, now: SystemTime) -> Result<Written, BackupError> {
        backup::check_free_space(&self.folder)?;
        backup::write(self.store.as_store(), &self.folder, now, self.kept)
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

/// Returns the time when a data folder was made or last changed; makes it if necessary. A restart
/// does not change that time, so that a process that never runs for a whole interval writes backups
/// as well.
pub(super) fn there_since(data: &Path, now: SystemTime) -> SystemTime {
    // If it cannot be made, the first backup reports why.
    let _ = folder::make(data);
    let changed = fs::metadata(data).and_then(|found| found.modified());
    // The clock may have been set back.
    changed.map_or(now, |changed| changed.min(now))
}

/// Outcome of a check for due backups.
#[derive(Clone, Copy, Debug)]
enum Check {
    NotDue,
    Written,
    Failed,
}

/// Outcome of the last attempt to write a backup.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum LastBackup {
    /// It was written, or there was no attempt yet.
    Written,
    /// It failed, and a pause follows.
    JustFailed,
    /// It failed, and the pause is over.
    Failed,
}

/// Calls `check` at intervals, with the outcome of the last backup and whether the database may be
/// rewritten. Never completes.
async fn check_repeatedly<F: Future<Output = Check>>(mut check: impl FnMut(LastBackup, bool) -> F) {
    let mut ticks = tokio::time::interval(BACKUP_CHECK);
    ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
    let mut last_failure: Option<Instant> = None;
    let mut last_rewrite_check = Instant::now();
    loop {
        ticks.tick().await;
        let last = match last_failure {
            None => LastBackup::Written,
            Some(failure) if failure.elapsed() < PAUSE_AFTER_FAILURE => LastBackup::JustFailed,
            Some(_) => LastBackup::Failed,
        };
        let may_rewrite = last_rewrite_check.elapsed() >= REWRITE_CHECK;
        if may_rewrite {
            last_rewrite_check = Instant::now();
        }
        match check(last, may_rewrite).await {
            Check::NotDue => {}
            Check::Written => last_failure = None,
            Check::Failed => last_failure = Some(Instant::now()),
        }
    }
}

/// Closes the store and writes everything to a backup, because the next start would not find the
/// data that only this process holds.
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

/// Rewrites the database if it may still contain traces of erased data, or takes too much space.
fn rewrite_if_needed(store: &LiveStore) {
    let is_needed =
        |store: &SledStore| Ok::<_, StoreError>(store.has_traces()? || store.is_bloated()?);
    match store.with(is_needed) {
        Ok(Ok(false)) => return,
        Ok(Ok(true)) => {}
        Ok(Err(error)) | Err(error) => {
            tracing::error!(%error, "the database cannot be rewritten");
            return;
        }
    }
    match store.renew() {
        Ok(()) => tracing::info!("the database has been rewritten"),
        Err(error) => {
            tracing::error!(%error, "erased data and unused space stay in the database for now");
        }
    }
}

#[cfg(test)]
mod tests;
