//! One connection to the database, and its requests.

use std::collections::hash_map::Entry as Slot;
use std::collections::{BTreeSet, HashMap};
use std::fmt::Write as _;
use std::ops::Bound;

use postgres::types::ToSql;
use postgres::{Client, NoTls, Row, Statement};

use crate::store::postgres::arguments::Arguments;
use crate::store::postgres::error::OpenError;
use crate::store::postgres::options::Options;
use crate::store::postgres::{schema, tls};
use crate::store::{Entries, Key, Keys, Revision, Stored, Table};

/// Oldest version of the server that has been tried, as the server counts.
const OLDEST_SERVER: i32 = 130_000;
/// Longest wait for a lock in milliseconds; no part of focusbot holds one for long.
const LOCK_TIMEOUT_MS: u32 = 5_000;

const SERVER: &str = "SELECT current_setting('server_version_num')::int, \
    current_setting('server_version'), current_setting('server_encoding'), pg_is_in_recovery(), \
    current_setting('transaction_read_only') = 'on', current_setting('synchronous_commit')";
/// Removes the rows of connections that ended without removing them.
const SWEEP: &str = "DELETE FROM focusbot.writers WHERE at < now() - interval '1 day'";
/// Names of processes; every connection of one has its name.
const SESSIONS: &str = "SELECT DISTINCT application_name FROM pg_stat_activity \
    WHERE datname = current_database() AND application_name LIKE 'focusbot-%'";
const COMMIT: &str = "SELECT focusbot.commit($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)";

type Failed = postgres::Error;

/// Open connection whose server and schema have been checked.
pub(super) struct Connection {
    client: Client,
    statements: HashMap<String, Statement>,
    /// Row of this connection in `focusbot.writers`, once it has committed something.
    writer: Option<i64>,
    /// Number of requests sent that have not been counted yet; each takes one round trip.
    pub(super) requests: u64,
}

/// Answer to a batch.
pub(super) enum Committed {
    /// The whole batch is on disk, under this revision.
    Done(Revision),
    /// The condition with this index from 1 does not hold.
    Conflict(i32),
    /// The connection may no longer commit anything; nothing was written.
    Fenced,
}

impl Connection {
    /// Connects, and checks server and schema; with `may_prepare`, the schema is made or upgraded
    /// if necessary.
    pub(super) fn open(options: &Options, may_prepare: bool) -> Result<Self, OpenError> {
        let mut config = options.url.config().clone();
        if let Some(password) = &options.password {
            config.password(password);
        }
        config.application_name(&options.name);
        let mut client = if options.url.uses_tls() {
            config.connect(tls::connector(options.root_certificate.as_deref())?)?
        } else {
            config.connect(NoTls)?
        };
        check_server(&mut client)?;
        if may_prepare {
            warn_of_fsync(&mut client)?;
            schema::prepare(&mut client)?;
            client.batch_execute(SWEEP)?;
        }
        schema::require(&mut client)?;
        Ok(Self {
            client,
            statements: HashMap::new(),
            writer: None,
            requests: 0,
        })
    }

    /// Returns the connection itself.
    pub(super) const fn client(&mut self) -> &mut Client {
        &mut self.client
    }

    /// Returns whether the connection has ended.
    pub(super) fn is_closed(&self) -> bool {
        self.client.is_closed()
    }

    /// Returns the row of this connection in `focusbot.writers`, and makes it if there is none.
    pub(super) fn writer(&mut self) -> Result<i64, Failed> {
        if let Some(writer) = self.writer {
            return Ok(writer);
        }
        let text = "INSERT INTO focusbot.writers DEFAULT VALUES RETURNING id";
        let rows = self.query(text, &[])?;
        Ok(*self.writer.insert(rows[0].get(0)))
    }

    /// Gives up the row of this connection, so that the next batch makes a new one.
    pub(super) const fn forget_writer(&mut self) {
        self.writer = None;
    }

    /// Removes the row of this connection, if it has one.
    pub(super) fn retire(&mut self) -> Result<(), Failed> {
        let Some(writer) = self.writer.take() else {
            return Ok(());
        };
        let text = "DELETE FROM focusbot.writers WHERE id = $1";
        self.query(text, &[&writer]).map(drop)
    }

