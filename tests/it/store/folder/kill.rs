//! Stores whose process was killed while writing.

use std::collections::BTreeMap;
use std::io::{self, BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Child, Command};
use std::thread;

use focus_engine::Rng;
use focusbot::store::records::envelope::Envelope;
use focusbot::store::{
    Batch, CommitError, Expected, Folder, Key, Keys, Options, SledStore, Store, Table,
};
use tempfile::TempDir;

use crate::store::folder::child;
use crate::store::folder::damage::envelope;
use crate::store::{open, wait_until_free};
use crate::support::kills;

/// Number of the child's writing threads, each with its own numbers.
const WRITERS: u8 = 4;
/// Number of times the child is killed; `FOCUSBOT_KILLS` overrides it.
const KILLS: usize = 20;

/// Number of the last batch of each writer.
pub(crate) type Numbers = BTreeMap<u8, u32>;

/// Checks that every batch that was acknowledged has been found.
#[track_caller]
pub(crate) fn check_kept(acknowledged: &Numbers, found: &Numbers) {
    let mut numbers = acknowledged.iter();
    let are_kept = numbers.all(|(writer, number)| found.get(writer) >= Some(number));
    assert!(are_kept, "{acknowledged:?}, {found:?}");
}

#[test]
fn killed_process_loses_no_acknowledged_batch_and_leaves_none_half() {
    let folder = TempDir::new().expect("a temporary folder");
    let mut random = Rng::of(1, 0);
    let mut acknowledged = Numbers::new();
    let kills = kills::count(KILLS);
    for kill in 0..kills {
        let some = 1 + random.bits() % 120;
        // Occasionally so early that the store is still being opened.
        let batches = if kill % 8 == 7 { 0 } else { some };
        wait_until_free(folder.path());
        let mut writer = child::command("kill::child_writes_until_it_ends", folder.path())
            .spawn()
            .expect("a child");
        read_until_killed(&mut writer, batches, &mut acknowledged);
        let found = check(folder.path());
        check_kept(&acknowledged, &found);
        acknowledged = found;
    }
    let total: u32 = acknowledged.values().sum();
    assert!(total as usize > kills, "the children wrote");
}

#[cfg(unix)]
#[test]
fn full_disk_refuses_the_commit_and_keeps_what_was_acknowledged() {
    let folder = TempDir::new().expect("a temporary folder");
    // Enough for a new database, which sled creates with 512 KiB at a time.
    let blocks = 4096;
    let name = "kill::child_writes_until_it_ends";
    let child = child::command_on_small_disk(name, folder.path(), blocks).spawn();
    let mut child = child.expect("a child");
    let mut acknowledged = Numbers::new();
    let output = BufReader::new(child.stdout.take().expect("a pipe"));
    let lines: Vec<_> = output.lines().map(|line| line.expect("text")).collect();
    for line in &lines {
        note(line, &mut acknowledged);
    }
    let refusals = lines
        .iter()
        .filter(|line| line.starts_with("refused "))
        .count();
    assert_eq!(refusals, usize::from(WRITERS), "{:?}", lines.last());
    let advice = "free some space on its disk and start focusbot again";
    let advised = |line: &&String| line.starts_with("refused ") && line.ends_with(advice);
    assert_eq!(lines.iter().filter(advised).count(), refusals);
    child.wait().expect("a child that has ended");
    let found = check(folder.path());
    check_kept(&acknowledged, &found);
}

#[test]
fn second_process_is_told_that_another_uses_the_folder() {
    let folder = TempDir::new().expect("a temporary folder");
    let store = open(folder.path());
    let output = child::command("kill::child_writes_until_it_ends", folder.path())
        .output()
        .expect("a child");
    let text = String::from_utf8(output.stdout).expect("text");
    assert!(text.contains("another focusbot is using `"), "{text}");
    drop(store);
}

#[test]
fn second_opening_in_one_process_is_refused_too() {
    let folder = TempDir::new().expect("a temporary folder");
    let store = open(folder.path());
    let second = SledStore::open(&Folder::new(folder.path()), Options::default());
    let text = second.expect_err("a folder in use").to_string();
    assert!(text.starts_with("another focusbot is using `"), "{text}");
    drop(store);
    open(folder.path());
}

/// Entry point of the child; does nothing without a folder.
#[test]
fn child_writes_until_it_ends() {
    let Some(folder) = child::folder() else {
        return;
    };
    let mut output = io::stdout();
    let store = match SledStore::open(&Folder::new(folder), Options::default()) {
        Ok(opened) => opened.store,
        Err(error) => {
            writeln!(output, "{error}").expect("a parent that reads");
            return;
        }
    };
    thread::scope(|scope| {
        let store = &store;
        for writer in 0..WRITERS {
            scope.spawn(move || write_numbers(store, writer));
        }
    });
}

