//! Several histories in one data folder: that of its own database, and what was elsewhere meanwhile.

use std::fs;
use std::time::{Duration, SystemTime};

use focusbot::store::backup::restore::{RestoreError, restore_all, restore_with};
use focusbot::store::{Folder, Healing, MemoryStore, Options, Table, backup};
use tempfile::TempDir;

use crate::store::folder::damage::envelope;
use crate::store::folder::journal::write_backup;
use crate::store::folder::lost::sled;
use crate::store::{contents, open, open_when_free, put, wait_until_free};

/// Writes a backup as a bot does whose games are in PostgreSQL: it belongs to no history.
fn write_elsewhere(folder: &Folder, hour: u32) -> MemoryStore {
    let store = MemoryStore::new();
    put(&store, Table::Games, b"later", envelope(1, b"{}"));
    let since = Duration::from_secs(1_800_000_000 + u64::from(hour) * 3600);
    let now = SystemTime::UNIX_EPOCH + since;
    backup::write(&store, &folder.backups(), now, 7).expect("a backup");
    store
}

#[test]
fn newest_backup_is_restored_where_the_games_were_elsewhere_since() {
    let data = TempDir::new().expect("a temporary folder");
    let folder = Folder::new(data.path());
    let store = open(data.path());
    put(&store, Table::Games, b"before", envelope(1, b"{}"));
    let own = write_backup(&store, data.path(), 0);
    put(&store, Table::Games, b"own", envelope(1, b"{}"));
    let before = contents(&store);
    drop(store);
    wait_until_free(data.path());
    let later = write_elsewhere(&folder, 1);
    fs::rename(folder.store(), data.path().join("old")).expect("a folder to move");
    // If a clock was wrong, the journal has the latest games.
    let restored = restore_all(&folder, Options::default(), &mut |_| {});
    let error = restored.expect_err("two histories");
    assert!(matches!(error, RestoreError::Ambiguous { .. }), "{error}");
    let restored = restore_with(&own, &folder, Options::default(), &mut |_| {});
    restored.expect("a sound backup");
    assert_eq!(contents(&open(data.path())), before);
    wait_until_free(data.path());
    fs::remove_dir_all(folder.store()).expect("a database");
    fs::remove_dir_all(folder.journal()).expect("a journal");
    restore_all(&folder, Options::default(), &mut |_| {}).expect("a sound backup");
    assert_eq!(contents(&open(data.path())), contents(&later));
}

#[test]
fn database_is_rebuilt_from_its_own_history_whatever_the_clock_said() {
    let data = TempDir::new().expect("a temporary folder");
    let folder = Folder::new(data.path());
    write_elsewhere(&folder, 9);
    let place = TempDir::new().expect("a temporary folder");
    fs::rename(folder.backups(), place.path().join("backups")).expect("a folder to move");
    let store = open(data.path());
    put(&store, Table::Games, b"own", envelope(1, b"{}"));
    let own = contents(&store);
    drop(store);
    fs::rename(place.path().join("backups"), folder.backups()).expect("a folder to move");
    let db = sled(&folder);
    db.remove(b"\0census").expect("a database");
    drop(db);
    let options = Options {
        healing: Healing::IfCertain,
        ..Options::default()
    };
    let opened = open_when_free(&folder, options).expect("a store made anew");
    assert_eq!(contents(&opened.store), own);
}
