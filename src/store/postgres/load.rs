//! Filling of a database from a backup; an interrupted attempt is continued.

use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::Path;
use std::thread;
use std::time::Duration;

use postgres::binary_copy::BinaryCopyInWriter;
use postgres::types::Type;
use postgres::{Client, Transaction};
use serde::{Deserialize, Serialize};

use crate::store::Table;
use crate::store::backup::read::{BackupEntry, OnProgress, read};
use crate::store::backup::restore::RestoreError;
use crate::store::postgres::connection::Connection;
use crate::store::postgres::error::OpenError;
use crate::store::postgres::error::request;
use crate::store::postgres::options::Options;
use crate::store::postgres::visit::each;
use crate::store::postgres::worker::first_revision;
use crate::store::records::format::{self, FILLING};

/// Number of values written at once.
const BATCH: usize = 1_000;
/// Types of the columns of a table.
const COLUMNS: &[Type] = &[Type::BYTEA, Type::INT8, Type::BYTEA];

/// Number of checks for another program: the connections of one that ends disappear a moment later.
const USED_TRIES: u32 = 20;
/// Time between two checks.
const USED_PAUSE: Duration = Duration::from_millis(50);

/// Number of values, and a sum of their hashes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
struct Digest {
    values: u64,
    sum: u64,
}

/// Progress of filling a database.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
struct Filling {
    /// Digest of everything to write.
    whole: Digest,
    /// Number of values written so far, in the order of the backup.
    done: u64,
}

impl Filling {
    fn to_bytes(self) -> Vec<u8> {
        serde_json::to_vec(&self).expect("numbers")
    }

    fn from_bytes(bytes: &[u8]) -> Option<Self> {
        serde_json::from_slice(bytes).ok()
    }
}

impl Digest {
    fn add(&mut self, table: Table, key: &[u8], bytes: &[u8]) {
        let mut hasher = DefaultHasher::new();
        (table.name(), key, bytes).hash(&mut hasher);
        self.values += 1;
        self.sum = self.sum.wrapping_add(hasher.finish());
    }
}

/// Result of filling a database.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Loaded {
    /// Number of values in the database.
    pub values: u64,
    /// Number of those that an interrupted attempt had written.
    pub found: u64,
}

/// Fills an empty database from a backup, or continues where an attempt with the same content broke
/// off. All bytes of the backup that are read are reported to `progress`: it is read twice.
///
/// The whole backup is checked first. The number of values written so far is committed with them,
/// under the key `filling`; while it is there, the database cannot be used for anything else. At
/// the end, everything is read again and compared.
///
/// # Errors
///
/// The backup is invalid, or the database cannot be used, has games, or is in use.
pub fn load(
    options: &Options,
    backup: &Path,
    progress: OnProgress<'_>,
) -> Result<Loaded, RestoreError> {
    let mut size = 0;
    let whole = digest(backup, &mut |bytes| {
        size += bytes;
        progress(bytes);
    })?;
    let mut connection = Connection::open(options, true)?;
    refuse_if_used(connection.client(), options)?;
    let revision = first_revision().cast_signed();
    let client = connection.client();
    let found = begin(client, whole)?.done;
    let mut filling = Filling { whole, done: found };
    let (mut passed, mut pending) = (0, Vec::new());
    read(backup, progress, |entry| {
        passed += 1;
        if passed <= found {
            return Ok(());
        }
        let is_other = |first: &BackupEntry| first.table != entry.table;
        if pending.len() == BATCH || pending.first().is_some_and(is_other) {
            filling = append(client, filling, &pending, revision)?;
            pending.clear();
        }
        pending.push(entry);
        Ok(())
    })?;
    filling = append(client, filling, &pending, revision)?;
    analyze(client);
    finish(client, filling, &mut |values| {
        progress(size * values / whole.values.max(1));
    })?;
    Ok(Loaded {
        values: whole.values,
        found,
    })
}

/// Returns the digest of a backup, all of which is checked.
fn digest(backup: &Path, progress: OnProgress<'_>) -> Result<Digest, RestoreError> {
    let mut whole = Digest::default();
    read(backup, progress, |entry| {
        whole.add(entry.table, &entry.key, &entry.bytes);
        Ok(())
    })?;
    Ok(whole)
}

