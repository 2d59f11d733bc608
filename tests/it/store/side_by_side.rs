//! Random batches against all stores side by side: each does the same.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use focusbot::store::postgres::PostgresStore;
use focusbot::store::{Batch, CommitError, Expected, Keys, MemoryStore, Revision, Store, Table};
use proptest::collection::vec;
use proptest::prelude::*;
use tempfile::TempDir;

use crate::store::postgres::{Database, database};
use crate::store::{contents, open};

const TABLES: [Table; 3] = [Table::Games, Table::Actions, Table::Quarantine];

/// Condition, in terms that every store understands.
#[derive(Clone, Copy, Debug)]
enum Wanted {
    Any,
    Absent,
    /// As it is now in the store.
    Current,
    /// As it was before its last change.
    Former,
}

/// Part of a batch.
#[derive(Clone, Debug)]
enum Part {
    Put(Vec<u8>),
    Delete,
    Require,
}

type Step = Vec<(usize, Vec<u8>, Wanted, Part)>;

fn steps() -> impl Strategy<Value = Vec<Step>> {
    let key = vec(prop_oneof![Just(0_u8), Just(1), Just(255)], 0..3);
    let wanted = prop_oneof![
        3 => Just(Wanted::Any),
        2 => Just(Wanted::Absent),
        4 => Just(Wanted::Current),
        1 => Just(Wanted::Former),
    ];
    let part = prop_oneof![
        4 => vec(any::<u8>(), 0..4).prop_map(Part::Put),
        2 => Just(Part::Delete),
        1 => Just(Part::Require),
    ];
    vec(vec((0..TABLES.len(), key, wanted, part), 1..5), 1..25)
}

/// Store with the revisions that its keys have had.
struct Side<'s> {
    store: &'s dyn Store,
    revisions: BTreeMap<(Table, Vec<u8>), Vec<Revision>>,
}

impl Side<'_> {
    fn commit(&mut self, step: &Step) -> Result<(), CommitError> {
        let mut batch = Batch::new();
        for (table, key, wanted, part) in step {
            let table = TABLES[*table];
            let current = self.store.get(table, key).expect("a readable store");
            let former = self.revisions.get(&(table, key.clone()));
            let former = former.and_then(|all| all.iter().rev().nth(1));
            let expected = match wanted {
                Wanted::Any => Expected::Any,
                Wanted::Absent => Expected::Absent,
                Wanted::Current => Expected::as_read(current.map(|stored| stored.revision)),
                Wanted::Former => Expected::Revision(former.copied().unwrap_or_default()),
            };
            match part {
                Part::Put(bytes) => batch.put(table, key.clone(), bytes.clone(), expected),
                Part::Delete => batch.delete(table, key.clone(), expected),
                Part::Require => batch.require(table, key.clone(), expected),
            };
        }
        self.store.commit(batch)?;
        for (table, key, _, _) in step {
            let table = TABLES[*table];
            let stored = self.store.get(table, key).expect("a readable store");
            let all = self.revisions.entry((table, key.clone())).or_default();
            if let Some(stored) = stored
                && all.last() != Some(&stored.revision)
            {
                assert!(!all.contains(&stored.revision), "a revision twice");
                all.push(stored.revision);
            }
        }
        Ok(())
    }
}

/// Store in PostgreSQL for all cases, emptied after each.
static POSTGRES: LazyLock<Option<(Database, PostgresStore)>> = LazyLock::new(|| {
    let database = database()?;
    let store = database.store();
    Some((database, store))
});

proptest! {
    #![proptest_config(ProptestConfig::with_cases(40))]

    #[test]
    fn stores_do_the_same(steps in steps(), keys in (vec(any::<u8>(), 0..3), vec(any::<u8>(), 0..3))) {
        let folder = TempDir::new().expect("a temporary folder");
        let (memory, disk) = (MemoryStore::new(), open(folder.path()));
        let mut stores: Vec<&dyn Store> = vec![&memory, &disk];
        if let Some((_, store)) = &*POSTGRES {
            empty(store);
            stores.push(store);
        }
        let mut sides: Vec<_> = stores
            .into_iter()
            .map(|store| Side { store, revisions: BTreeMap::new() })
            .collect();
        for step in &steps {
            let results: Vec<_> = sides.iter_mut().map(|side| side.commit(step)).collect();
            prop_assert!(results.windows(2).all(|pair| pair[0] == pair[1]), "{results:?}");
        }
        let contents: Vec<_> = sides.iter().map(|side| contents(side.store)).collect();
        prop_assert!(contents.windows(2).all(|pair| pair[0] == pair[1]), "{contents:?}");
        let selection = Keys::all().from(keys.0).before(keys.1);
        for selection in [selection.clone(), selection.reversed().limit(2)] {
            let scanned = sides.iter().map(|side| {
                let entries = side.store.scan(Table::Games, &selection);
                let entries = entries.expect("a readable store").into_iter();
                entries.map(|(key, stored)| (key, stored.bytes)).collect::<Vec<_>>()
            });
            let scanned: Vec<_> = scanned.collect();
            prop_assert!(scanned.windows(2).all(|pair| pair[0] == pair[1]), "{scanned:?}");
        }
    }
}

fn empty(store: &PostgresStore) {
    let mut batch = Batch::new();
    let visited = store.visit(&mut |table, key, _| {
        if table != Table::Meta {
            batch.delete(table, key, Expected::Any);
        }
    });
    visited.expect("a readable store");
    store.commit(batch).expect("a commit without conditions");
}
