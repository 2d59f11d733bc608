//! Reading of everything as of one moment.

use std::sync::mpsc::{self, SyncSender};
use std::thread;

use postgres::{IsolationLevel, Transaction};

use crate::store::postgres::connection::{Connection, entry};
use crate::store::postgres::error::{OpenError, request};
use crate::store::postgres::options::Options;
use crate::store::{Entries, ReadPoint, StoreError, Stored, Table};

/// Number of values fetched at once.
const PAGE: i32 = 1_000;

/// Values of one table, in order.
type Page = (Table, Entries<Stored>);

/// Calls `visit` with every value, on a connection of its own.
pub(super) fn visit(
    options: &Options,
    visit: &mut dyn FnMut(Table, &[u8], Stored),
) -> Result<ReadPoint, StoreError> {
    let (sender, pages) = mpsc::sync_channel(1);
    thread::scope(|scope| {
        // The caller's thread may belong to an event loop.
        let reading = scope.spawn(move || {
            let mut connection = Connection::open(options, false).map_err(OpenError::into_store)?;
            read(&mut connection, &sender).map_err(|error| request(&error))
        });
        for (table, page) in pages {
            for (key, stored) in page {
                visit(table, &key, stored);
            }
        }
        let read = reading.join();
        read.unwrap_or_else(|panic| std::panic::resume_unwind(panic))
    })?;
    Ok(ReadPoint::default())
}

fn read(connection: &mut Connection, pages: &SyncSender<Page>) -> Result<(), postgres::Error> {
    let transaction = connection.client().build_transaction();
    let mut transaction = transaction
        .isolation_level(IsolationLevel::RepeatableRead)
        .read_only(true)
        .start()?;
    each(&mut transaction, |table, page| {
        // The receiver is gone only if the caller's thread panics.
        let _ = pages.send((table, page));
    })?;
    transaction.commit()
}

/// Calls `take` with all values that the transaction sees, page by page, with a cursor.
pub(super) fn each(
    transaction: &mut Transaction<'_>,
    mut take: impl FnMut(Table, Entries<Stored>),
) -> Result<(), postgres::Error> {
    let mut tables = Table::ALL.to_vec();
    tables.sort_by_key(|table| table.name());
    for table in tables {
        let text = format!("SELECT k, rev, v FROM focusbot.{table} ORDER BY k");
        let cursor = transaction.bind(text.as_str(), &[])?;
        loop {
            let rows = transaction.query_portal(&cursor, PAGE)?;
            let is_last = rows.len() < usize::try_from(PAGE).expect("a small number");
            take(table, rows.iter().map(entry).collect());
            if is_last {
                break;
            }
        }
    }
    Ok(())
}
