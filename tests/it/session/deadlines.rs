//! What it takes to wait for many moments at once.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use focusbot::rules::{Mode, Rules};
use focusbot::session::{Limits, Request, Service, TableKind};
use focusbot::store::{
    Batch, CommitError, Entries, Keys, MemoryStore, Store, StoreError, Stored, Table,
};

use crate::session::harness::{HOUR, LIMITS, NOW, person, table};

/// A store that counts how many values are read.
#[derive(Default)]
struct Counting {
    store: MemoryStore,
    values: AtomicUsize,
}

impl Counting {
    /// How many values `read` reads.
    fn count<T>(&self, read: impl FnOnce() -> T) -> (T, usize) {
        let before = self.values.load(Ordering::Relaxed);
        let found = read();
        (found, self.values.load(Ordering::Relaxed) - before)
    }
}

impl Store for Counting {
    fn get(&self, table: Table, key: &[u8]) -> Result<Option<Stored>, StoreError> {
        self.values.fetch_add(1, Ordering::Relaxed);
        self.store.get(table, key)
    }

    fn scan(&self, table: Table, keys: &Keys) -> Result<Entries<Stored>, StoreError> {
        let entries = self.store.scan(table, keys)?;
        self.values.fetch_add(entries.len(), Ordering::Relaxed);
        Ok(entries)
    }

    fn visit(&self, visit: &mut dyn FnMut(Table, &[u8], Stored)) -> Result<(), StoreError> {
        self.store.visit(&mut |table, key, stored| {
            self.values.fetch_add(1, Ordering::Relaxed);
            visit(table, key, stored);
        })
    }

    fn commit(&self, batch: Batch) -> Result<(), CommitError> {
        self.store.commit(batch)
    }
}

#[test]
fn a_thousand_deadlines_cost_nothing_while_they_wait() {
    let store = Arc::new(Counting::default());
    let limits = Limits {
        games_per_channel: 2_000,
        games_per_guild: 2_000,
        ..LIMITS
    };
    let service = Service::new(store.clone(), limits);
    let rules = Rules::new(Mode::Duel);
    for host in 0..1_000 {
        let new = Request::Create(table(rules, TableKind::Open));
        let opened = service.handle(NOW, &person(host + 1), new, 7);
        opened.expect("an open table");
    }
    let first = NOW.after(HOUR);
    let (next, read) = store.count(|| service.next_deadline().expect("a store"));
    assert_eq!((next, read), (Some(first), 1));
    let soon = first.before(Duration::from_millis(1));
    let (over, read) = store.count(|| service.expire(soon).expect("a store"));
    assert_eq!((over.len(), read), (0, 0));
    // All of them are there.
    assert_eq!(service.expire(first).expect("a store").len(), 1_000);
}