    /// Keeps another connection from committing anything else, and returns the last revision it
    /// committed.
    ///
    /// A request of that connection that is being carried out holds its row, so this waits for it;
    /// one that arrives later finds the row closed, and does nothing.
    pub(super) fn fence(&mut self, writer: i64) -> Result<Option<Revision>, Failed> {
        let text = "UPDATE focusbot.writers SET is_closed = true WHERE id = $1 RETURNING rev";
        let rows = self.query(text, &[&writer])?;
        Ok(rows.first().map(|row| revision(row, 0)))
    }

    /// Sends a batch in one request.
    pub(super) fn commit(
        &mut self,
        writer: i64,
        revision: Revision,
        batch: &Arguments,
    ) -> Result<Committed, Failed> {
        let rows = self.query(
            COMMIT,
            &[
                &writer,
                &revision.0.cast_signed(),
                &batch.tables,
                &batch.ends,
                &batch.inserts,
                &batch.puts,
                &batch.deletes,
                &batch.keys,
                &batch.actions,
                &batch.values,
                &batch.condition_keys,
                &batch.condition_revisions,
            ],
        )?;
        Ok(match rows[0].get(0) {
            0 => Committed::Done(revision),
            index @ 1.. => Committed::Conflict(index),
            _ => Committed::Fenced,
        })
    }

    /// Reads one value.
    pub(super) fn get(&mut self, table: Table, key: &[u8]) -> Result<Option<Stored>, Failed> {
        let text = format!("SELECT rev, v FROM focusbot.{table} WHERE k = $1");
        let rows = self.query(&text, &[&key])?;
        Ok(rows.first().map(|row| Stored {
            revision: revision(row, 0),
            bytes: row.get(1),
        }))
    }

    /// Reads the value under each of these keys, in one statement and so as of one moment.
    pub(super) fn get_many(
        &mut self,
        keys: &[(Table, Key)],
    ) -> Result<Vec<Option<Stored>>, Failed> {
        let places = (1..).zip(keys);
        let parts = places.map(|(n, (table, _))| {
            format!("SELECT {n}, rev, v FROM focusbot.{table} WHERE k = ${n}")
        });
        let text = parts.collect::<Vec<_>>().join(" UNION ALL ");
        let keys: Vec<&[u8]> = keys.iter().map(|(_, key)| &**key).collect();
        let parameters: Vec<_> = keys.iter().map(|key| key as &(dyn ToSql + Sync)).collect();
        let mut values = vec![None; keys.len()];
        for row in self.query(&text, &parameters)? {
            let n: i32 = row.get(0);
            let place = usize::try_from(n - 1).expect("a number from 1");
            values[place] = Some(Stored {
                revision: revision(&row, 1),
                bytes: row.get(2),
            });
        }
        Ok(values)
    }

    /// Reads the values that each of these scans selects, in one statement and so as of one moment.
    pub(super) fn scan_many(
        &mut self,
        scans: &[(Table, Keys)],
    ) -> Result<Vec<Entries<Stored>>, Failed> {
        let limits = scans.iter().map(|(_, keys)| i64::try_from(keys.limit).ok());
        let limits: Vec<_> = limits.collect();
        let mut parameters: Vec<&(dyn ToSql + Sync)> = Vec::new();
        let parts = scans.iter().zip(&limits).enumerate();
        let parts = parts.map(|(n, ((table, keys), limit))| {
            let mut text = format!("(SELECT k, rev, v, {n} FROM focusbot.{table}");
            let bounds = [(&keys.from, [">=", ">"]), (&keys.to, ["<=", "<"])];
            let mut word = "WHERE";
            for (bound, [included, excluded]) in bounds {
                let (key, comparison) = match bound {
                    Bound::Included(key) => (key, included),
                    Bound::Excluded(key) => (key, excluded),
                    Bound::Unbounded => continue,
                };
                parameters.push(key);
                let number = parameters.len();
                write!(text, " {word} k {comparison} ${number}").expect("a string takes any text");
                word = "AND";
            }
            text += if keys.is_reversed {
                " ORDER BY k DESC"
            } else {
                " ORDER BY k"
            };
            if let Some(limit) = limit {
                parameters.push(limit);
                let number = parameters.len();
                write!(text, " LIMIT ${number}").expect("a string takes any text");
            }
            text + ")"
        });
        let text = parts.collect::<Vec<_>>().join(" UNION ALL ");
        let mut found = vec![Entries::new(); scans.len()];
        for row in self.query(&text, &parameters)? {
            let n: i32 = row.get(3);
            found[usize::try_from(n).expect("a number from 0")].push(entry(&row));
        }
        // SQL promises no order across a union.
        for ((_, keys), entries) in scans.iter().zip(&mut found) {
            entries.sort_by(|(a, _), (b, _)| if keys.is_reversed { b.cmp(a) } else { a.cmp(b) });
        }
        Ok(found)
    }

