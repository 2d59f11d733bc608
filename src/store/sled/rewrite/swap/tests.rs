//! Tests of a swap that is interrupted at every disk access, with a worn store.

use std::collections::BTreeSet;

use tempfile::TempDir;

use super::*;
use crate::store::sled::rewrite::copy::build;
use crate::store::sled::test_support::{Values, left, open, values, worn};
use crate::store::{Batch, CompactError, Expected, Folder, Options, SledStore, Store, Table};

/// Moves the data file to another folder, and puts a link in its place.
#[cfg(unix)]
fn link_data(data: &Path) {
    let (file, disk) = (Folder::new(data).store().join(DATA), data.join("disk"));
    fs::create_dir(&disk).expect("a new folder");
    let target = disk.canonicalize().expect("a folder").join("focus.db");
    fs::rename(&file, &target).expect("a file of ours");
    link(&target, &file).expect("a new link");
}

/// Opens the remains twice, and checks that everything is there each time.
#[track_caller]
fn check(data: &Path, before: &Values, step: usize) {
    for _ in 0..2 {
        let store = open(data);
        assert!(values(&store) == *before, "step {step}");
        for folder in [COPY, DONE] {
            assert!(!Folder::new(data).store().join(folder).exists(), "{step}");
        }
        let mut batch = Batch::new();
        batch.put(Table::Games, *b"later", Vec::new(), Expected::Any);
        batch.delete(Table::Games, *b"later", Expected::Any);
        store.commit(batch).expect("a store that is written");
    }
}

fn compact(data: &Path, take: Take<'_>) -> Result<(), CompactError> {
    let folder = Folder::new(data);
    SledStore::compact_by(&folder, Options::default(), &mut |_, _| {}, take).map(drop)
}

fn failure() -> io::Error {
    io::Error::other("the disk has failed")
}

#[test]
fn killed_at_any_step_leaves_a_whole_store() {
    let (data, before) = worn();
    kill(data, &before);
}

#[cfg(unix)]
#[test]
fn data_file_that_is_a_link_stays_one_whenever_it_is_killed() {
    let (data, before) = worn();
    link_data(data.path());
    for left in kill(data, &before) {
        let file = Folder::new(left.path()).store().join(DATA);
        let target = left
            .path()
            .canonicalize()
            .expect("a folder")
            .join("disk/focus.db");
        assert_eq!(fs::read_link(file).expect("a link"), target);
        let files = fs::read_dir(left.path().join("disk")).expect("a folder");
        assert_eq!(files.count(), 1);
    }
}

/// Compacts a worn store, and returns the state that a kill leaves at every step, and at every step
/// of the opening that completes it.
fn kill(data: TempDir, before: &Values) -> Vec<TempDir> {
    let mut killed = vec![left(data.path())];
    let compacted = compact(data.path(), &mut |step| {
        killed.push(left(data.path()));
        take(step)
    });
    compacted.expect("a store to compact");
    assert!(killed.len() > 15);
    // The completion can be killed as well.
    let half = killed.iter().position(|left| done(left).exists());
    let half = left(killed[half.expect("a swap that has begun")].path());
    let finished = finish(&Folder::new(half.path()).store(), &mut |step| {
        killed.push(left(half.path()));
        take(step)
    });
    finished.expect("a disk that works");
    killed.extend([data, half]);
    for (step, left) in killed.iter().enumerate() {
        check(left.path(), before, step);
    }
    killed
}

fn done(data: &TempDir) -> std::path::PathBuf {
    Folder::new(data.path()).store().join(DONE)
}

/// Compacts a worn store on a disk that fails at the step `failing`, before or after doing it, and
/// returns the error text; `None` if there is no such step.
fn fail(failing: usize, is_done: bool) -> Option<String> {
    let (data, before) = worn();
    let mut steps = 0;
    let compacted = compact(data.path(), &mut |step| {
        steps += 1;
        if steps - 1 != failing {
            return take(step);
        }
        if is_done {
            take(step)?;
        }
        Err(failure())
    });
    let said = compacted.err().map(|error| error.to_string());
    if steps > failing {
        let said = said.as_ref().expect("a failure that is told");
        assert!(!said.ends_with("as it was") || !done(&data).exists());
    }
    // The next attempt may fail as well.
    let mut steps = 0;
    let finished = finish(&Folder::new(data.path()).store(), &mut |step| {
        steps += 1;
        if steps - 1 == failing {
            Err(failure())
        } else {
            take(step)
        }
    });
    assert_eq!(finished.is_err(), steps > failing);
    check(data.path(), &before, failing);
    said
}

#[test]
fn failure_of_the_disk_at_any_step_loses_nothing_and_is_told_as_it_is() {
    for is_done in [false, true] {
        let said: Vec<_> = (0..).map_while(|step| fail(step, is_done)).collect();
        let as_it_was = said.iter().filter(|said| said.ends_with("as it was"));
        assert_eq!(as_it_was.count(), if is_done { 2 } else { 3 }, "{said:?}");
        let text = "nothing is lost, and the next start continues from here";
        let unfinished = said.iter().filter(|said| said.ends_with(text));
        assert!(unfinished.count() > 12, "{said:?}");
    }
}

