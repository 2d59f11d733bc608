//! Check of every value in a store for readability.

use std::collections::BTreeMap;

use data_encoding::HEXLOWER;
use thiserror::Error;

use crate::store::records::archive;
use crate::store::records::envelope::Envelope;
use crate::store::records::record::{RecordError, RecordType};
use crate::store::{CommitError, Store, StoreError, Stored, Table};

/// Value that cannot be read.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("`{}` in table `{table}`: {reason}", HEXLOWER.encode(.key))]
pub struct Flaw {
    /// Table of the value.
    pub table: Table,
    /// Key of the value.
    pub key: Vec<u8>,
    /// Description of the problem.
    pub reason: RecordError,
}

/// Result of a check.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Report {
    /// Number of values in each table; tables without any are left out.
    pub counts: BTreeMap<Table, u64>,
    /// Values that cannot be read, except those already set aside.
    pub flaws: Vec<Flaw>,
}

impl Report {
    /// Returns the number of values in the store.
    #[must_use]
    pub fn total(&self) -> u64 {
        self.counts.values().sum()
    }

    /// Counts a value, and checks it unless it has been set aside.
    pub(crate) fn count(
        &mut self,
        table: Table,
        key: &[u8],
        bytes: &[u8],
        check: impl Fn(Table, &[u8]) -> Result<(), RecordError>,
    ) {
        *self.counts.entry(table).or_default() += 1;
        if table == Table::Quarantine {
            return;
        }
        if let Err(reason) = check(table, bytes) {
            let key = key.to_vec();
            self.flaws.push(Flaw { table, key, reason });
        }
    }

    /// Adds the results of a later part of the store.
    pub(crate) fn add(&mut self, later: Self) {
        for (table, count) in later.counts {
            *self.counts.entry(table).or_default() += count;
        }
        self.flaws.extend(later.flaws);
    }
}

/// Reads every value as a record of the type that `kinds` has for its table.
///
/// # Errors
///
/// The database failed.
pub fn check_records(store: &dyn Store, kinds: &[RecordType]) -> Result<Report, StoreError> {
    let check = |table, bytes: &[u8]| {
        check_envelope(table, bytes, kinds)?;
        // The table of facts about the store holds several small types, which are not distinguished
        // here.
        let mut kinds = kinds.iter().filter(|kind| kind.table == table);
        match (kinds.next(), kinds.next()) {
            (Some(kind), None) if !bytes.is_empty() => (kind.check)(bytes),
            _ => Ok(()),
        }
    };
    let mut report = Report::default();
    store.visit(&mut |table, key, Stored { bytes, .. }| report.count(table, key, &bytes, check))?;
    Ok(report)
}

/// Moves a damaged value to [`Table::Quarantine`] and logs it.
///
/// # Errors
///
/// The value has changed meanwhile, or the database failed.
pub(crate) fn set_aside(store: &dyn Store, flaw: &Flaw) -> Result<(), CommitError> {
    tracing::error!(%flaw, "setting a record aside");
    let stored = store.get(flaw.table, &flaw.key)?;
    stored.map_or(Ok(()), |stored| {
        archive::quarantine(store, flaw.table, &flaw.key, &stored)
    })
}

/// Checks that a value is an envelope, or is empty in a table whose keys hold everything.
pub(crate) fn check_envelope(
    table: Table,
    bytes: &[u8],
    kinds: &[RecordType],
) -> Result<(), RecordError> {
    if bytes.is_empty() {
        return Ok(());
    }
    let found = Envelope::check(bytes)?;
    let known = kinds.iter().filter(|kind| kind.table == table);
    match known.map(|kind| kind.schema).max() {
        Some(known) if known < found => Err(RecordError::Newer { found, known }),
        _ => Ok(()),
    }
}
