//! Faults of the server and of the connection to it.

use std::collections::BTreeSet;
use std::net::TcpListener;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};
use std::thread;
use std::time::Duration;

use focusbot::metrics::Metrics;
use focusbot::store::postgres::{Options, PostgresStore};
use focusbot::store::{
    Backend, Batch, CommitError, Expected, Keys, MAX_VALUE_BYTES, Measured, Revision, Store,
    StoreError, Stored, Table,
};

use crate::store::postgres::proxy::{Cut, Proxy};
use crate::store::postgres::{Database, database, through};
use crate::support::until;

/// Value by which the proxy knows a batch.
const MARK: &[u8] = b"the batch to be cut";

fn batch(key: &[u8], bytes: &[u8], expected: Expected) -> Batch {
    let mut batch = Batch::new();
    batch.put(Table::Games, key, bytes.to_vec(), expected);
    batch
}

fn read(store: &dyn Store, key: &[u8]) -> Option<Stored> {
    store.get(Table::Games, key).expect("a readable store")
}

/// Returns the transient error because of which a batch was not committed.
#[track_caller]
fn away(result: Result<Revision, CommitError>) -> String {
    match result {
        Err(CommitError::Store(StoreError::Unavailable(reason))) => reason,
        other => panic!("expected a database that is away, got {other:?}"),
    }
}

/// Opens a store through a proxy, with patience for a few attempts.
fn opened(database: &Database, proxy: &Proxy) -> PostgresStore {
    let options = Options {
        patience: Duration::from_secs(30),
        ..through(database, proxy.port())
    };
    PostgresStore::open(options).expect("a sound database")
}

#[test]
fn batch_whose_connection_is_cut_is_committed_once() {
    for (cut, delivered) in [(Cut::Before, 1), (Cut::After, 1)] {
        let Some(database) = database() else { return };
        let proxy = Proxy::new(&database);
        let store = opened(&database, &proxy);
        proxy.cut(cut, MARK);
        // A second time, the key would not be absent.
        let committed = store.commit(batch(b"k", MARK, Expected::Absent));
        let found = read(&store, b"k").expect("a value");
        assert_eq!(committed, Ok(found.revision), "{cut:?}");
        assert_eq!(proxy.delivered(), delivered, "{cut:?}");
        assert_eq!(found.bytes, MARK);
    }
}

#[test]
fn database_tells_which_processes_are_connected() {
    let Some(database) = database() else { return };
    let [first, second] = [(); 2].map(|()| database.store());
    let names = [&first, &second].map(|store| store.session().expect("a name"));
    let both = BTreeSet::from(names.clone());
    assert_eq!(first.sessions(), Ok(both));
    second.close();
    let rest = BTreeSet::from([names[0].clone()]);
    // The server ends a connection a moment later.
    let has_ended = || first.sessions() == Ok(rest.clone());
    until("the end of the connection", has_ended);
}

#[test]
fn batch_that_arrives_late_is_refused() {
    let Some(database) = database() else { return };
    let proxy = Proxy::new(&database);
    let store = opened(&database, &proxy);
    proxy.cut(Cut::Late, MARK);
    store
        .commit(batch(b"k", MARK, Expected::Any))
        .expect("a commit");
    let committed = read(&store, b"k").expect("a value");
    store
        .commit(batch(b"k", b"newer", Expected::from(&committed)))
        .expect("a commit");
    let newer = read(&store, b"k");
    proxy.deliver();
    assert_eq!(read(&store, b"k"), newer);
}

#[test]
fn conflict_is_reported_after_a_lost_connection() {
    let Some(database) = database() else { return };
    let proxy = Proxy::new(&database);
    let store = opened(&database, &proxy);
    store
        .commit(batch(b"k", b"old", Expected::Absent))
        .expect("a commit");
    for cut in [Cut::Before, Cut::After] {
        proxy.cut(cut, MARK);
        let conflict = CommitError::Conflict {
            table: Table::Games,
            key: b"k".to_vec(),
        };
        let committed = store.commit(batch(b"k", MARK, Expected::Absent));
        assert_eq!(committed, Err(conflict), "{cut:?}");
    }
    assert_eq!(read(&store, b"k").expect("a value").bytes, b"old");
}

#[test]
fn store_says_that_its_database_is_away_and_recovers() {
    let Some(database) = database() else { return };
    let proxy = Proxy::new(&database);
    let store = PostgresStore::open(through(&database, proxy.port())).expect("a sound database");
    store
        .commit(batch(b"k", b"1", Expected::Absent))
        .expect("a commit");
    proxy.set_away(true);
    let reason = away(store.commit(batch(b"k", b"2", Expected::Any)));
    let begins = [
        "the database cannot be reached: ",
        "the connection to the database was lost: ",
    ];
    assert!(
        begins.iter().any(|begin| reason.starts_with(begin)),
        "{reason}"
    );
    assert!(store.get(Table::Games, b"k").is_err());
    assert!(store.visit(&mut |_, _, _| {}).is_err());
    proxy.set_away(false);
    // On a busy machine, its patience may end before another attempt.
    let is_back = || store.get(Table::Games, b"k").is_ok();
    until("a database that is back", is_back);
    assert_eq!(read(&store, b"k").expect("a value").bytes, b"1");
    store
        .commit(batch(b"k", b"3", Expected::Any))
        .expect("a commit");
}

