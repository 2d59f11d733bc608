//! Filling of an empty database from a backup.

use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::Path;
use std::thread;
use std::time::Duration;

use postgres::binary_copy::BinaryCopyInWriter;
use postgres::types::Type;
use postgres::{Client, Transaction};

use crate::store::Table;
use crate::store::backup::read::{Entry, Progress, check, read};
use crate::store::backup::restore::RestoreError;
use crate::store::postgres::connection::Connection;
use crate::store::postgres::error::request;
use crate::store::postgres::visit::each;
use crate::store::postgres::{OpenError, Options};
use crate::store::records::format;

/// Number of values written at once.
const BATCH: usize = 1_000;
/// Types of the columns of a table.
const COLUMNS: &[Type] = &[Type::BYTEA, Type::INT8, Type::BYTEA];

/// Number of looks for another program: the connections of one that ends go a moment later.
const USED_TRIES: u32 = 20;
/// Time between two looks.
const USED_PAUSE: Duration = Duration::from_millis(50);

/// Number of values, and a sum of their hashes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Digest {
    values: u64,
    sum: u64,
}

impl Digest {
    fn add(&mut self, table: Table, key: &[u8], bytes: &[u8]) {
        let mut hasher = DefaultHasher::new();
        (table.name(), key, bytes).hash(&mut hasher);
        self.values += 1;
        self.sum = self.sum.wrapping_add(hasher.finish());
    }
}

/// Fills an empty database from a backup, and returns the number of values. All bytes of the backup
/// that are read are reported to `progress`: it is read twice.
///
/// The whole backup is checked first. Everything is written, read again and compared in one
/// transaction: whatever breaks it off, the database is empty afterwards.
///
/// # Errors
///
/// The backup is invalid, or the database cannot be used, has games, or is in use.
pub fn load(options: &Options, backup: &Path, progress: Progress<'_>) -> Result<u64, RestoreError> {
    check(backup, progress)?;
    let mut connection = Connection::open(options, true)?;
    refuse_if_used(connection.client(), options)?;
    let revision = connection.revisions().map_err(failed)?;
    let revision = revision.0.cast_signed();
    let mut transaction = connection.client().transaction().map_err(failed)?;
    refuse_if_filled(&mut transaction)?;
    let mut written = Digest::default();
    let mut pending = Vec::new();
    read(backup, progress, |entry| {
        let is_other = |first: &Entry| first.table != entry.table;
        if pending.len() == BATCH || pending.first().is_some_and(is_other) {
            copy(&mut transaction, &pending, revision).map_err(failed)?;
            pending.clear();
        }
        written.add(entry.table, &entry.key, &entry.bytes);
        pending.push(entry);
        Ok(())
    })?;
    copy(&mut transaction, &pending, revision).map_err(failed)?;
    let mut found = Digest::default();
    let compared = each(&mut transaction, |table, page| {
        for (key, stored) in page {
            found.add(table, &key, &stored.bytes);
        }
    });
    compared.map_err(failed)?;
    if found != written {
        return Err(RestoreError::Mismatch {
            expected: written.values,
            found: found.values,
        });
    }
    transaction.commit().map_err(failed)?;
    Ok(written.values)
}

/// Refuses a database that has games, or that another focusbot is connected to.
///
/// # Errors
///
/// The database cannot be used, has games, or is in use.
pub fn require_empty(options: &Options) -> Result<(), RestoreError> {
    let mut connection = Connection::open(options, true)?;
    refuse_if_used(connection.client(), options)?;
    let mut transaction = connection.client().transaction().map_err(failed)?;
    // The transaction is rolled back, so that nothing is removed.
    refuse_if_filled(&mut transaction)
}

/// Refuses a database that another focusbot is connected to.
///
/// # Errors
///
/// The database cannot be used, or is in use.
pub fn require_unused(options: &Options) -> Result<(), RestoreError> {
    let mut connection = Connection::open(options, false)?;
    refuse_if_used(connection.client(), options)
}

/// Writes values of one table.
fn copy(
    transaction: &mut Transaction<'_>,
    entries: &[Entry],
    revision: i64,
) -> Result<(), postgres::Error> {
    let Some(first) = entries.first() else {
        return Ok(());
    };
    let text = format!(
        "COPY focusbot.{} (k, rev, v) FROM STDIN BINARY",
        first.table
    );
    let writer = transaction.copy_in(text.as_str())?;
    let mut writer = BinaryCopyInWriter::new(writer, COLUMNS);
    for entry in entries {
        writer.write(&[&entry.key, &revision, &entry.bytes])?;
    }
    writer.finish().map(drop)
}

/// Refuses a database that another focusbot is connected to.
fn refuse_if_used(client: &mut Client, options: &Options) -> Result<(), RestoreError> {
    let text = "SELECT EXISTS (SELECT FROM pg_stat_activity WHERE datname = current_database() \
                AND application_name LIKE 'focusbot-%' AND application_name <> $1)";
    for _ in 0..USED_TRIES {
        let row = client.query_one(text, &[&options.name]).map_err(failed)?;
        if !row.get::<_, bool>(0) {
            return Ok(());
        }
        thread::sleep(USED_PAUSE);
    }
    Err(RestoreError::InUse)
}

/// Refuses a database that has more in it than the note of its format, and removes that; nobody
/// else can write until the end of the transaction.
fn refuse_if_filled(transaction: &mut Transaction<'_>) -> Result<(), RestoreError> {
    for table in Table::ALL {
        let lock = format!("LOCK TABLE focusbot.{table} IN EXCLUSIVE MODE");
        transaction.batch_execute(&lock).map_err(failed)?;
        let text = format!("SELECT k FROM focusbot.{table} LIMIT 2");
        let rows = transaction.query(&text, &[]).map_err(failed)?;
        let is_format = |key: &[u8]| *table == Table::Meta && key == format::KEY;
        if !rows.iter().all(|row| is_format(row.get(0))) {
            return Err(RestoreError::Filled);
        }
    }
    let removed = transaction.batch_execute("DELETE FROM focusbot.meta");
    removed.map_err(failed)
}

#[expect(clippy::needless_pass_by_value, reason = "what `map_err` passes")]
fn failed(error: postgres::Error) -> RestoreError {
    RestoreError::Store(request(&error))
}

impl From<OpenError> for RestoreError {
    fn from(error: OpenError) -> Self {
        Self::Database(error.to_string())
    }
}
