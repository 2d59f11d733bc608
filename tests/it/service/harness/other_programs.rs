//! Other programs beside the service: what they leave in its store, and processes that share it.

use std::collections::BTreeSet;
use std::sync::Arc;
use std::sync::atomic::AtomicU32;
use std::sync::atomic::Ordering::Relaxed;

use focusbot::service::{GameId, Limits, Service, Timestamp};
use focusbot::store::records::record::decode;
use focusbot::store::records::{AliveRecord, GameRecord};
use focusbot::store::{
    Batch, CommitError, Expected, Key, Keys, MemoryStore, Revision, Store, StoreError, Table,
    process_prefix,
};
use parking_lot::Mutex;

use crate::service::harness::{LIMITS, World};
use crate::store::{intercepted, read_inner_store};

/// Name of a process of an older version.
pub(in crate::service) const OLDER: &str = "focusbot-0123456789abcdef";

/// Store to which a process with this name is connected as well.
struct Shared {
    store: Arc<MemoryStore>,
    other: String,
}

impl Store for Shared {
    read_inner_store!();

    fn commit(&self, batch: Batch) -> Result<Revision, CommitError> {
        self.store.commit(batch)
    }

    fn is_shared(&self) -> bool {
        true
    }

    fn sessions(&self) -> Result<BTreeSet<String>, StoreError> {
        let own = process_prefix() + "1";
        Ok(BTreeSet::from([own, self.other.clone()]))
    }
}

impl World {
    /// Changes the record of a game or table, as another program would; returns the result of
    /// `change`.
    #[track_caller]
    pub(in crate::service) fn rewrite<T>(
        &self,
        id: GameId,
        change: impl FnOnce(&mut GameRecord) -> T,
    ) -> T {
        let mut record = record(&*self.store, id);
        let result = change(&mut record);
        let mut batch = Batch::new();
        batch.put_record(Key::new().u32(id.0), &record, Expected::Any);
        self.store.commit(batch).expect("a store");
        result
    }

    /// Commits a batch as an older program that shows a sign of life at this time, and checks the
    /// indices, as at a start after it.
    #[track_caller]
    pub(in crate::service) fn write_as_older(&self, mut batch: Batch, at: Timestamp) {
        let sign_of_life = AliveRecord {
            at: at.0,
            ..AliveRecord::default()
        };
        batch.put_record(Key::new().u8(0), &sign_of_life, Expected::Any);
        self.store.commit(batch).expect("a store");
        self.service.check_indices().expect("a store");
    }
}

/// Returns the service of a process beside another one with this name.
pub(in crate::service) fn beside(world: &World, other: &str) -> Service {
    let store = Shared {
        store: Arc::clone(&world.store),
        other: other.to_owned(),
    };
    Service::new(Arc::new(store), LIMITS)
}

/// Returns the service of another process on the store of `world`, where something else happens
/// before a commit that `commits` others precede.
pub(in crate::service) fn interrupted(
    world: &World,
    limits: Limits,
    commits: u32,
    meanwhile: impl FnOnce() + Send + 'static,
) -> Service {
    let left = AtomicU32::new(commits);
    let meanwhile = Mutex::new(Some(meanwhile));
    let store = intercepted(Arc::clone(&world.store) as _, move |store, batch| {
        let is_next = !counts_down(&left);
        if let Some(act) = meanwhile.lock().take_if(|_| is_next) {
            act();
        }
        store.commit(batch)
    });
    Service::new(store, limits)
}

/// Counts down to zero; returns false once it is reached.
pub(in crate::service) fn counts_down(left: &AtomicU32) -> bool {
    let less = |left: u32| left.checked_sub(1);
    left.fetch_update(Relaxed, Relaxed, less).is_ok()
}

/// Removes all entries of a table, as an older program would have left none.
pub(in crate::service) fn remove_entries(store: &dyn Store, table: Table) {
    let mut batch = Batch::new();
    for (key, _) in store.scan(table, &Keys::all()).expect("a store") {
        batch.delete(table, key, Expected::Any);
    }
    store.commit(batch).expect("a store");
}

/// Returns the record of a game or table.
#[track_caller]
pub(in crate::service) fn record(store: &dyn Store, id: GameId) -> GameRecord {
    let held = store.get(Table::Games, &Key::new().u32(id.0));
    let held = held.expect("a store").expect("a game");
    decode(&held.bytes).expect("a record")
}
