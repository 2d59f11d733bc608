//! Backups written by every version so far: `tests/data/backups/<format>.jsonl`.
//!
//! A file is never changed once a version with it has been released. `UPDATE_BACKUPS=1` rewrites
//! the one of the current format.

use std::env;
use std::fs;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::{Duration, SystemTime};

use focusbot::service::upkeep::consistency::audit;
use focusbot::service::{GameId, Service};
use focusbot::store::backup::restore::restore;
use focusbot::store::records::KINDS;
use focusbot::store::records::check;
use focusbot::store::records::format::FORMAT;
use focusbot::store::{Folder, Options, backup};
use tempfile::TempDir;

use crate::service::harness::{LIMITS, NOW, play_next};
use crate::service::upkeep::consistency::busy;
use crate::store::open_when_free;

/// Running game of the backups.
const RUNNING: GameId = GameId(2);

fn path(format: u32) -> PathBuf {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/data/backups");
    folder.join(format!("{format}.jsonl"))
}

fn write_todays() {
    let folder = TempDir::new().expect("a temporary folder");
    let when = SystemTime::UNIX_EPOCH + Duration::from_secs(1_800_000_000);
    let written = backup::write(&*busy().store, folder.path(), when, 1).expect("a backup");
    fs::create_dir_all(path(FORMAT).parent().expect("a folder")).expect("a writable folder");
    fs::copy(written.path, path(FORMAT)).expect("a writable folder");
}

#[test]
fn backup_of_every_format_is_restored_and_played_on() {
    if env::var_os("UPDATE_BACKUPS").is_some() {
        write_todays();
    }
    for format in 1..=FORMAT {
        let data = TempDir::new().expect("a temporary folder");
        let folder = Folder::new(data.path());
        let records = restore(&path(format), &folder).expect("a sound backup");
        let options = Options {
            kinds: KINDS,
            ..Options::default()
        };
        let opened = open_when_free(&folder, options).expect("a sound store");
        assert_eq!(opened.set_aside, []);
        let report = check::check_records(&opened.store, KINDS).expect("a readable store");
        assert_eq!(report.flaws, [], "format {format}");
        // The current format is recorded in a store that has none.
        assert!(report.total() - records <= 1, "{report:?}");
        let findings = audit(&opened.store, &mut || {}).expect("a readable store");
        assert_eq!(findings, [], "format {format}");
        play_on(&Service::new(Arc::new(opened.store), LIMITS));
    }
}

/// Reads every game, and plays a move in the second, which is running.
fn play_on(service: &Service) {
    for game in 1..=4 {
        service.view(GameId(game)).expect("a game that can be read");
    }
    play_next(service, NOW, RUNNING);
}
