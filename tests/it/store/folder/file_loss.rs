//! Files truncated or deleted under a store, in use or closed: every acknowledged batch is there
//! at the next start, or after the command that the start names.

use std::fs::{self, OpenOptions};
use std::io::{self, Write};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use focusbot::store::{
    Batch, Expected, Folder, Healing, Key, Keys, Options, SledStore, Store, Table,
};
use tempfile::TempDir;

use crate::store::folder::child;
use crate::store::folder::damage::{copy, envelope, snapshots};
use crate::store::folder::journal::write_backup;
use crate::store::{open, open_when_free, put, wait_until_free};

/// Number of records of each batch.
const RECORDS: u32 = 1_000;
/// Number of batches before the loss.
const BEFORE: u32 = 6;
/// Number of batches after it, while the store is open.
const AFTER: u32 = 2;
/// Environment variable with the case of a child.
const CASE: &str = "FOCUSBOT_TEST_LOSS";
/// Size in bytes of sled's segments.
const SEGMENT: u64 = 512 * 1024;

const LOSSES: [&str; 5] = ["half", "nothing", "segment", "file", "snapshot"];
/// Moment of the loss, and how the process ends: `read` has read little of the file before.
const ENDS: [&str; 5] = [
    "closed",
    "open,closes",
    "open,killed",
    "read,closes",
    "read,killed",
];
/// Number of backups; with the second one, the journal loses its beginning.
const BACKUPS: [&str; 2] = ["0", "2"];

fn lose(part: &str, data: &Path) {
    let file = Folder::new(data).store().join("db");
    let length = fs::metadata(&file).expect("a file").len();
    let cut = |length| {
        let file = OpenOptions::new().write(true).open(&file);
        let cut = file.expect("a file").set_len(length);
        cut.expect("a file that can be cut");
    };
    match part {
        "half" => cut(length / 2),
        "nothing" => cut(0),
        "segment" => {
            assert!(length > SEGMENT, "{length}");
            cut((length - 1) / SEGMENT * SEGMENT);
        }
        "file" => fs::remove_file(&file).expect("a file"),
        "snapshot" => snapshots(data)
            .into_iter()
            .for_each(|file| fs::remove_file(file).expect("a file")),
        other => panic!("unknown part `{other}`"),
    }
}

