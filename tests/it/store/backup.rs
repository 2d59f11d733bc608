//! Backups: written, read back, kept, refused.

use std::fs;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

use focusbot::store::backup::read::check;
use focusbot::store::backup::restore::{RestoreError, restore, restore_with};
use focusbot::store::{
    Batch, Expected, Folder, Key, MemoryStore, OpenError, Options, SledStore, Store, Table, backup,
};
use tempfile::TempDir;

use crate::store::folder::damage::envelope;
use crate::store::{contents, open};

const HOUR: Duration = Duration::from_secs(3600);

fn noon() -> SystemTime {
    SystemTime::UNIX_EPOCH + Duration::from_secs(1_788_091_200)
}

/// Returns a store with values of every kind: plain, odd, empty, damaged.
fn store() -> MemoryStore {
    let store = MemoryStore::new();
    let mut batch = Batch::new();
    let mut put = |table, key: &[u8], bytes| {
        batch.put(table, key, bytes, Expected::Absent);
    };
    put(
        Table::Games,
        b"\0\x01",
        envelope(1, br#"{"b":0.1,"a":[18446744073709551615,1.0]}"#),
    );
    put(
        Table::Games,
        b"",
        envelope(7, "\"Zażółć 🦊\\n\"".as_bytes()),
    );
    put(Table::Players, b"spaced", envelope(1, b" {\n} "));
    put(Table::Players, b"no JSON", envelope(1, b"[\xff"));
    put(Table::Deadlines, b"all is in the key", vec![]);
    put(
        Table::Quarantine,
        b"games\0x",
        b"\x01not an envelope".to_vec(),
    );
    for number in 0..3000 {
        put(
            Table::Actions,
            &Key::new().u32(number),
            envelope(1, b"{\"move\":\"a3-a4\"}"),
        );
    }
    store.commit(batch).expect("a commit to an empty store");
    store
}

fn written(folder: &Path) -> PathBuf {
    let written = backup::write(&store(), folder, noon(), 7).expect("a backup");
    assert_eq!(written.records, 3006);
    written.path
}

#[test]
fn restored_store_holds_the_same_bytes() {
    let backups = TempDir::new().expect("a temporary folder");
    let path = written(backups.path());
    assert_eq!(check(&path, &mut |_| {}).expect("a sound backup"), 3006);

    let data = TempDir::new().expect("a temporary folder");
    let folder = Folder::new(data.path());
    assert_eq!(restore(&path, &folder).expect("a sound backup"), 3006);

    let mut names: Vec<_> = fs::read_dir(data.path())
        .expect("the data folder")
        .map(|entry| entry.expect("an entry").file_name())
        .collect();
    names.sort();
    assert_eq!(names, ["lock", "store"]);

    let again = backups.path().join("again");
    let opened = open(data.path());
    assert_eq!(contents(&opened), contents(&store()));
    let second = backup::write(&opened, &again, noon(), 7).expect("a backup");
    assert_eq!(
        second.records, 3007,
        "the format of the data has come with the database"
    );
}

#[test]
fn backup_is_text_a_person_can_read() {
    let backups = TempDir::new().expect("a temporary folder");
    let path = written(backups.path());
    assert_eq!(
        path.file_name().expect("a name"),
        "focusbot-2026-08-30T12-00-00-000Z.jsonl"
    );
    let text = fs::read_to_string(path).expect("a backup");
    let line = |at: usize| text.lines().nth(at).expect("a line");
    assert_eq!(
        line(0),
        r#"{"focusbot_backup":1,"format":2,"created":"2026-08-30T12:00:00Z"}"#
    );
    assert_eq!(
        line(1),
        r#"{"table":"actions","key":"00000000","schema":1,"record":{"move":"a3-a4"}}"#
    );
    assert_eq!(
        line(3003),
        r#"{"table":"games","key":"0001","schema":1,"record":{"b":0.1,"a":[18446744073709551615,1.0]}}"#
    );
    assert!(line(3007).starts_with(r#"{"end":{"records":3006,"crc32":""#));
}

#[test]
fn changed_backup_is_refused_and_nothing_is_written() {
    let backups = TempDir::new().expect("a temporary folder");
    let whole = fs::read_to_string(written(backups.path())).expect("a backup");
    let lines = whole.lines().count();
    let without = |at: usize| {
        let mut kept: Vec<_> = whole.split_inclusive('\n').collect();
        kept.remove(at);
        kept.concat()
    };
    let newer = whole.replacen("\"format\":2", "\"format\":3", 1);
    for (changed, expected) in [
        (
            whole.replacen("a3-a4", "a3-a5", 1),
            "the checksum does not match",
        ),
        (
            whole.replacen("000a", "000b", 1),
            "the checksum does not match",
        ),
        (without(7), "expected 3006 values before it, got 3005"),
        (without(0), "expected the first line of a focusbot backup"),
        (without(lines - 1), "the backup is cut off here"),
        (whole[..whole.len() / 2].to_owned(), "line "),
        (format!("{whole}{{}}\n"), "expected nothing after it"),
        (
            whole.replacen("\"games\"", "\"gemas\"", 1),
            "the checksum does not match",
        ),
        (newer, "the data has format 3"),
        (String::new(), "expected the first line"),
    ] {
        let path = backups.path().join("changed.jsonl");
        fs::write(&path, changed).expect("a file");
        let data = TempDir::new().expect("a temporary folder");
        let error = restore(&path, &Folder::new(data.path())).expect_err("a bad backup");
        assert!(
            error.to_string().contains(expected),
            "{error}, expected {expected}"
        );
        assert_eq!(fs::read_dir(data.path()).expect("a folder").count(), 0);
    }
}

#[test]
fn restore_never_overwrites_a_database() {
    let backups = TempDir::new().expect("a temporary folder");
    let path = written(backups.path());
    let data = TempDir::new().expect("a temporary folder");
    let before = contents(&open(data.path()));
    let error = restore(&path, &Folder::new(data.path())).expect_err("a database in the way");
    assert!(matches!(error, RestoreError::NotEmpty(_)), "{error}");
    assert_eq!(contents(&open(data.path())), before);
}

#[test]
fn folder_is_locked_while_it_is_restored() {
    let backups = TempDir::new().expect("a temporary folder");
    let path = written(backups.path());
    let data = TempDir::new().expect("a temporary folder");
    let folder = Folder::new(data.path());
    let (whole, mut read) = (fs::metadata(&path).expect("a backup").len(), 0);
    let mut tries = 0;
    let restored = restore_with(&path, &folder, Options::default(), &mut |bytes| {
        read += bytes;
        // While the values are being written, after the backup has been checked.
        if tries == 0 && read > whole * 3 / 2 {
            tries += 1;
            let error = restore(&path, &folder).expect_err("a restore under way");
            let is_in_use = matches!(error, RestoreError::Open(OpenError::InUse(_)));
            assert!(is_in_use, "{error}");
            let opened = SledStore::open(&folder, Options::default());
            assert!(matches!(opened, Err(OpenError::InUse(_))), "{opened:?}");
        }
    });
    let restored = restored.expect("a sound backup").records;
    assert_eq!((restored, tries), (3006, 1));
    assert_eq!(contents(&open(data.path())), contents(&store()));
}

#[test]
fn restore_that_was_interrupted_can_be_done_again() {
    let backups = TempDir::new().expect("a temporary folder");
    let path = written(backups.path());
    let data = TempDir::new().expect("a temporary folder");
    open(&data.path().join("restoring"));
    assert_eq!(
        restore(&path, &Folder::new(data.path())).expect("a sound backup"),
        3006
    );
    assert_eq!(contents(&open(data.path())), contents(&store()));
}

#[test]
fn backup_of_a_newer_program_is_told_from_a_bad_one() {
    let backups = TempDir::new().expect("a temporary folder");
    let path = written(backups.path());
    let text = fs::read_to_string(&path).expect("a backup");
    let (head, rest) = text.split_once('\n').expect("lines");
    for (known, newer, expected) in [
        (
            "\"focusbot_backup\":1",
            "\"by\":\"2.0\",\"focusbot_backup\":2",
            "the backup has version 2, and this focusbot knows 1: a newer focusbot",
        ),
        (
            "\"format\":2",
            "\"by\":\"2.0\",\"format\":3",
            "the data has format 3, and this focusbot knows 2: a newer focusbot",
        ),
    ] {
        let newer = head.replace(known, newer);
        assert_ne!(newer, head);
        fs::write(&path, format!("{newer}\n{rest}")).expect("a file");
        let error = check(&path, &mut |_| {}).expect_err("a newer backup");
        assert!(error.to_string().contains(expected), "{error}");
    }
}

#[test]
fn opening_says_that_a_restore_was_broken_off_or_tidies_up_after_it() {
    let data = TempDir::new().expect("a temporary folder");
    let folder = Folder::new(data.path());
    let workshop = data.path().join("restoring");
    open(&workshop);
    let opened = SledStore::open(&folder, Options::default());
    let text = opened.expect_err("no games").to_string();
    assert!(
        text.contains("a restore was interrupted; run it again"),
        "{text}"
    );
    assert!(text.contains(&*workshop.to_string_lossy()), "{text}");
    assert!(!folder.store().exists(), "nothing is begun anew");
    let backups = TempDir::new().expect("a temporary folder");
    restore(&written(backups.path()), &folder).expect("a sound backup");
    for name in ["restoring", "rebuilding"] {
        open(&data.path().join(name));
    }
    assert_eq!(contents(&open(data.path())), contents(&store()));
    let left = ["restoring", "rebuilding"].map(|name| data.path().join(name).exists());
    assert_eq!(left, [false, false]);
}

#[test]
fn oldest_backups_go_when_there_are_too_many() {
    let backups = TempDir::new().expect("a temporary folder");
    let strange = backups.path().join("focusbot-notes.jsonl");
    fs::write(&strange, "mine").expect("a file");
    let store = MemoryStore::new();
    let paths: Vec<_> = (0..5)
        .map(|hours| {
            let now = noon() + hours * HOUR;
            backup::write(&store, backups.path(), now, 3)
                .expect("a backup")
                .path
        })
        .collect();
    assert_eq!(backup::list(backups.path()).expect("a folder"), paths[2..]);
    let newest = backup::newest(backups.path()).expect("a folder");
    assert_eq!(newest.as_ref(), paths.last());
    assert!(strange.exists(), "files of others stay");
}

#[test]
fn backup_that_was_broken_off_goes_with_the_next() {
    let backups = TempDir::new().expect("a temporary folder");
    let broken_off = "focusbot-2026-08-30T07-00-00-000Z.unfinished";
    for name in [broken_off, "notes.unfinished"] {
        fs::write(backups.path().join(name), "half").expect("a file");
    }
    let path = written(backups.path());
    let files = fs::read_dir(backups.path()).expect("a folder");
    let mut files: Vec<_> = files.map(|file| file.expect("a file").path()).collect();
    files.sort();
    let own = backups.path().join("notes.unfinished");
    assert_eq!(files, [path, own], "files of others stay");
}

#[test]
fn backup_that_another_process_is_writing_stays() {
    let backups = TempDir::new().expect("a temporary folder");
    let under_way = backups
        .path()
        .join("focusbot-2026-08-30T07-00-00-000Z.unfinished");
    let file = fs::File::create(&under_way).expect("a file");
    file.lock().expect("a lock");
    written(backups.path());
    assert!(under_way.exists(), "it is being written");
    drop(file);
    let later = backup::write(&MemoryStore::new(), backups.path(), noon() + HOUR, 3);
    later.expect("a backup");
    assert!(!under_way.exists(), "nobody writes it any more");
}

#[test]
fn backup_is_due_after_the_interval() {
    let backups = TempDir::new().expect("a temporary folder");
    let is_due = |now| backup::is_due(backups.path(), now, 6 * HOUR);
    assert!(is_due(noon()), "there is none yet");
    backup::write(&MemoryStore::new(), backups.path(), noon(), 3).expect("a backup");
    assert!(!is_due(noon() + 6 * HOUR - Duration::from_millis(1)));
    assert!(is_due(noon() + 6 * HOUR));
    assert!(is_due(noon() - HOUR), "the clock was set back");
}

#[test]
fn clock_that_is_set_back_costs_no_more_than_other_backups_do() {
    let backups = TempDir::new().expect("a temporary folder");
    let store = MemoryStore::new();
    let write = |now| {
        let written = backup::write(&store, backups.path(), now, 3);
        written.expect("a backup").path
    };
    let (old, last) = (write(noon() - 6 * HOUR), write(noon()));
    let ahead = write(noon() + 30 * HOUR);
    // Now the clock is right.
    let now = noon() + 6 * HOUR;
    assert!(backup::is_due(backups.path(), now, 6 * HOUR));
    let next = write(now);
    assert!(next.exists(), "what was just written stays");
    assert!(!ahead.exists(), "what is from the future goes first");
    assert!(old.exists() && last.exists());
    let soon = now + Duration::from_secs(1);
    assert!(!backup::is_due(backups.path(), soon, 6 * HOUR));
}

#[test]
fn backup_is_not_pruned_away_by_those_from_the_future() {
    let backups = TempDir::new().expect("a temporary folder");
    let store = MemoryStore::new();
    for hours in 1..=3 {
        let now = noon() + hours * HOUR;
        backup::write(&store, backups.path(), now, 3).expect("a backup");
    }
    let written = backup::write(&store, backups.path(), noon(), 3).expect("a backup");
    assert!(written.path.exists());
    assert_eq!(backup::list(backups.path()).expect("a folder").len(), 3);
    assert!(!backup::is_due(backups.path(), noon() + HOUR / 2, HOUR));
}

#[test]
fn backup_that_breaks_off_takes_no_room() {
    let backups = TempDir::new().expect("a temporary folder");
    let named = backups
        .path()
        .join("focusbot-2026-08-30T12-00-00-000Z.jsonl");
    fs::create_dir_all(named.join("in the way")).expect("a folder");
    backup::write(&store(), backups.path(), noon(), 1).expect_err("a folder in the way");
    assert_eq!(backup::unfinished_bytes(backups.path()), 0);
    assert_eq!(fs::read_dir(backups.path()).expect("a folder").count(), 1);
}

#[test]
fn backup_is_copied_whole_even_into_its_own_folder() {
    let backups = TempDir::new().expect("a temporary folder");
    let path = written(backups.path());
    let whole = fs::read(&path).expect("a backup");
    for folder in ["", ".", "elsewhere/saved"] {
        let copy = backup::copy(&path, &backups.path().join(folder)).expect("a copy");
        assert_eq!(fs::read(&copy).expect("a copy"), whole, "{folder}");
        assert_eq!(fs::read(&path).expect("a backup"), whole, "{folder}");
        let files = fs::read_dir(copy.parent().expect("a folder")).expect("files");
        let unfinished = files.filter(|file| {
            let path = file.as_ref().expect("a file").path();
            path.extension().is_some_and(|end| end == "unfinished")
        });
        assert_eq!(unfinished.count(), 0, "{folder}");
    }
}

#[test]
fn two_that_copy_one_backup_do_not_write_into_one_file() {
    let backups = TempDir::new().expect("a temporary folder");
    let (path, to) = (written(backups.path()), backups.path().join("saved"));
    fs::create_dir(&to).expect("a new folder");
    let name = path.file_name().expect("a name");
    let under_way = to.join(name).with_extension("unfinished");
    fs::write(&under_way, "half of it").expect("a file");
    let error = backup::copy(&path, &to).expect_err("a copy under way");
    assert_eq!(error.kind(), ErrorKind::AlreadyExists);
    let left = fs::read_to_string(&under_way).expect("the copy of the other");
    assert_eq!(left, "half of it");
}

#[test]
fn backup_that_cannot_be_written_leaves_the_others() {
    let backups = TempDir::new().expect("a temporary folder");
    let path = written(backups.path());
    let unfinished = "focusbot-2026-08-30T13-00-00-000Z.unfinished";
    fs::create_dir(backups.path().join(unfinished)).expect("a folder in the way");
    let error = backup::write(&store(), backups.path(), noon() + HOUR, 1);
    let text = error.expect_err("a folder in the way").to_string();
    assert!(text.starts_with("cannot write the backup `"), "{text}");
    assert_eq!(backup::list(backups.path()).expect("a folder"), [path]);
}

#[test]
fn tables_of_a_newer_program_are_kept_for_it() {
    let backups = TempDir::new().expect("a temporary folder");
    let whole = fs::read_to_string(written(backups.path())).expect("a backup");
    let values = whole.rsplit_once("{\"end\":").expect("a last line").0;
    // As a newer program with another table, and an older one without it, would write them.
    let later = values.replace("\"players\"", "\"prayers\"");
    let with_checksum = |values: &str| {
        let crc32 = format!("{:08x}", crc32fast::hash(values.as_bytes()));
        format!("{values}{{\"end\":{{\"records\":3006,\"crc32\":\"{crc32}\"}}}}\n")
    };
    let path = backups.path().join("later.jsonl");
    fs::write(&path, with_checksum(&later)).expect("a file");
    let data = TempDir::new().expect("a temporary folder");
    let restored = restore(&path, &Folder::new(data.path()));
    assert_eq!(restored.expect("a backup with another table"), 3006);
    let aside = contents(&open(data.path()));
    let aside: Vec<_> = aside
        .iter()
        .filter(|(table, ..)| *table == Table::Quarantine)
        .collect();
    let names: Vec<_> = aside.iter().map(|(_, key, _)| key.as_slice()).collect();
    let expected: [&[u8]; 3] = [b"games\0x", b"prayers\0no JSON", b"prayers\0spaced"];
    assert_eq!(names, expected);

    let known = values.replace(
        "\"key\":\"67616d65730078\"",
        "\"key\":\"706c61796572730061\"",
    );
    let known = known.replace(
        "\"raw\":\"016e6f7420616e20656e76656c6f7065\"",
        "\"schema\":1,\"record\":{}",
    );
    fs::write(&path, with_checksum(&known)).expect("a file");
    let data = TempDir::new().expect("a temporary folder");
    restore(&path, &Folder::new(data.path())).expect("a backup of an older program");
    let store = open(data.path());
    let found = store.get(Table::Players, b"a").expect("a readable store");
    assert_eq!(found.expect("a value taken back").bytes, envelope(1, b"{}"));
    assert_eq!(store.get(Table::Quarantine, b"players\0a"), Ok(None));
}
