//! Tables of the database, and the version of their schema.

use postgres::error::SqlState;
use postgres::{Client, GenericClient};

use crate::store::Table;
use crate::store::postgres::error::OpenError;

/// Version of the schema that this program makes, and to which it upgrades.
const VERSION: i32 = 1;
/// Newest version that this program uses, and leaves as it is. So that processes can be replaced
/// one by one, each step of [`UPGRADES`] keeps everything that programs of the previous version
/// use; the step after it removes the parts that only they use.
const READS: i32 = 2;
/// All of the schema except the tables of records.
const SCHEMA: &str = include_str!("schema.sql");
/// One step for each older version: the first turns version 1 into version 2.
const UPGRADES: &[&str] = &[];
/// Tables whose values are soon deleted again: they are vacuumed by number, not by share.
const QUEUES: &[Table] = &[
    Table::Deadlines,
    Table::Unannounced,
    Table::Thinking,
    Table::Reminders,
    Table::Replays,
    Table::Retention,
    Table::Leftovers,
    Table::Behind,
    Table::Seats,
    Table::Channels,
    Table::Servers,
    Table::Leases,
];

const _: () = assert!(UPGRADES.len() + 1 == VERSION as usize);
const _: () = assert!(VERSION <= READS && READS <= VERSION + 1);

/// Makes the schema, or upgrades it, unless it can be used as it is.
pub(super) fn prepare(client: &mut Client) -> Result<(), OpenError> {
    if is_usable(client)? {
        return Ok(());
    }
    match make(client) {
        // Another process was first.
        Err(OpenError::Store(_)) if matches!(is_usable(client), Ok(true)) => Ok(()),
        made => made,
    }
}

/// Refuses a database whose schema this program cannot use as it is.
pub(super) fn require(client: &mut Client) -> Result<(), OpenError> {
    let found = version(client)?.ok_or(OpenError::NoSchema)?;
    check(found, READS)?;
    if found < VERSION {
        return Err(OpenError::OlderSchema {
            found,
            oldest: VERSION,
        });
    }
    Ok(())
}

/// Refuses versions newer than `known`, and those that this program cannot upgrade.
fn check(found: i32, known: i32) -> Result<(), OpenError> {
    let oldest = 1;
    if found > known {
        return Err(OpenError::NewerSchema { found, known });
    }
    if found < oldest {
        return Err(OpenError::OlderSchema { found, oldest });
    }
    Ok(())
}

/// Returns the version of the schema, if there is one.
fn version(client: &mut impl GenericClient) -> Result<Option<i32>, OpenError> {
    match client.query_opt("SELECT version FROM focusbot.schema_version", &[]) {
        Ok(row) => Ok(row.map(|row| row.get(0))),
        Err(error) => match error.code() {
            Some(&SqlState::UNDEFINED_TABLE | &SqlState::INVALID_SCHEMA_NAME) => Ok(None),
            _ => Err(error.into()),
        },
    }
}

/// Returns whether there is nothing to make or upgrade: a table that an older program of the same
/// version did not know may be missing.
fn is_usable(client: &mut Client) -> Result<bool, OpenError> {
    let Some(found) = version(client)? else {
        return Ok(false);
    };
    check(found, READS)?;
    Ok(found >= VERSION && missing_tables(client)?.is_empty())
}

fn missing_tables(client: &mut impl GenericClient) -> Result<Vec<Table>, OpenError> {
    let rows = client.query(
        "SELECT tablename::text FROM pg_tables WHERE schemaname = 'focusbot'",
        &[],
    )?;
    let there: Vec<String> = rows.iter().map(|row| row.get(0)).collect();
    let is_missing = |table: &Table| !there.iter().any(|name| name == table.name());
    Ok(Table::ALL.iter().copied().filter(is_missing).collect())
}

/// Makes and upgrades everything in one transaction, while no other process does.
fn make(client: &mut Client) -> Result<(), OpenError> {
    let mut transaction = client.transaction()?;
    if version_is_missing(&mut transaction)? {
        transaction.batch_execute("CREATE SCHEMA IF NOT EXISTS focusbot")?;
        transaction.batch_execute(SCHEMA)?;
    }
    transaction.batch_execute("LOCK TABLE focusbot.schema_version IN ACCESS EXCLUSIVE MODE")?;
    let found = version(&mut transaction)?.ok_or(OpenError::NoSchema)?;
    check(found, READS)?;
    let done = usize::try_from(found - 1).expect("a version from 1");
    for upgrade in UPGRADES.iter().skip(done) {
        transaction.batch_execute(upgrade)?;
    }
    // The others are in use, and altering one would wait for all of its readers.
    for table in missing_tables(&mut transaction)? {
        // In a newer schema, it may look different.
        check(found, VERSION)?;
        let mut settings = "fillfactor = 90".to_owned();
        if QUEUES.contains(&table) {
            settings += ", autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 1000";
        }
        // Values are compressed already. Statistics would keep samples of values that have been
        // erased.
        transaction.batch_execute(&format!(
            "CREATE TABLE focusbot.{table} (k bytea PRIMARY KEY, rev bigint NOT NULL, \
             v bytea NOT NULL) WITH ({settings}); \
             ALTER TABLE focusbot.{table} ALTER COLUMN v SET STORAGE EXTERNAL, \
             ALTER COLUMN v SET STATISTICS 0"
        ))?;
    }
    transaction.execute(
        "UPDATE focusbot.schema_version SET version = $1 WHERE version < $1",
        &[&VERSION],
    )?;
    Ok(transaction.commit()?)
}

/// Returns whether there is no schema; unlike [`version`], it does not end the transaction.
fn version_is_missing(client: &mut impl GenericClient) -> Result<bool, OpenError> {
    let row = client.query_one("SELECT to_regclass('focusbot.schema_version') IS NULL", &[])?;
    Ok(row.get(0))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_a_version_that_is_known_is_accepted() {
        for found in [VERSION, READS] {
            assert_eq!(check(found, READS), Ok(()));
        }
        let (found, known) = (READS + 1, READS);
        let newer = OpenError::NewerSchema { found, known };
        assert_eq!(check(found, known), Err(newer));
        let (found, oldest) = (0, 1);
        let older = OpenError::OlderSchema { found, oldest };
        assert_eq!(check(found, known), Err(older));
    }
}
