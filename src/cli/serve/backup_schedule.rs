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

/// Returns the time since which a data folder is there; it is made if need be. A restart does not
/// change that time, so that a process that never runs for a whole interval writes backups as well.
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
mod tests {
    use std::cell::Cell;
    use std::future::ready;

    use tempfile::TempDir;
    use tokio::time::timeout;

    use super::*;
    use crate::cli::serve::store_monitor::store_lost;
    use crate::store::backup::restore;
    use crate::store::records::KINDS;
    use crate::store::records::envelope::Envelope;
    use crate::store::{Batch, Expected, Folder, Key, Options, Store, Table, when_free};

    /// Returns the number of attempted backups, all of which fail, and of checks within `time`.
    async fn attempts_within(time: Duration) -> (u32, u32) {
        let (attempts, checks) = (Cell::new(0), Cell::new(0));
        let checking = check_repeatedly(|last, _| {
            checks.set(checks.get() + 1);
            if last == LastBackup::JustFailed {
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

    #[tokio::test(start_paused = true)]
    async fn database_may_be_rewritten_every_six_hours() {
        let rewrites = Cell::new(0);
        let checking = check_repeatedly(|_, may_rewrite| {
            rewrites.set(rewrites.get() + u32::from(may_rewrite));
            ready(Check::NotDue)
        });
        let day = Duration::from_secs(24 * 3_600 + 60);
        timeout(day, checking).await.expect_err("no end of checks");
        assert_eq!(rewrites.get(), 4);
    }

    /// Returns the backups of a new store.
    fn backups_of(folder: &Folder) -> Backups {
        let opened = SledStore::open(folder, Options::default()).expect("a new store");
        let store = LiveStore::new(opened.store, folder.clone(), Options::default());
        Backups {
            store: Arc::new(Backend::Folder(Box::new(store))),
            folder: folder.backups(),
            interval: Duration::from_secs(3_600),
            kept: 7,
            since: SystemTime::now(),
            metrics: Metrics::default(),
        }
    }

    #[cfg(unix)]
    #[test]
    fn backup_that_would_fill_the_disk_is_not_begun() {
        let data = TempDir::new().expect("a temporary folder");
        let folder = Folder::new(data.path());
        let backups = backups_of(&folder);
        fs::create_dir_all(folder.backups()).expect("a new folder");
        let newest = folder
            .backups()
            .join("focusbot-2026-08-30T12-00-00-000Z.jsonl");
        let file = fs::File::create(newest).expect("a file");
        // Larger than the free space, but takes up none itself.
        let disk = rustix::fs::statvfs(data.path()).expect("figures");
        let size = disk.f_blocks.saturating_mul(disk.f_frsize) + 1;
        file.set_len(size).expect("a file with a hole");
        let remains = folder
            .backups()
            .join("focusbot-2026-08-31T12-00-00-000Z.unfinished");
        fs::write(&remains, "x").expect("a file");
        let written = backups.check(LastBackup::Written, false);
        let error = written.expect("an attempt").expect_err("too little space");
        assert!(matches!(error, BackupError::NoSpace { .. }), "{error}");
        assert!(!remains.exists(), "they take space");
        let files = fs::read_dir(folder.backups()).expect("a folder");
        assert_eq!(files.count(), 1);
    }

    #[test]
    fn backups_that_fail_do_not_each_leave_a_file_of_the_journal() {
        let data = TempDir::new().expect("a temporary folder");
        let folder = Folder::new(data.path());
        let backups = backups_of(&folder);
        fs::write(folder.backups(), "in the way").expect("a file");
        let mut last = LastBackup::Written;
        for _ in 0..9 {
            let mut batch = Batch::new();
            batch.put(Table::Quarantine, *b"k", b"v".to_vec(), Expected::Any);
            backups.store.as_store().commit(batch).expect("a commit");
            let written = backups.check(last, false);
            written.expect("an attempt").expect_err("a file in the way");
            last = LastBackup::Failed;
        }
        let segments = fs::read_dir(folder.journal()).expect("a journal").count();
        assert!(segments <= 2, "{segments}");
    }

    #[test]
    fn erased_data_leaves_the_journal_within_a_day_however_rare_backups_are() {
        let data = TempDir::new().expect("a temporary folder");
        let backups = Backups {
            interval: Duration::from_secs(7 * 24 * 3_600),
            ..backups_of(&Folder::new(data.path()))
        };
        let store = backups.store.folder().expect("a store in a folder");
        let begun = SystemTime::now();
        let after = |hours: u64| begun + Duration::from_secs(hours * 3_600);
        backups.write(begun).expect("a backup");
        assert!(!backups.is_due(store, after(12)));
        let mut batch = Batch::new();
        let erased = store.commit(batch.erase_past().clone());
        erased.expect("a commit");
        assert!(!backups.is_due(store, after(10)));
        for hours in [12, 24] {
            assert!(backups.is_due(store, after(hours)), "{hours}");
            let written = backups.write_and_trim(store, after(hours), LastBackup::Written);
            written.expect("a backup");
        }
        assert_eq!(store.with(SledStore::has_erased), Ok(false));
        assert!(!backups.is_due(store, after(36)));
    }

    #[cfg(feature = "postgres")]
    #[test]
    fn first_backup_of_a_database_is_due_an_interval_after_its_folder_was_made() {
        use crate::store::postgres::{DatabaseUrl, Options as Access, PostgresStore};

        let data = TempDir::new().expect("a temporary folder");
        let url: Result<DatabaseUrl, _> = "postgres://focusbot@127.0.0.1:1/focusbot".parse();
        let store = PostgresStore::new(Access::new(url.expect("an address")));
        let backups = Backups {
            store: Arc::new(Backend::Postgres(store.expect("threads"))),
            ..backups_of(&Folder::new(data.path()))
        };
        assert!(backups.check(LastBackup::Written, false).is_none());
        let earlier = Backups {
            since: backups.since - backups.interval,
            ..backups
        };
        let written = earlier.check(LastBackup::Written, false);
        let error = written.expect("an attempt").expect_err("no database there");
        assert!(matches!(error, BackupError::Store(_)), "{error}");
    }

    #[test]
    fn restart_does_not_change_since_when_a_folder_is_there() {
        let around = TempDir::new().expect("a temporary folder");
        let data = around.path().join("data");
        let later = SystemTime::now() + Duration::from_secs(3_600);
        let since = there_since(&data, later);
        assert!(data.is_dir() && since < later);
        assert_eq!(there_since(&data, later), since);
        let earlier = since - Duration::from_secs(60);
        assert_eq!(there_since(&data, earlier), earlier);
    }

    #[test]
    fn time_of_the_newest_backup_is_told() {
        let data = TempDir::new().expect("a temporary folder");
        let backups = backups_of(&Folder::new(data.path()));
        let told = || {
            let name = "focusbot_last_backup_timestamp_seconds ";
            let text = backups.metrics.to_text();
            let time = text.lines().find_map(|line| line.strip_prefix(name));
            time.map(str::to_owned)
        };
        let written = backups.check(LastBackup::Written, false);
        assert!(matches!(written, Some(Ok(_))), "{written:?}");
        assert_eq!(told().as_deref(), Some("0"), "there was none yet");
        assert!(backups.check(LastBackup::Written, false).is_none());
        let time = told().and_then(|time| time.parse::<u64>().ok());
        assert!(time.is_some_and(|time| time > 0), "{time:?}");
    }

    #[test]
    fn file_that_has_grown_far_beyond_its_content_is_rewritten_in_use() {
        let data = TempDir::new().expect("a temporary folder");
        let folder = Folder::new(data.path());
        let backups = backups_of(&folder);
        for bytes in [Some(vec![7; 4_000]), None] {
            for group in 0..48 {
                let mut batch = Batch::new();
                for number in 0..250 {
                    let key = Key::new().u32(group).u32(number);
                    match bytes.clone() {
                        Some(bytes) => batch.put(Table::Quarantine, key, bytes, Expected::Any),
                        None => batch.delete(Table::Quarantine, key, Expected::Any),
                    };
                }
                backups.store.as_store().commit(batch).expect("a commit");
            }
        }
        backups.check(LastBackup::JustFailed, true);
        let file = fs::metadata(folder.store().join("db")).expect("the data file");
        assert!(file.len() < 32 << 20, "{}", file.len());
        let key = Key::new().u32(0).u32(0);
        let left = backups.store.as_store().get(Table::Quarantine, &key);
        assert_eq!(left, Ok(None));
    }

    #[tokio::test]
    async fn store_that_is_removed_while_in_use_ends_the_bot_and_loses_nothing() {
        type Removal = fn(&Folder) -> std::io::Result<()>;
        let removals: [Removal; 2] = [
            |folder| fs::remove_dir_all(folder.store()),
            |folder| fs::remove_dir_all(folder.path()),
        ];
        for remove in removals {
            let around = TempDir::new().expect("a temporary folder");
            let folder = Folder::new(around.path().join("data"));
            let backups = backups_of(&folder);
            let Backups { store, metrics, .. } = backups.clone();
            let keeping = tokio::spawn(backups.keep());
            let mut batch = Batch::new();
            batch.put(Table::Quarantine, *b"k", b"v".to_vec(), Expected::Absent);
            store.as_store().commit(batch).expect("a commit");
            remove(&folder).expect("a folder of ours");
            let lost = tokio::time::timeout(Duration::from_secs(60), store_lost(&metrics, &store));
            lost.await.expect("an end of the bot");
            keeping.abort();
            let late = store.as_store().commit(Batch::new());
            assert!(late.is_err(), "nothing is acknowledged any more");
            drop((keeping.await, store));
            restore::restore_all(&folder, Options::default(), &mut |_| {}).expect("a backup");
            let opened = when_free(|| SledStore::open(&folder, Options::default()));
            let opened = opened.expect("a sound store");
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
        // A record of a newer program keeps this program from opening the new file as well as the
        // old one.
        let (schema, payload) = (u16::MAX, b"{}");
        let bytes = Envelope { schema, payload }.to_bytes();
        batch.put(Table::Players, *b"k", bytes, Expected::Absent);
        let erased = opened.store.commit(batch.erase_past().clone());
        erased.expect("a commit");
        let options = Options {
            kinds: KINDS,
            ..Options::default()
        };
        let store = LiveStore::new(opened.store, folder.clone(), options);
        let store = Backend::Folder(Box::new(store));
        let live = store.folder().expect("a store in a folder");
        let metrics = Metrics::default();
        let soon = Duration::from_millis(10);
        let lost = tokio::time::timeout(soon, store_lost(&metrics, &store)).await;
        assert!(lost.is_err() && !live.is_gone());
        rewrite_if_needed(live);
        assert_eq!(live.get(Table::Games, b"k"), Err(StoreError::Gone));
        let lost = tokio::time::timeout(Duration::from_secs(60), store_lost(&metrics, &store));
        lost.await.expect("an end of the bot");
        assert!(metrics.health().has_lost_store());
        store.close();
        drop(store);
        // Another process opens it.
        let opened = when_free(|| SledStore::open(&folder, Options::default()));
        assert_eq!(opened.expect("a sound store").lost_commits, 0);
    }
}