#[test]
fn copy_that_was_not_finished_does_not_count() {
    let (data, before) = worn();
    let store = Folder::new(data.path()).store();
    fs::create_dir(store.join(COPY)).expect("a new folder");
    fs::write(store.join(COPY).join(DATA), "half").expect("a file");
    check(data.path(), &before, 0);
}

/// Renews a store on a disk that fails at the step `failing`, before or after doing it; returns
/// whether there is such a step.
fn renew(failing: usize, is_done: bool) -> bool {
    let (data, before) = worn();
    let folder = Folder::new(data.path());
    let store = open(data.path());
    let mut batch = Batch::new();
    store.commit(batch.erase_past().clone()).expect("a commit");
    store.copy(&folder).expect("a copy");
    let mut steps = 0;
    let (store, renewed) = store.renewed_by(&folder, Options::default(), &mut |step| {
        steps += 1;
        if steps - 1 != failing {
            return take(step);
        }
        if is_done {
            take(step)?;
        }
        Err(failure())
    });
    // The disk works again: one of the two databases continues at once, and it is the right one.
    let (store, has_erased) = (store.expect("a store to go on with"), renewed.is_err());
    assert_eq!(
        store.has_traces().expect("a store"),
        has_erased,
        "{failing}"
    );
    let mut batch = Batch::new();
    batch.put(Table::Games, *b"later", Vec::new(), Expected::Absent);
    store.commit(batch).expect("a store that is written");
    drop(store);
    let store = open(data.path());
    let mut batch = Batch::new();
    batch.delete(Table::Games, *b"later", Expected::Any);
    if has_erased {
        batch.delete(Table::Meta, *b"erased", Expected::Any);
    }
    store.commit(batch).expect("a commit");
    drop(store);
    check(data.path(), &before, failing);
    steps > failing
}

#[test]
fn store_in_use_goes_on_whole_wherever_the_disk_fails() {
    for is_done in [false, true] {
        let steps = (0..1_000).take_while(|step| renew(*step, is_done)).count();
        assert!(steps > 15, "{steps}");
    }
}

/// Describes a folder: every file in it with the checksum of its content.
fn state(folder: &Path, name: &Path, found: &mut BTreeSet<(PathBuf, u32)>) {
    for entry in fs::read_dir(folder.join(name)).expect("a folder") {
        let name = name.join(entry.expect("an entry").file_name());
        let path = folder.join(&name);
        if path.is_dir() {
            found.insert((name.clone(), 0));
            state(folder, &name, found);
        } else {
            let bytes = fs::read(&path).expect("a file");
            found.insert((name, crc32fast::hash(&bytes)));
        }
    }
}

/// Returns the states in which kills leave the data folder at a step: the folder as it is, and with
/// a folder under removal at each stage.
fn killed_at(step: DiskAccess<'_>, data: &Path) -> Vec<TempDir> {
    let mut killed = vec![left(data)];
    let DiskAccess::RemoveFolder(going) = step else {
        return killed;
    };
    let name = going.strip_prefix(data).expect("a folder within");
    let entries = fs::read_dir(going).expect("a folder");
    for count in 1..=entries.count() {
        let left = left(data);
        let entries = fs::read_dir(left.path().join(name)).expect("a folder");
        for entry in entries.take(count) {
            let path = entry.expect("an entry").path();
            let removed = if path.is_dir() {
                fs::remove_dir_all(path)
            } else {
                fs::remove_file(path)
            };
            removed.expect("an entry of ours");
        }
        killed.push(left);
    }
    killed
}

/// Checks that everything is found in the states that kills have left, and in those that further
/// kills leave while the opening continues from there, to any depth. Returns the number of states.
fn check_rescues(mut killed: Vec<TempDir>, before: &Values) -> usize {
    let mut seen = BTreeSet::new();
    while let Some(data) = killed.pop() {
        let mut found = BTreeSet::new();
        state(data.path(), Path::new(""), &mut found);
        if !seen.insert(found) {
            continue;
        }
        let rescued = left(data.path());
        let finished = finish(&Folder::new(rescued.path()).store(), &mut |step| {
            killed.extend(killed_at(step, rescued.path()));
            take(step)
        });
        finished.expect("a disk that works");
        check(data.path(), before, seen.len());
    }
    seen.len()
}

#[test]
fn killed_while_in_use_and_in_the_midst_of_any_rescue_leaves_a_whole_store() {
    let (data, _) = worn();
    let folder = Folder::new(data.path());
    let store = open(data.path());
    let mut batch = Batch::new();
    store.commit(batch.erase_past().clone()).expect("a commit");
    let before = values(&store);
    let mut killed = vec![left(data.path())];
    let built = build(&store.db, &folder.store(), &mut |_| {
        killed.push(left(data.path()));
        true
    });
    built.expect("room for a copy");
    let (store, renewed) = store.renewed_by(&folder, Options::default(), &mut |step| {
        killed.extend(killed_at(step, data.path()));
        take(step)
    });
    renewed.expect("a disk that works");
    drop(store);
    let states = check_rescues(killed, &before);
    assert!(states > 8, "{states}");
}
