//! Batches as arguments of the function `focusbot.commit`.

use std::collections::BTreeMap;

use crate::store::batch::ERASED;
use crate::store::{Batch, Change, CommitError, Condition, Expected, Table};

/// Key is locked, and neither written nor expected to be absent.
const LOOK: i32 = 0;
/// Value is written, whatever was there.
const PUT: i32 = 1;
/// Value is written where nothing may be.
const INSERT: i32 = 2;
/// Value is deleted.
const DELETE: i32 = 3;
/// There must be no value, and none may be written before the batch is committed.
const ABSENT: i32 = 4;

/// Arguments of one batch, as `schema.sql` describes them.
#[derive(Debug, Default)]
pub(super) struct Arguments {
    pub(super) tables: Vec<&'static str>,
    pub(super) ends: Vec<i32>,
    pub(super) inserts: Vec<i32>,
    pub(super) puts: Vec<i32>,
    pub(super) deletes: Vec<i32>,
    pub(super) keys: Vec<Vec<u8>>,
    pub(super) actions: Vec<i32>,
    pub(super) values: Vec<Option<Vec<u8>>>,
    pub(super) condition_keys: Vec<i32>,
    pub(super) condition_revisions: Vec<Option<i64>>,
    /// Table and key of each condition, for its conflict.
    conditions: Vec<(Table, Vec<u8>)>,
}

/// All conditions and changes of a batch for one key.
#[derive(Default)]
struct Slot {
    must_be_absent: bool,
    is_changed: bool,
    /// Value of the last change; `None` if it deletes.
    value: Option<Vec<u8>>,
    /// Index from 1 among all keys.
    index: i32,
}

impl Slot {
    const fn action(&self) -> i32 {
        match (self.is_changed, self.value.is_some(), self.must_be_absent) {
            (_, true, true) => INSERT,
            (_, true, false) => PUT,
            (_, false, true) => ABSENT,
            (true, false, false) => DELETE,
            (false, false, false) => LOOK,
        }
    }
}

impl Arguments {
    /// Converts a batch.
    pub(super) fn of(batch: Batch) -> Self {
        let mut slots: BTreeMap<(&'static str, Vec<u8>), Slot> = BTreeMap::new();
        let conditions = batch.conditions().to_vec();
        for condition in &conditions {
            let place = (condition.table.name(), condition.key.clone());
            let slot = slots.entry(place).or_default();
            slot.must_be_absent |= condition.expected == Expected::Absent;
        }
        // Unlike a file, a database need not be rewritten.
        let is_note = |change: &Change| change.table == Table::Meta && change.key == ERASED;
        for Change { table, key, bytes } in batch
            .into_changes()
            .into_iter()
            .filter(|change| !is_note(change))
        {
            let slot = slots.entry((table.name(), key)).or_default();
            (slot.is_changed, slot.value) = (true, bytes);
        }
        for (index, slot) in (1..).zip(slots.values_mut()) {
            slot.index = index;
        }
        let mut arguments = Self::default();
        for Condition {
            table,
            key,
            expected,
        } in conditions
        {
            let revision = match expected {
                Expected::Any => continue,
                Expected::Absent => None,
                Expected::Revision(revision) => Some(revision.0.cast_signed()),
            };
            let place = (table.name(), key);
            arguments.condition_keys.push(slots[&place].index);
            arguments.condition_revisions.push(revision);
            arguments.conditions.push((table, place.1));
        }
        for ((table, key), slot) in slots {
            arguments.add(table, key, slot);
        }
        arguments
    }

    fn add(&mut self, table: &'static str, key: Vec<u8>, slot: Slot) {
        if self.tables.last() != Some(&table) {
            self.tables.push(table);
            self.ends.push(0);
            for counts in [&mut self.inserts, &mut self.puts, &mut self.deletes] {
                counts.push(0);
            }
        }
        let action = slot.action();
        let at = self.tables.len() - 1;
        self.inserts[at] += i32::from(matches!(action, INSERT | ABSENT));
        self.puts[at] += i32::from(action == PUT);
        self.deletes[at] += i32::from(matches!(action, DELETE | ABSENT));
        self.ends[at] = slot.index;
        self.keys.push(key);
        self.actions.push(action);
        self.values.push(slot.value);
    }

    /// Returns the conflict of the condition with this index from 1.
    pub(super) fn conflict(&self, index: i32) -> CommitError {
        let at = usize::try_from(index - 1).expect("an index from 1");
        let (table, key) = self.conditions[at].clone();
        CommitError::Conflict { table, key }
    }
}