#[test]
fn store_is_closed_although_its_database_hangs() {
    let database = TcpListener::bind("127.0.0.1:0").expect("a free port");
    let address = database.local_addr().expect("an address");
    let url = format!("postgres://focusbot@{address}/focusbot");
    let options = Options {
        patience: Duration::from_millis(500),
        ..Options::new(url.parse().expect("an address"))
    };
    let store = PostgresStore::new(options).expect("threads");
    thread::scope(|scope| {
        scope.spawn(|| {
            away(store.commit(batch(b"k", b"v", Expected::Any)));
        });
        let silent = database.accept().expect("a connection");
        store.close();
        assert_eq!(store.get(Table::Games, b"k"), Err(StoreError::Closed));
        // The committing thread gets an answer now.
        drop((silent, database));
    });
}

#[test]
fn everything_acknowledged_survives_connections_that_are_killed() {
    const WRITERS: u8 = 4;
    const COMMITS: u32 = 60;
    /// Number of commits between two kills.
    const KILL_EVERY: u32 = 15;
    let Some(database) = database() else { return };
    let store = database.store();
    let acknowledged = AtomicU32::new(0);
    let write = |writer: u8| {
        for number in 0..COMMITS {
            let key = [&[writer][..], &number.to_be_bytes()].concat();
            // A batch that is sent twice would conflict with its own key.
            let committed = store.commit(batch(&key, b"v", Expected::Absent));
            assert!(committed.is_ok(), "{writer} {number}: {committed:?}");
            acknowledged.fetch_add(1, Ordering::Relaxed);
        }
    };
    let kill = || {
        let mut client = database.client();
        let text = "SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity WHERE \
                    datname = current_database() AND pid <> pg_backend_pid()";
        let all = u32::from(WRITERS) * COMMITS;
        let mut killed = 0;
        for due in (KILL_EVERY..all).step_by(KILL_EVERY as usize) {
            let is_due = || acknowledged.load(Ordering::Relaxed) >= due;
            until("the next commits", is_due);
            let row = client.query_one(text, &[]).expect("a server");
            killed += row.get::<_, i64>(0);
        }
        killed
    };
    thread::scope(|scope| {
        for writer in 0..WRITERS {
            let write = &write;
            scope.spawn(move || write(writer));
        }
        assert!(scope.spawn(kill).join().expect("no panic") > 0);
    });
    let entries = store
        .scan(Table::Games, &Keys::all())
        .expect("a readable store");
    assert_eq!(entries.len(), usize::from(WRITERS) * COMMITS as usize);
}

/// Makes every write of a game fail by these statements.
fn trigger(database: &Database, body: &str) {
    database.run(&format!(
        "CREATE SEQUENCE tries; CREATE FUNCTION fail() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN \
         {body} RETURN new; END $$; CREATE TRIGGER fail BEFORE INSERT ON focusbot.games FOR EACH ROW \
         EXECUTE FUNCTION fail()"
    ));
}

#[test]
fn collision_and_connection_that_a_pooler_lost_are_tried_again() {
    for code in ["40001", "40P01", "08006", "08P01"] {
        let Some(database) = database() else { return };
        let store = database.store();
        let body = format!(
            "IF nextval('tries') <= 2 THEN RAISE EXCEPTION 'no' USING ERRCODE = '{code}'; END IF;"
        );
        trigger(&database, &body);
        store
            .commit(batch(b"k", b"v", Expected::Absent))
            .expect("a commit");
        let tries: i64 = database
            .client()
            .query_one("SELECT last_value FROM tries", &[])
            .expect("a sequence")
            .get(0);
        assert_eq!(tries, 3, "{code}");
    }
}

#[test]
fn deadlock_with_another_program_ends() {
    let Some(database) = database() else { return };
    let store = database.store();
    for key in [b"a", b"b"] {
        store
            .commit(batch(key, b"old", Expected::Absent))
            .expect("a commit");
    }
    let mut other = database.client();
    let mut transaction = other.transaction().expect("a transaction");
    let lock = "SELECT 1 FROM focusbot.games WHERE k = $1 FOR UPDATE";
    transaction.query(lock, &[&&b"b"[..]]).expect("a lock");
    thread::scope(|scope| {
        let committing = scope.spawn(|| {
            let mut both = Batch::new();
            both.put(Table::Games, *b"a", b"new".to_vec(), Expected::Any)
                .put(Table::Games, *b"b", b"new".to_vec(), Expected::Any);
            store.commit(both)
        });
        let waits = "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() \
                     AND wait_event_type = 'Lock'";
        let mut watching = database.client();
        until("a commit that waits for a lock", || {
            let waiting = watching.query_one(waits, &[]).expect("a server");
            waiting.get::<_, i64>(0) > 0
        });
        // Now each waits for the other, until the server ends one of them.
        let locked = transaction.query(lock, &[&&b"a"[..]]);
        drop((locked, transaction));
        let committed = committing.join().expect("no panic");
        committed.expect("a commit");
    });
    let entries = store
        .scan(Table::Games, &Keys::all())
        .expect("a readable store");
    assert!(entries.iter().all(|(_, stored)| stored.bytes == b"new"));
}

