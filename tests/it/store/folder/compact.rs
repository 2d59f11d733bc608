//! Compaction of a database that takes far more room than it needs.

use std::fs;
use std::io::{self, BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::sync::LazyLock;
use std::thread;
use std::time::Duration;

use focus_engine::Rng;
use focusbot::store::{
    Batch, Compaction, Expected, Folder, Key, Keys, LiveStore, Opened, Options, SledStore, Store,
    Stored, Table,
};
use tempfile::TempDir;

use crate::store::folder::child;
use crate::store::folder::damage::{RECORDS, envelope, fill, records};
use crate::store::{open, open_when_free, put, wait_until_free};
use crate::support::kills;

/// Size in bytes of a file that is worth compacting.
const BLOATED: u64 = 48 << 20;
/// Size in bytes of the smallest file that is compacted.
const LARGE: u64 = 32 << 20;
/// Number of bloated stores that are opened until one is compacted.
const TRIES: usize = 10;
/// Number of values in a group.
const GROUP: u32 = 250;
/// Number of times the child is killed; `FOCUSBOT_KILLS` overrides it.
const KILLS: usize = 10;
/// Number of kills of which at least one must occur while a copy is written.
const MANY: usize = 50;
/// Longest time from a start to the kill, in milliseconds.
const LATEST_MS: u64 = 400;

const IF_IT_PAYS: Options = Options {
    limit: Duration::from_secs(120),
    kinds: &[],
    missing: focusbot::store::Missing::Refuse,
    damaged: focusbot::store::Damaged::SetAside,
    compaction: Compaction::IfItPays,
    healing: focusbot::store::Healing::Never,
};

fn length(data: &Path) -> u64 {
    let file = Folder::new(data).store().join("db");
    fs::metadata(file).expect("the data file").len()
}

/// Makes the file far larger than its content: writes `groups` groups of values, calls `fill`, and
/// deletes the values again.
pub(crate) fn bloat(data: &Path, groups: u32, fill: impl FnOnce(&Path)) {
    let change = |bytes: Option<&[u8]>| {
        let store = open(data);
        for group in 0..groups {
            let mut batch = Batch::new();
            for number in 0..GROUP {
                let key = Key::new().u32(group).u32(number);
                match bytes {
                    Some(bytes) => batch.put(Table::Quarantine, key, bytes.to_vec(), Expected::Any),
                    None => batch.delete(Table::Quarantine, key, Expected::Any),
                };
            }
            store.commit(batch).expect("a commit without conditions");
        }
    };
    change(Some(&[7; 4_000]));
    fill(data);
    change(None);
    wait_until_free(data);
}

fn opened(data: &Path, options: Options) -> Opened {
    open_when_free(&Folder::new(data), options).expect("a sound store")
}

fn values(store: &SledStore) -> Vec<(Table, Vec<u8>, Stored)> {
    let mut values = Vec::new();
    let visited = store.visit(&mut |table, key, stored| {
        values.push((table, key.to_vec(), stored));
    });
    visited.expect("a readable store");
    values
}

/// Returns a store with [`RECORDS`] records in a file of more than [`BLOATED`].
fn bloated() -> TempDir {
    // In memory: a folder that a static owns would never be removed.
    static PATTERN: LazyLock<Vec<(PathBuf, Option<Vec<u8>>)>> = LazyLock::new(|| {
        let data = TempDir::new().expect("a temporary folder");
        bloat(data.path(), 48, fill);
        // Irrelevant to these tests, and large.
        fs::remove_dir_all(Folder::new(data.path()).journal()).expect("a journal");
        let mut entries = Vec::new();
        read_all(data.path(), Path::new(""), &mut entries);
        entries
    });
    let data = TempDir::new().expect("a temporary folder");
    for (name, content) in &*PATTERN {
        let place = data.path().join(name);
        let written = match content {
            Some(content) => fs::write(place, content),
            None => fs::create_dir(place),
        };
        written.expect("a new entry");
    }
    assert!(length(data.path()) > BLOATED);
    data
}

/// Adds the entries in the folder `within` of `data`: each folder before what is in it, and files
/// with their content.
fn read_all(data: &Path, within: &Path, entries: &mut Vec<(PathBuf, Option<Vec<u8>>)>) {
    for entry in fs::read_dir(data.join(within)).expect("a folder") {
        let name = within.join(entry.expect("an entry").file_name());
        if data.join(&name).is_dir() {
            entries.push((name.clone(), None));
            read_all(data, &name, entries);
        } else {
            let content = fs::read(data.join(&name)).expect("a file");
            entries.push((name, Some(content)));
        }
    }
}

/// Returns a bloated store that has just been compacted.
fn compacted() -> (TempDir, Opened) {
    for _ in 0..TRIES {
        let data = bloated();
        let opened = opened(data.path(), IF_IT_PAYS);
        if opened.compacted.is_some() {
            return (data, opened);
        }
        assert!(is_small(data.path()), "a store to compact");
    }
    panic!("no store was large enough");
}

/// Returns whether the data file is too small to be worth compacting: sled gives room back by
/// itself now and then, depending on the time its own thread has had.
fn is_small(data: &Path) -> bool {
    length(data) < LARGE
}

/// Returns the number of the data file, which a compaction changes.
#[cfg(unix)]
fn file_number(data: &Path) -> u64 {
    use std::os::unix::fs::MetadataExt;

    let file = Folder::new(data).store().join("db");
    fs::metadata(file).expect("the data file").ino()
}

/// Returns the same number for every file, since others cannot be told apart.
#[cfg(not(unix))]
fn file_number(_: &Path) -> u64 {
    0
}

#[test]
fn bloated_store_gives_room_back_and_holds_the_same() {
    let before = values(&open(bloated().path()));
    let (data, compacted) = compacted();
    let given = compacted.compacted.expect("a store to compact");
    assert!(
        given.before >= LARGE && given.after < BLOATED / 8,
        "{given:?}"
    );
    assert_eq!(compacted.snapshots, Vec::<std::path::PathBuf>::new());
    assert_eq!(values(&compacted.store), before);
    assert_eq!(compacted.values, u64::from(RECORDS) + 1);
    // It behaves like any other store: a revision is never given out twice, and expected ones hold.
    let key = before.last().expect("values").1.clone();
    let stored = compacted
        .store
        .get(Table::Meta, b"format")
        .expect("a store");
    let stored = stored.expect("the note of the format");
    let mut batch = Batch::new();
    batch
        .require(Table::Meta, *b"format", Expected::Revision(stored.revision))
        .put(
            Table::Players,
            key.clone(),
            envelope(1, b"{}"),
            Expected::Absent,
        );
    compacted.store.commit(batch).expect("a commit");
    let new = compacted.store.get(Table::Players, &key).expect("a store");
    let newest = before.iter().map(|(.., stored)| stored.revision).max();
    assert!(Some(new.expect("a value").revision) > newest);
    drop(compacted);
    // sled itself may have written a little more since.
    assert!(length(data.path()) < BLOATED / 8);
    let again = opened(data.path(), IF_IT_PAYS);
    assert!(again.compacted.is_none() && !again.was_read);
    assert_eq!(records(&again.store), RECORDS as usize);
}

#[test]
fn store_is_compacted_only_where_that_pays() {
    let small = TempDir::new().expect("a temporary folder");
    fill(small.path());
    assert_eq!(opened(small.path(), IF_IT_PAYS).compacted, None);
    let data = bloated();
    let file = file_number(data.path());
    assert_eq!(opened(data.path(), Options::default()).compacted, None);
    assert_eq!(file_number(data.path()), file);
    // Values that use the room.
    let store = open(data.path());
    for number in 0..80_u64 {
        let mut batch = Batch::new();
        for part in 0..80_u64 {
            let key = [number.to_be_bytes(), part.to_be_bytes()].concat();
            batch.put(Table::Quarantine, key, vec![7; 2_000], Expected::Absent);
        }
        store.commit(batch).expect("a commit of new keys");
    }
    drop(store);
    assert_eq!(opened(data.path(), IF_IT_PAYS).compacted, None);
}

#[test]
fn store_with_damaged_records_is_not_compacted() {
    let data = bloated();
    let store = open(data.path());
    let mut damaged = envelope(1, b"{}");
    damaged[12] ^= 1;
    let mut batch = Batch::new();
    let older = envelope(1, br#"{"format":1}"#);
    batch
        .put(Table::Games, *b"bad", damaged, Expected::Absent)
        .put(Table::Meta, *b"format", older, Expected::Any);
    store.commit(batch).expect("a commit");
    drop(store);
    crate::store::remove_shutdown_marker(data.path());
    let mended = opened(data.path(), IF_IT_PAYS);
    assert_eq!((mended.set_aside.len(), mended.compacted), (1, None));
    drop(mended);
    let again = opened(data.path(), IF_IT_PAYS);
    assert!(again.compacted.is_some() || is_small(data.path()));
}

#[test]
fn copy_that_cannot_be_made_leaves_the_store_as_it_is() {
    let data = bloated();
    // There is a file at the path of the folder.
    let place = Folder::new(data.path()).store().join("compacting");
    fs::write(&place, "").expect("a file");
    let file = file_number(data.path());
    for _ in 0..2 {
        let kept = opened(data.path(), IF_IT_PAYS);
        assert_eq!(kept.compacted, None);
        assert_eq!(records(&kept.store), RECORDS as usize);
    }
    assert_eq!(file_number(data.path()), file);
    wait_until_free(data.path());
    let failed = SledStore::compact(
        &Folder::new(data.path()),
        Options::default(),
        &mut |_, _| {},
    );
    let text = failed.expect_err("no room for a copy").to_string();
    assert!(
        text.starts_with("cannot compact the database in `"),
        "{text}"
    );
    assert!(text.ends_with("; it is as it was"), "{text}");
    fs::remove_file(place).expect("a file of ours");
    let again = opened(data.path(), IF_IT_PAYS);
    assert!(again.compacted.is_some() || is_small(data.path()));
}

#[test]
fn values_in_files_of_their_own_are_left_where_they_are() {
    let data = bloated();
    fs::write(Folder::new(data.path()).store().join("blobs/1"), "").expect("a file");
    let kept = opened(data.path(), IF_IT_PAYS);
    assert_eq!(kept.compacted, None);
    assert_eq!(records(&kept.store), RECORDS as usize);
    assert!(!Folder::new(data.path()).store().join("compacting").exists());
}

/// Text that occurs nowhere else.
const NAME: &[u8] = b"Hieronymus-Ottokar";

/// Returns a small store from which a person's data was deleted.
fn erased() -> TempDir {
    let data = TempDir::new().expect("a temporary folder");
    fill(data.path());
    let store = open(data.path());
    put(&store, Table::Players, b"him", envelope(1, NAME));
    let mut batch = Batch::new();
    batch
        .delete(Table::Players, *b"him", Expected::Any)
        .erase_past();
    store.commit(batch).expect("a commit");
    drop(store);
    assert!(
        is_somewhere(data.path()),
        "what nobody would have to write anew"
    );
    data
}

/// Returns whether the text is in any file of the database.
fn is_somewhere(data: &Path) -> bool {
    let files = fs::read_dir(Folder::new(data).store()).expect("a folder");
    let mut files = files.map(|file| file.expect("an entry").path());
    files.any(|file| {
        let bytes = fs::read(file).unwrap_or_default();
        bytes.windows(NAME.len()).any(|part| part == NAME)
    })
}

fn compact(data: &Path) {
    let folder = Folder::new(data);
    wait_until_free(data);
    SledStore::compact(&folder, Options::default(), &mut |_, _| {}).expect("a sound store");
}

#[test]
fn erased_data_leaves_the_file_at_the_next_start_or_compaction() {
    let ways: [fn(&Path); 2] = [|data| drop(opened(data, IF_IT_PAYS)), compact];
    for way in ways {
        let data = erased();
        drop(open(data.path()));
        assert!(
            is_somewhere(data.path()),
            "whoever only looks changes nothing"
        );
        way(data.path());
        assert!(!is_somewhere(data.path()));
        let store = open(data.path());
        assert_eq!(store.has_traces(), Ok(false), "it is done once");
        assert_eq!(records(&store), RECORDS as usize);
    }
}

#[test]
fn erased_data_leaves_the_file_of_a_store_in_use() {
    let data = erased();
    let folder = Folder::new(data.path());
    let store = open(data.path());
    let live = LiveStore::new(store, folder, Options::default());
    let before = live.with(values).expect("a store");
    let mut writes = 0;
    thread::scope(|scope| {
        let renewing = scope.spawn(|| live.renew());
        while !renewing.is_finished() || writes == 0 {
            put(&live, Table::Reminders, b"beat", vec![]);
            let read = live.get(Table::Games, &Key::new().u32(7)).expect("a store");
            assert!(read.is_some());
            writes += 1;
        }
        renewing.join().expect("a thread").expect("room for a copy");
    });
    assert!(!is_somewhere(data.path()));
    assert_eq!(
        live.with(SledStore::has_traces).expect("a store"),
        Ok(false)
    );
    let games = |values: &[(Table, Vec<u8>, Stored)]| {
        let games = values.iter().filter(|(table, ..)| *table == Table::Games);
        games.cloned().collect::<Vec<_>>()
    };
    let after = live.with(values).expect("a store");
    assert_eq!(games(&after), games(&before));
    live.close();
    drop(live);
    assert_eq!(records(&open(data.path())), RECORDS as usize);
}

#[test]
fn kill_during_a_compaction_loses_nothing() {
    let mut random = Rng::of(1, 0);
    let (mut broken_off, mut compacted) = (0, 0);
    let kills = kills::count(KILLS);
    for kill in 0..kills {
        let data = bloated();
        let mut process = child::command("compact::child_compacts_and_writes", data.path())
            .spawn()
            .expect("a child");
        let mut output = BufReader::new(process.stdout.take().expect("a pipe"));
        // Every fourth one is killed while it continues after its compaction.
        let until = if kill % 4 == 3 {
            "wrote 0\n"
        } else {
            "ready\n"
        };
        let mut line = String::new();
        while !line.ends_with(until) {
            line.clear();
            assert!(output.read_line(&mut line).expect("text") > 0, "{kill}");
        }
        let first = usize::from(line.starts_with("wrote "));
        // A random moment.
        thread::sleep(Duration::from_millis(random.bits() % LATEST_MS));
        process.kill().expect("a child to kill");
        process.wait().expect("a child that has ended");
        let rest: Vec<_> = output.lines().map(|line| line.expect("text")).collect();
        let more = rest.iter().filter(|line| line.starts_with("wrote "));
        let acknowledged = first + more.count();
        compacted += usize::from(acknowledged > 0);
        broken_off += usize::from(Folder::new(data.path()).store().join("compacting").exists());
        let store = open(data.path());
        assert!(!Folder::new(data.path()).store().join("compacting").exists());
        assert_eq!(records(&store), RECORDS as usize, "kill {kill}");
        let written = store.scan(Table::Players, &Keys::all());
        let written = written.expect("a readable store").len();
        assert!(written >= acknowledged, "kill {kill}: {written}");
        drop(store);
        let again = opened(data.path(), IF_IT_PAYS);
        assert_eq!(records(&again.store), RECORDS as usize, "kill {kill}");
    }
    assert!(compacted >= kills / 4, "{compacted}");
    assert!(
        broken_off > 0 || kills < MANY,
        "no kill fell into the writing"
    );
}

/// Entry point of the child; does nothing without a folder.
#[test]
fn child_compacts_and_writes() {
    let Some(data) = child::folder() else {
        return;
    };
    let mut output = io::stdout();
    output.write_all(b"ready\n").expect("a parent that reads");
    let Opened {
        store, compacted, ..
    } = opened(&data, IF_IT_PAYS);
    assert!(compacted.is_some() || is_small(&data));
    for number in 0_u64.. {
        let key = number.to_be_bytes();
        put(&store, Table::Players, &key, envelope(1, b"{}"));
        let line = format!("wrote {number}\n");
        output
            .write_all(line.as_bytes())
            .expect("a parent that reads");
    }
}