/// Writes a batch; returns whether it was acknowledged.
fn write(store: &SledStore, number: u32) -> bool {
    let mut batch = Batch::new();
    for record in 0..RECORDS {
        let key = Key::new().u32(number).u32(record);
        let bytes = envelope(1, br#"{"language":"de"}"#);
        batch.put(Table::Players, key, bytes, Expected::Any);
    }
    store.commit(batch).is_ok()
}

/// Entry point of the child; does nothing without a folder.
#[test]
fn child_loses_a_file() {
    let Some(data) = child::folder() else {
        return;
    };
    let case = std::env::var(CASE).expect("a case");
    let [part, end, backups] = *case.split(' ').collect::<Vec<_>>() else {
        panic!("expected three words, got `{case}`");
    };
    let mut store = open(&data);
    for number in 0..BEFORE {
        assert!(write(&store, number), "a sound store");
        if backups == "2" && number % 2 == 1 && number < 4 {
            write_backup(&store, &data, number);
        }
    }
    if !end.starts_with("open") {
        drop(store);
        store = open(&data);
    }
    let mut written = BEFORE;
    if end == "closed" {
        drop(store);
        lose(part, &data);
    } else {
        lose(part, &data);
        while written < BEFORE + AFTER && write(&store, written) {
            written += 1;
        }
        if end.ends_with("closes") {
            drop(store);
        }
    }
    writeln!(io::stdout(), "\nacknowledged {written}").expect("a parent that reads");
    std::process::exit(0);
}

/// Entry point of the child; does nothing without a folder.
#[test]
fn child_starts() {
    let Some(data) = child::folder() else {
        return;
    };
    let options = Options {
        limit: Duration::from_secs(30),
        healing: Healing::IfCertain,
        ..Options::default()
    };
    let text = match SledStore::open(&Folder::new(data), options) {
        Ok(opened) => format!(
            "found {}, lost {}",
            count(&opened.store),
            opened.lost_commits
        ),
        Err(error) => format!("refused: {error}"),
    };
    writeln!(io::stdout(), "\n{text}").expect("a parent that reads");
    // A thread that loops in the damaged file would not end with the test.
    std::process::exit(0);
}

/// Returns the number of batches, all of which must be whole.
fn count(store: &dyn Store) -> u32 {
    let entries = store.scan(Table::Players, &Keys::all()).expect("a store");
    let keys = (0..).flat_map(|batch| (0..RECORDS).map(move |record| (batch, record)));
    for ((key, _), (batch, record)) in entries.iter().zip(keys) {
        assert_eq!(*key, Key::new().u32(batch).u32(record).into_bytes());
    }
    let records = u32::try_from(entries.len()).expect("a small number");
    assert_eq!(records % RECORDS, 0, "half a batch");
    records / RECORDS
}

/// Returns the line of a child's output that begins with one of these words.
#[track_caller]
fn line(child: Child, words: &[&str]) -> String {
    let output = child.wait_with_output().expect("a child that ends");
    let text = String::from_utf8(output.stdout).expect("text");
    let mut lines = text.lines();
    let found = lines.find(|line| words.iter().any(|word| line.starts_with(word)));
    found.unwrap_or_else(|| panic!("{text}")).to_owned()
}

fn start(data: &Path) -> Child {
    let child = child::command("file_loss::child_starts", data).spawn();
    child.expect("a child")
}

/// Runs the first command that a refusal names.
#[track_caller]
fn follow(refusal: &str, data: &Path) {
    let mut parts = refusal.split('`');
    let command = parts.find_map(|part| part.strip_prefix("focusbot "));
    let command = command.unwrap_or_else(|| panic!("no command in: {refusal}"));
    let done = Command::new(env!("CARGO_BIN_EXE_focusbot"))
        .args(command.split(' '))
        .env_clear()
        .env("FOCUSBOT_DATA_DIR", data)
        .stdin(Stdio::null())
        .output()
        .expect("the program");
    assert!(done.status.success(), "{command}: {done:?}");
}

#[test]
fn every_acknowledged_batch_survives_the_loss_of_a_file() {
    let cases = LOSSES.into_iter().flat_map(|part| {
        let ends = ENDS.into_iter();
        ends.flat_map(move |end| BACKUPS.map(|backups| format!("{part} {end} {backups}")))
    });
    let cases: Vec<_> = cases.collect();
    for cases in cases.chunks(10) {
        let children = cases.iter().map(|case| {
            let data = TempDir::new().expect("a temporary folder");
            let mut child = child::command("file_loss::child_loses_a_file", data.path());
            let child = child.env(CASE, case).spawn().expect("a child");
            (case, data, child)
        });
        let happened: Vec<_> = children.collect();
        let started = happened.into_iter().map(|(case, data, child)| {
            let acknowledged = line(child, &["acknowledged "]);
            let child = start(data.path());
            (case, data, acknowledged, child)
        });
        let started: Vec<_> = started.collect();
        for (case, data, acknowledged, child) in started {
            let mut found = line(child, &["found ", "refused: "]);
            if found.starts_with("refused: ") {
                follow(&found, data.path());
                found = line(start(data.path()), &["found ", "refused: "]);
            }
            let number = acknowledged.strip_prefix("acknowledged ");
            let number: u32 = number.and_then(|text| text.parse().ok()).expect("a number");
            // The batch after it was refused by a damaged database, and may be in the journal.
            let fitting = [number, number + 1].map(|number| format!("found {number}, lost 0"));
            assert!(fitting.contains(&found), "{case}: {acknowledged}, {found}");
        }
    }
}

/// Returns a store whose database is as it was before its batches and `more` small changes, while its
/// journal goes back to the first of two later backups only; and the number of its batches.
fn reverted(more: u32) -> (TempDir, u32) {
    let data = TempDir::new().expect("a temporary folder");
    let folder = Folder::new(data.path());
    drop(open(data.path()));
    let before = TempDir::new().expect("a temporary folder");
    copy(&folder.store(), before.path());
    let store = open(data.path());
    for number in 0..more {
        let key = Key::new().u32(number);
        put(&store, Table::Reminders, &key, Vec::new());
    }
    for number in 0..3 {
        assert!(write(&store, number), "a sound store");
        if number < 2 {
            write_backup(&store, data.path(), number);
        }
    }
    drop(store);
    let acknowledged = folder.store().join("acknowledged");
    fs::copy(acknowledged, before.path().join("acknowledged")).expect("a copy");
    fs::remove_dir_all(folder.store()).expect("a folder of ours");
    fs::create_dir(folder.store()).expect("a new folder");
    copy(before.path(), &folder.store());
    wait_until_free(data.path());
    (data, 3)
}

#[test]
fn verify_and_backup_leave_a_reverted_store_recoverable() {
    let (data, batches) = reverted(2);
    for args in [["verify"], ["backup"]] {
        let done = Command::new(env!("CARGO_BIN_EXE_focusbot"))
            .args(args)
            .env_clear()
            .env("FOCUSBOT_DATA_DIR", data.path())
            .output()
            .expect("the program");
        let error = String::from_utf8(done.stderr).expect("text");
        assert!(error.contains("is damaged: its last "), "{error}");
        assert!(error.contains("`focusbot verify --repair`"), "{error}");
    }
    let found = line(start(data.path()), &["found ", "refused: "]);
    assert_eq!(found, format!("found {batches}, lost 0"));
}

#[test]
fn reverted_store_that_cannot_be_rebuilt_stays_refused() {
    // More than a power cut can cost, and nothing is left that could rebuild it.
    let (data, _) = reverted(600);
    let folder = Folder::new(data.path());
    fs::remove_dir_all(folder.backups()).expect("the backups");
    for _ in 0..2 {
        let error = open_when_free(&folder, Options::default()).expect_err("a loss");
        let text = error.to_string();
        assert!(text.contains("is damaged: its last 601 changes"), "{text}");
    }
}