#[test]
fn full_disk_is_named_and_nothing_is_half_written() {
    let Some(database) = database() else { return };
    let store = database.store();
    let body = "RAISE EXCEPTION 'could not extend file' USING ERRCODE = '53100';";
    trigger(&database, body);
    let mut both = batch(b"k", b"v", Expected::Absent);
    both.put(Table::Actions, *b"k", b"v".to_vec(), Expected::Absent);
    let reason = away(store.commit(both.clone()));
    let named = "the disk of the database is full, free some space there: could not extend file";
    assert_eq!(reason, named);
    assert_eq!(store.get(Table::Actions, b"k"), Ok(None));
    database.run("DROP TRIGGER fail ON focusbot.games");
    store.commit(both).expect("a commit");
}

#[test]
fn database_with_a_full_disk_is_away_until_something_is_written() {
    let Some(database) = database() else { return };
    let metrics = Metrics::default();
    let store = Arc::new(Backend::Postgres(database.store()));
    let store = Measured::new(store, metrics.clone());
    let body = "RAISE EXCEPTION 'could not extend file' USING ERRCODE = '53100';";
    trigger(&database, body);
    let refused = batch(b"k", b"v", Expected::Absent);
    away(store.commit(refused.clone()));
    let is_away = || metrics.health().is_store_away();
    assert_eq!(store.get(Table::Games, b"k"), Ok(None));
    assert!(is_away(), "it can still be read");
    store.commit(Batch::new()).expect("a commit");
    assert!(is_away(), "nothing was written");
    database.run("DROP TRIGGER fail ON focusbot.games");
    store.commit(refused).expect("a commit");
    assert!(!is_away());
}

#[test]
fn commit_is_durable_whatever_the_database_prefers() {
    let Some(database) = database() else { return };
    let name = &database.name;
    database.run(&format!(
        "ALTER DATABASE {name} SET synchronous_commit = off"
    ));
    let store = database.store();
    let body =
        "IF current_setting('synchronous_commit') <> 'on' THEN RAISE EXCEPTION 'no'; END IF;";
    trigger(&database, body);
    let committed = store.commit(batch(b"k", b"v", Expected::Absent));
    committed.expect("a commit");
}

#[test]
fn commit_takes_one_round_trip() {
    let Some(database) = database() else { return };
    let store = database.store();
    let round = |number: u8| {
        let mut batch = batch(&[number], &[7; 500], Expected::Absent);
        for table in [
            Table::Actions,
            Table::Deadlines,
            Table::Unannounced,
            Table::Messages,
        ] {
            batch.put(table, [number], vec![number; 30], Expected::Any);
        }
        batch.delete(Table::Deadlines, [number.wrapping_sub(1)], Expected::Any);
        store.commit(batch).expect("a commit of new keys");
    };
    // The first one prepares statements.
    round(0);
    let before = store.requests();
    (1..51).for_each(round);
    assert_eq!(store.requests() - before, 50);
}

#[test]
fn no_revision_repeats_though_a_standby_that_takes_over_lacks_commits() {
    let Some(database) = database() else { return };
    let revisions = |store: &PostgresStore| {
        let commit = |_| store.commit(batch(b"k", b"v", Expected::Any));
        let revisions = (0..10).map(commit).collect::<Result<Vec<_>, _>>();
        revisions.expect("commits")
    };
    let first = database.store();
    let of_first = revisions(&first);
    // A standby may lack what a sequence has handed out as well.
    database.run("ALTER SEQUENCE focusbot.revisions RESTART");
    let of_second = revisions(&database.store());
    let repeats = of_first.iter().any(|revision| of_second.contains(revision));
    assert!(!repeats, "{of_first:?}, {of_second:?}");
}

#[test]
fn largest_values_are_stored() {
    let Some(database) = database() else { return };
    let store = database.store();
    let bytes = vec![255; MAX_VALUE_BYTES];
    store
        .commit(batch(b"k", &bytes, Expected::Absent))
        .expect("a commit");
    assert_eq!(read(&store, b"k").expect("a value").bytes, bytes);
}

#[test]
fn two_processes_share_a_database() {
    let Some(database) = database() else { return };
    let stores = [database.store(), database.store()];
    for number in 0..50_u8 {
        let (own, other) = (
            &stores[usize::from(number % 2)],
            &stores[usize::from(number % 2 == 0)],
        );
        let current = read(own, b"k");
        let expected = Expected::as_read(current.as_ref().map(|stored| stored.revision));
        own.commit(batch(b"k", &[number], expected))
            .expect("a commit");
        assert_eq!(read(other, b"k").expect("a value").bytes, [number]);
        if current.is_some() {
            assert!(other.commit(batch(b"k", b"late", expected)).is_err());
        }
    }
}
