//! Versions of the schema and of the data.

use focusbot::store::postgres::{OpenError, PostgresStore};
use focusbot::store::records::envelope::Envelope;
use focusbot::store::{Batch, Expected, Store, Table};

use crate::store::postgres::database;
use crate::store::put;

/// Opens a database that was changed by these statements, and returns the error.
#[track_caller]
fn check(statements: &str, expected: &str) {
    let Some(database) = database() else { return };
    drop(database.store());
    database.run(statements);
    let error = PostgresStore::open(database.options()).expect_err("an unsuitable database");
    assert_eq!(error.to_string(), expected);
    assert!(!error.is_passing());
}

#[test]
fn schema_of_the_next_version_is_used_and_left_as_it_is() {
    let Some(database) = database() else { return };
    drop(database.store());
    database.run("UPDATE focusbot.schema_version SET version = 2");
    let store = database.store();
    put(&store, Table::Games, b"k", b"v".to_vec());
    let mut client = database.client();
    let row = client.query_one("SELECT version FROM focusbot.schema_version", &[]);
    assert_eq!(row.expect("a version").get::<_, i32>(0), 2);
}

#[test]
fn schema_after_the_next_version_is_refused() {
    let expected = "the database has schema 3, and this focusbot knows 2: a newer focusbot has used \
                    it; run that one, or restore a backup from before it";
    check("UPDATE focusbot.schema_version SET version = 3", expected);
}

#[test]
fn missing_table_of_a_newer_schema_is_not_made() {
    let expected = "the database has schema 2, and this focusbot knows 1: a newer focusbot has used \
                    it; run that one, or restore a backup from before it";
    let statements =
        "DROP TABLE focusbot.leftovers; UPDATE focusbot.schema_version SET version = 2";
    check(statements, expected);
}

#[test]
fn schema_before_the_first_is_refused() {
    let expected =
        "the database has schema 0, which this focusbot cannot upgrade: expected 1 or later";
    check("UPDATE focusbot.schema_version SET version = 0", expected);
}

#[test]
fn newer_data_are_refused() {
    let Some(database) = database() else { return };
    drop(database.store());
    let payload = b"{}";
    let bytes = Envelope { schema: 9, payload }.to_bytes();
    put(&database.store(), Table::Meta, b"format", bytes);
    let error = PostgresStore::open(database.options()).expect_err("newer data");
    assert!(matches!(error, OpenError::NewerFormat(_)), "{error}");
}

#[test]
fn table_that_an_older_program_did_not_know_is_made() {
    let Some(database) = database() else { return };
    drop(database.store());
    database.run("DROP TABLE focusbot.leftovers");
    let store = database.store();
    assert_eq!(store.get(Table::Leftovers, b"k"), Ok(None));
}

#[test]
fn missing_table_is_made_while_the_others_are_read() {
    let Some(database) = database() else { return };
    drop(database.store());
    database.run("DROP TABLE focusbot.leftovers");
    let mut client = database.client();
    let mut reading = client.transaction().expect("a transaction");
    for table in Table::ALL {
        if *table != Table::Leftovers {
            let text = format!("LOCK TABLE focusbot.{table} IN ACCESS SHARE MODE");
            reading.batch_execute(&text).expect("a lock that is free");
        }
    }
    let store = database.store();
    assert_eq!(store.get(Table::Leftovers, b"k"), Ok(None));
    reading.rollback().expect("a transaction that still holds");
}

#[test]
fn database_whose_missing_table_cannot_be_made_yet_is_not_opened() {
    let Some(database) = database() else { return };
    drop(database.store());
    for code in ["lock_not_available", "deadlock_detected"] {
        database.run(&format!(
            "DROP TABLE focusbot.leftovers; \
             CREATE FUNCTION focusbot.refuse() RETURNS event_trigger LANGUAGE plpgsql AS \
             $$BEGIN RAISE EXCEPTION 'not now' USING ERRCODE = '{code}'; END$$; \
             CREATE EVENT TRIGGER refuse ON ddl_command_start WHEN TAG IN ('CREATE TABLE') \
             EXECUTE FUNCTION focusbot.refuse()"
        ));
        let error = PostgresStore::open(database.options()).expect_err("a missing table");
        assert!(error.is_passing(), "{code}: {error}");
        database.run("DROP EVENT TRIGGER refuse; DROP FUNCTION focusbot.refuse()");
        let store = database.store();
        assert_eq!(store.get(Table::Leftovers, b"k"), Ok(None), "{code}");
    }
}

#[test]
fn statistics_keep_no_values() {
    let Some(database) = database() else { return };
    let store = database.store();
    let mut batch = Batch::new();
    for key in 0..100_u8 {
        batch.put(Table::Players, [key], b"a name".to_vec(), Expected::Absent);
    }
    store.commit(batch).expect("a commit");
    database.run("ANALYZE focusbot.players");
    let mut client = database.client();
    let rows = client.query(
        "SELECT attname::text FROM pg_stats WHERE tablename = 'players' ORDER BY attname",
        &[],
    );
    let columns: Vec<String> = rows
        .expect("statistics")
        .iter()
        .map(|row| row.get(0))
        .collect();
    assert_eq!(columns, ["k", "rev"]);
}

#[test]
fn programs_that_start_together_make_one_schema() {
    let Some(database) = database() else { return };
    std::thread::scope(|scope| {
        for _ in 0..4 {
            scope.spawn(|| database.store());
        }
    });
    let mut client = database.client();
    let row = client.query_one("SELECT count(*) FROM focusbot.schema_version", &[]);
    assert_eq!(row.expect("a schema").get::<_, i64>(0), 1);
}