/// Begins or continues to fill a database; returns the progress so far.
fn begin(client: &mut Client, whole: Digest) -> Result<Filling, RestoreError> {
    let mut transaction = client.transaction().map_err(failed)?;
    if let Some(filling) = filling(&mut transaction)? {
        return if filling.whole == whole {
            Ok(filling)
        } else {
            Err(RestoreError::OtherSource)
        };
    }
    refuse_if_filled(&mut transaction)?;
    let filling = Filling { whole, done: 0 };
    let text = "INSERT INTO focusbot.meta (k, rev, v) VALUES ($1, 0, $2)";
    let begun = transaction.execute(text, &[&FILLING, &filling.to_bytes()]);
    begun.map_err(failed)?;
    transaction.commit().map_err(failed)?;
    Ok(filling)
}

/// Adds values of one table and the new progress in one transaction; returns the progress.
fn append(
    client: &mut Client,
    before: Filling,
    entries: &[BackupEntry],
    revision: i64,
) -> Result<Filling, RestoreError> {
    let after = Filling {
        done: before.done + entries.len() as u64,
        ..before
    };
    let mut transaction = client.transaction().map_err(failed)?;
    let text = "UPDATE focusbot.meta SET v = $2 WHERE k = $1 AND v = $3";
    let bytes = [after, before].map(Filling::to_bytes);
    let moved = transaction.execute(text, &[&FILLING, &bytes[0], &bytes[1]]);
    if moved.map_err(failed)? != 1 {
        // Another program has continued from the same place.
        return Err(RestoreError::InUse);
    }
    copy(&mut transaction, entries, revision).map_err(failed)?;
    transaction.commit().map_err(failed)?;
    Ok(after)
}

/// Gathers statistics on the keys, as the server itself would do only some time later: without them,
/// it sorts a whole table to read it in order. Statistics on the values would be copies of them.
fn analyze(client: &mut Client) {
    let keys = Table::ALL
        .iter()
        .map(|table| format!("focusbot.{table} (k)"));
    let text = format!("ANALYZE {}", keys.collect::<Vec<_>>().join(", "));
    if let Err(error) = client.batch_execute(&text) {
        let error = request(&error);
        tracing::warn!(%error, "the database has no statistics yet and may be slow at first");
    }
}

/// Reads everything again and compares it, and reports the number of values of each page; after
/// that, the database can be used.
fn finish(
    client: &mut Client,
    filling: Filling,
    compared: OnProgress<'_>,
) -> Result<(), RestoreError> {
    let mut transaction = client.transaction().map_err(failed)?;
    let mut found = Digest::default();
    let visited = each(&mut transaction, |table, page| {
        compared(page.len() as u64);
        for (key, stored) in page {
            if table != Table::Meta || key != FILLING {
                found.add(table, &key, &stored.bytes);
            }
        }
    });
    visited.map_err(failed)?;
    if found != filling.whole {
        return Err(RestoreError::Mismatch {
            expected: filling.whole.values,
            found: found.values,
        });
    }
    let text = "DELETE FROM focusbot.meta WHERE k = $1";
    transaction.execute(text, &[&FILLING]).map_err(failed)?;
    transaction.commit().map_err(failed)
}

/// Refuses a database that has games, unless an attempt to fill it was interrupted, and one that
/// another focusbot is connected to.
///
/// # Errors
///
/// The database cannot be used, has games, or is in use.
pub fn require_fillable(options: &Options) -> Result<(), RestoreError> {
    let mut connection = Connection::open(options, true)?;
    refuse_if_used(connection.client(), options)?;
    let mut transaction = connection.client().transaction().map_err(failed)?;
    if filling(&mut transaction)?.is_some() {
        return Ok(());
    }
    // The transaction is rolled back, so that nothing is removed.
    refuse_if_filled(&mut transaction)
}

/// Returns the progress of an interrupted attempt to fill the database.
fn filling(transaction: &mut Transaction<'_>) -> Result<Option<Filling>, RestoreError> {
    let text = "SELECT v FROM focusbot.meta WHERE k = $1 FOR UPDATE";
    let row = transaction.query_opt(text, &[&FILLING]).map_err(failed)?;
    match row {
        None => Ok(None),
        Some(row) => {
            let noted = Filling::from_bytes(row.get(0));
            noted.map(Some).ok_or(RestoreError::OtherSource)
        }
    }
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
    entries: &[BackupEntry],
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

/// Refuses a database that contains more than the note of its format, and removes that note; nobody
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
