//! Other programs beside the service: what they leave in its store, and processes that share it.

use std::collections::BTreeSet;
use std::sync::Arc;

use focusbot::service::{GameId, Service, Timestamp};
use focusbot::store::records::record::decode;
use focusbot::store::records::{AliveRecord, GameRecord};
use focusbot::store::{
    Batch, CommitError, Expected, Key, Keys, MemoryStore, Revision, Store, StoreError, Table,
    process_prefix,
};

use crate::service::harness::{LIMITS, World};
use crate::store::read_inner_store;

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
