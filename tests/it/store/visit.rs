//! Consistent reading of everything while others write.

use std::collections::BTreeMap;
use std::thread;

use focusbot::store::{Batch, Expected, Key, SledStore, Store, Table};
use tempfile::TempDir;

use crate::store::folder::damage::envelope;
use crate::store::open;

/// Number of records; more than are read at once.
const RECORDS: u32 = 4_500;

fn key(number: u32) -> Key {
    Key::new().u32(number)
}

fn fill(store: &SledStore) {
    let mut batch = Batch::new();
    for number in 0..RECORDS {
        // The odd ones are added later.
        batch.put(
            Table::Games,
            key(2 * number),
            envelope(1, b"{}"),
            Expected::Absent,
        );
    }
    store.commit(batch).expect("a commit of new keys");
}

/// Changes, deletes and adds a value before and after every place.
fn change(store: &SledStore, round: u32) {
    let mut batch = Batch::new();
    for number in (0..2 * RECORDS).filter(|number| number % 97 == round) {
        match number % 4 {
            0 => batch.put(Table::Games, key(number), envelope(1, b"[]"), Expected::Any),
            2 => batch.delete(Table::Games, key(number), Expected::Any),
            _ => batch.put(
                Table::Games,
                key(number),
                envelope(1, b"{}"),
                Expected::Absent,
            ),
        };
    }
    store.commit(batch).expect("a commit");
}

fn everything(store: &SledStore, mut at: impl FnMut(usize)) -> BTreeMap<Vec<u8>, Vec<u8>> {
    let mut seen = BTreeMap::new();
    let mut last = Vec::new();
    let visited = store.visit(&mut |table, key, stored| {
        if table == Table::Games {
            assert!(*key > *last || seen.is_empty(), "in order");
            last = key.to_vec();
            seen.insert(key.to_vec(), stored.bytes);
            at(seen.len());
        }
    });
    visited.expect("a readable store");
    seen
}

#[test]
fn commits_go_on_during_a_visit_and_are_not_seen_by_it() {
    let folder = TempDir::new().expect("a temporary folder");
    let store = open(folder.path());
    fill(&store);
    let before = everything(&store, |_| {});
    assert_eq!(before.len(), RECORDS as usize);
    let mut round = 0;
    let seen = everything(&store, |count| {
        if count % 300 == 1 {
            // It returns before the visit continues.
            thread::scope(|scope| {
                let committed = scope.spawn(|| change(&store, round));
                committed.join().expect("a commit");
            });
            round += 1;
        }
    });
    assert!(round > 10);
    assert_eq!(seen, before);
    let after = everything(&store, |_| {});
    assert_ne!(after, before);
    drop(store);
    assert_eq!(everything(&open(folder.path()), |_| {}), after);
}