    /// Returns the number of values.
    pub(super) fn values(&mut self) -> Result<u64, Failed> {
        let counts = Table::ALL
            .iter()
            .map(|table| format!("(SELECT count(*) FROM focusbot.{table})"));
        let text = format!("SELECT {}", counts.collect::<Vec<_>>().join(" + "));
        let rows = self.query(&text, &[])?;
        let values: i64 = rows[0].get(0);
        Ok(values.cast_unsigned())
    }

    /// Returns the size on disk in bytes.
    pub(super) fn bytes(&mut self) -> Result<u64, Failed> {
        let text = "SELECT coalesce(sum(pg_total_relation_size(c.oid)), 0)::bigint \
                    FROM pg_class c WHERE relnamespace = 'focusbot'::regnamespace AND relkind = 'r'";
        let rows = self.query(text, &[])?;
        let bytes: i64 = rows[0].get(0);
        Ok(bytes.cast_unsigned())
    }

    /// Returns the names of the processes that are connected to the database.
    pub(super) fn sessions(&mut self) -> Result<BTreeSet<String>, Failed> {
        let rows = self.query(SESSIONS, &[])?;
        Ok(rows.iter().map(|row| row.get(0)).collect())
    }

    /// Runs a statement, which is prepared on its first use.
    pub(super) fn query(
        &mut self,
        text: &str,
        parameters: &[&(dyn ToSql + Sync)],
    ) -> Result<Vec<Row>, Failed> {
        let statement = match self.statements.entry(text.to_owned()) {
            Slot::Occupied(known) => known.into_mut(),
            Slot::Vacant(place) => {
                self.requests += 1;
                place.insert(self.client.prepare(text)?)
            }
        };
        self.requests += 1;
        self.client.query(statement, parameters)
    }
}

/// Returns the key and the value of a row `k, rev, v`.
pub(super) fn entry(row: &Row) -> (Vec<u8>, Stored) {
    let stored = Stored {
        revision: revision(row, 1),
        bytes: row.get(2),
    };
    (row.get(0), stored)
}

fn revision(row: &Row, column: usize) -> Revision {
    let number: i64 = row.get(column);
    Revision(number.cast_unsigned())
}

/// Refuses a server that is unsuitable, and applies the settings that a session needs.
fn check_server(client: &mut Client) -> Result<(), OpenError> {
    let row = client.query_one(SERVER, &[])?;
    check_version(row.get(0), row.get(1))?;
    let encoding: String = row.get(2);
    if encoding != "UTF8" {
        return Err(OpenError::Encoding(encoding));
    }
    if row.get(3) {
        return Err(OpenError::ReadOnly("it is a standby"));
    }
    if row.get(4) {
        return Err(OpenError::ReadOnly(
            "its `default_transaction_read_only` is on",
        ));
    }
    let mut settings = format!("SET lock_timeout = {LOCK_TIMEOUT_MS}");
    let synchronous: String = row.get(5);
    if ["off", "local"].contains(&synchronous.as_str()) {
        settings += "; SET synchronous_commit = on";
    }
    Ok(client.batch_execute(&settings)?)
}

/// Refuses a version of the server that is too old: its number as the server counts, and its name.
fn check_version(number: i32, name: &str) -> Result<(), OpenError> {
    if number >= OLDEST_SERVER {
        return Ok(());
    }
    Err(OpenError::TooOld {
        expected: OLDEST_SERVER / 10_000,
        found: name.to_owned(),
    })
}

fn warn_of_fsync(client: &mut Client) -> Result<(), OpenError> {
    let row = client.query_one("SELECT current_setting('fsync') = 'off'", &[])?;
    if row.get(0) {
        tracing::warn!("the database has `fsync` off: a power cut destroys it");
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn server_before_version_13_is_refused() {
        assert_eq!(check_version(130_000, "13.0"), Ok(()));
        let error = check_version(120_022, "12.22").expect_err("an old server");
        let expected = "expected PostgreSQL 13 or later, got 12.22";
        assert_eq!(error.to_string(), expected);
        assert!(!error.is_passing());
    }
}
