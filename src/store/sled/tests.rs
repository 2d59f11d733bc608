//! Reads of a data file that loses its end while it is open.

use std::fs::{self, OpenOptions};

use tempfile::TempDir;

use super::*;
use crate::store::sled::opening::lock::open_with;
use crate::store::when_free;

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
