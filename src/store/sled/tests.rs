//! Reads of a damaged database, and of a data file that loses its end while it is open.

use std::fs::{self, OpenOptions};

use tempfile::TempDir;

use super::*;
use crate::store::sled::opening::open_locked::{open_locked, open_with};
use crate::store::sled::test_support::{values, worn};
use crate::store::{Folder, when_free};

/// Number of values.
const VALUES: u32 = 4_000;

fn value(number: u32) -> Vec<u8> {
    number.to_be_bytes().repeat(35)
}

#[test]
fn values_behind_the_end_of_a_cut_file_are_damaged() {
    let data = TempDir::new().expect("a temporary folder");
    let open = || {
        // The thread that flushes would also read and move pages.
        let config = || ::sled::Config::new().flush_every_ms(None);
        when_free(|| open_with(data.path(), config())).expect("a sound database")
    };
    let db = open();
    for number in 0..VALUES {
        let put = db.insert(number.to_be_bytes(), value(number));
        put.expect("a database");
    }
    drop(db);
    // Writes a snapshot, so that no page is read at the next opening.
    drop(open());
    let db = open();
    let file = data.path().join(DATA);
    let bytes = fs::read(&file).expect("the data file");
    let copies = |number| {
        let value = value(number);
        bytes.windows(value.len()).rposition(|part| part == value)
    };
    let middle = copies(VALUES / 2).expect("a copy of the value") + value(0).len() / 2;
    let file = OpenOptions::new().write(true).open(file).expect("the file");
    file.set_len(middle as u64).expect("a file to cut");
    let mut damaged = 0;
    for number in 0..VALUES {
        match db.get(number.to_be_bytes()).map_err(failed) {
            Ok(found) => assert_eq!(found.as_deref(), Some(&*value(number))),
            Err(StoreError::Damaged(_)) => damaged += 1,
            Err(error) => panic!("{error}"),
        }
    }
    assert!(damaged > 0, "no value was behind the end");
}

#[test]
fn value_that_a_worn_database_lacks_costs_no_other() {
    let (data, mut before) = worn();
    let folder = Folder::new(data.path());
    let (table, key, _) = before.pop().expect("values");
    let db = when_free(|| open_locked(&folder.store())).expect("a sound database");
    // Bypasses the writer, which would update the record count.
    db.remove(place(table, &key)).expect("a database of ours");
    drop(db);
    let refused = when_free(|| SledStore::open(&folder, Options::default()));
    let text = refused.expect_err("a value too few").to_string();
    let left = before.len();
    let expected = format!("expected {} records, found {left}", left + 1);
    assert!(text.contains(&expected), "{text}");
    let options = Options {
        missing: Missing::Accept,
        ..Options::default()
    };
    let opened = when_free(|| SledStore::open(&folder, options)).expect("all other values");
    assert!(values(&opened.store) == before);
}

#[test]
fn torn_snapshot_beside_a_sound_one_costs_a_worn_database_nothing() {
    let (data, before) = worn();
    let folder = Folder::new(data.path());
    let path = folder.store();
    // sled reads the last one by name. A kill leaves one that was not finished, and which nobody
    // has to look at.
    let last = "snap.FFFFFFFFFFFFFFFF";
    let unfinished = path.join(format!("{last}.generating"));
    let aside = path.join(format!("damaged-{last}"));
    for (torn, moved) in [(&path.join(last), &[aside][..]), (&unfinished, &[])] {
        fs::write(torn, "torn").expect("a file");
        let opened = when_free(|| SledStore::open(&folder, Options::default()));
        let opened = opened.expect("a sound database");
        assert!(values(&opened.store) == before);
        assert_eq!(opened.snapshots, moved);
        assert!(!torn.exists());
    }
    let files = fs::read_dir(&path).expect("a folder").flatten();
    let names = files.map(|file| file.file_name().to_string_lossy().into_owned());
    let aside: Vec<_> = names.filter(|name| name.contains("damaged")).collect();
    assert_eq!(aside, [format!("damaged-{last}")]);
}
