//! Tests of the backup schedule, in paused time or on stores of their own.

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