/// Writes 1, 2, 3 … in batches of three keys each, and prints each commit.
fn write_numbers(store: &SledStore, writer: u8) {
    let mut number = last_number(store, writer);
    loop {
        number += 1;
        let line = match write_number(store, writer, number) {
            Ok(()) => format!("wrote {writer} {number}\n"),
            Err(CommitError::Store(error)) => format!("refused {writer} {error}\n"),
            Err(error) => panic!("{error}"),
        };
        // A single call, so that lines of several threads do not mix.
        let told = io::stdout().lock().write_all(line.as_bytes());
        if told.is_err() || line.starts_with("refused") {
            return;
        }
    }
}

fn write_number(store: &SledStore, writer: u8, number: u32) -> Result<(), CommitError> {
    let key = Key::new().u8(writer).u32(number);
    let last = last_key(writer);
    let read = store.get(Table::Meta, &last)?;
    let expected = Expected::as_read(read.map(|stored| stored.revision));
    let mut batch = Batch::new();
    batch
        .put(
            Table::Meta,
            last,
            envelope(1, &number.to_be_bytes()),
            expected,
        )
        .put(
            Table::Actions,
            key.clone(),
            value(writer, number),
            Expected::Absent,
        )
        .put(Table::Games, key, value(writer, number), Expected::Absent);
    store.commit(batch).map(drop)
}

fn last_key(writer: u8) -> Key {
    Key::new().bytes(b"last").u8(writer)
}

fn last_number(store: &SledStore, writer: u8) -> u32 {
    let stored = store
        .get(Table::Meta, &last_key(writer))
        .expect("a readable store");
    stored.map_or(0, |stored| {
        let envelope = Envelope::open(&stored.bytes).expect("an intact envelope");
        u32::from_be_bytes(envelope.payload[..].try_into().expect("four bytes"))
    })
}

/// Returns a value of one to about two thousand bytes that identifies its writer.
fn value(writer: u8, number: u32) -> Vec<u8> {
    let length = 1 + (number as usize * 37) % 2000;
    let pattern = [number.to_be_bytes().as_slice(), &[writer]].concat();
    let payload: Vec<_> = pattern.into_iter().cycle().take(length).collect();
    envelope(1, &payload)
}

/// Starts the child, and kills it after `lines` lines of output.
pub(crate) fn run_until_killed(mut child: Command, lines: u64, acknowledged: &mut Numbers) {
    let mut child = child.spawn().expect("a child");
    read_until_killed(&mut child, lines, acknowledged);
}

/// Reads `lines` lines, kills the child, and reads its remaining output.
fn read_until_killed(child: &mut Child, lines: u64, acknowledged: &mut Numbers) {
    let mut output = BufReader::new(child.stdout.take().expect("a pipe"));
    let mut line = String::new();
    let mut seen = 0;
    let mut is_killed = false;
    loop {
        if seen == lines && !is_killed {
            child.kill().expect("a child to kill");
            is_killed = true;
        }
        line.clear();
        if output.read_line(&mut line).expect("text") == 0 {
            break;
        }
        seen += u64::from(note(&line, acknowledged));
    }
    assert!(is_killed, "the child ended by itself: {line}");
    child.wait().expect("a child that has ended");
}

/// Records a complete line of the child; returns whether it reports a write.
fn note(line: &str, acknowledged: &mut Numbers) -> bool {
    let mut words = line.split_ascii_whitespace();
    let (Some("wrote"), Some(writer), Some(number)) = (words.next(), words.next(), words.next())
    else {
        return false;
    };
    let writer = writer.parse().expect("a writer");
    acknowledged.insert(writer, number.parse().expect("a number"));
    true
}

/// Opens the store that the child left, and checks that it has all batches of each writer up to
/// one.
#[track_caller]
pub(crate) fn check(folder: &Path) -> Numbers {
    let store = open(folder);
    let mut found = Numbers::new();
    for writer in 0..WRITERS {
        let last = last_number(&store, writer);
        found.insert(writer, last);
        for table in [Table::Actions, Table::Games] {
            let entries = store
                .scan(table, &Keys::prefix(&[writer]))
                .expect("a readable store");
            assert_eq!(entries.len(), last as usize, "{table} of writer {writer}");
            for ((key, stored), number) in entries.into_iter().zip(1..) {
                assert_eq!(key, Key::new().u8(writer).u32(number).into_bytes());
                assert_eq!(stored.bytes, value(writer, number));
            }
        }
    }
    found
}
