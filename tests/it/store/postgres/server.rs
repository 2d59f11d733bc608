//! Servers and databases that are unsuitable, each told of in one sentence.

use std::io::{Read, Write};
use std::net::TcpListener;
use std::path::Path;
use std::thread;

use focusbot::store::postgres::{OpenError, Options, PostgresStore};
use focusbot::store::{Batch, Expected, Store, Table};
use postgres::Client;

use crate::store::postgres::pair::Pair;
use crate::store::postgres::{Database, PATIENCE, database};
use crate::support::until;

#[track_caller]
fn refusal(options: Options) -> OpenError {
    PostgresStore::open(options).expect_err("an unsuitable database")
}

#[test]
fn other_encoding_is_refused() {
    let Some(database) = Database::created("ENCODING 'SQL_ASCII'") else {
        return;
    };
    let error = refusal(database.options());
    assert_eq!(error, OpenError::Encoding("SQL_ASCII".to_owned()));
}

#[test]
fn read_only_database_is_refused() {
    let Some(database) = database() else { return };
    let name = &database.name;
    database.run(&format!(
        "ALTER DATABASE {name} SET default_transaction_read_only = on"
    ));
    let error = refusal(database.options());
    assert!(matches!(error, OpenError::ReadOnly(_)), "{error}");
    let url = format!("{}?target_session_attrs=read-write", database.url());
    let error = refusal(Options::new(url.parse().expect("an address")));
    let expected = "the database cannot be reached: database does not allow writes";
    assert_eq!(error.to_string(), expected);
    assert!(
        error.is_passing(),
        "another host may become the one to write to"
    );
}

#[test]
fn database_in_use_that_is_read_only_for_a_moment_is_waited_for() {
    let Some(database) = database() else { return };
    let (store, mut server) = (database.store(), database.client());
    let name = &database.name;
    let set =
        |value: &str| format!("ALTER DATABASE {name} SET default_transaction_read_only = {value}");
    let end = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity \
               WHERE datname = current_database() AND pid <> pg_backend_pid()";
    for text in [set("on").as_str(), end] {
        server.batch_execute(text).expect("statements");
    }
    let sessions = |server: &mut Client| -> i64 {
        let text = "SELECT sessions FROM pg_stat_database WHERE datname = current_database()";
        server.query_one(text, &[]).expect("an answer").get(0)
    };
    let before = sessions(&mut server);
    thread::scope(|scope| {
        let reading = scope.spawn(|| store.get(Table::Games, b"k"));
        // Those from before may not have been counted yet.
        until("attempts to connect", || {
            reading.is_finished() || sessions(&mut server) > before + 4
        });
        server.batch_execute(&set("off")).expect("a setting");
        assert_eq!(reading.join().expect("no panic"), Ok(None));
    });
}

#[test]
fn standby_is_refused() {
    let Some(pair) = Pair::new() else {
        return;
    };
    let url = pair.standby_url().parse().expect("an address");
    let error = refusal(Options::new(url));
    assert_eq!(error, OpenError::ReadOnly("it is a standby"));
}

#[test]
fn database_that_does_not_exist_is_named() {
    let Some(database) = database() else { return };
    let url = database
        .url()
        .to_string()
        .replace(&database.name, "nowhere");
    let error = refusal(Options::new(url.parse().expect("an address")));
    let expected = "database \"nowhere\" does not exist; create it with `CREATE DATABASE`";
    assert_eq!(error.to_string(), expected);
}

#[test]
fn password_is_needed_and_never_shown() {
    let Some(database) = database() else { return };
    let name = &database.name;
    database.run(&format!(
        "CREATE ROLE {name} LOGIN PASSWORD 'open sesame' IN ROLE guarded; \
         ALTER DATABASE {name} OWNER TO {name}"
    ));
    let url = database.url_of(name, &database.socket());
    let with = |password: Option<&str>| Options {
        password: password.map(str::to_owned),
        ..Options::new(url.parse().expect("an address"))
    };
    assert!(!format!("{:?}", with(Some("open sesame"))).contains("sesame"));
    for wrong in [None, Some("open barley")] {
        let error = refusal(with(wrong));
        assert!(!error.is_passing(), "{error}");
        assert!(!error.to_string().contains("barley"), "{error}");
    }
    assert!(PostgresStore::open(with(Some("open sesame"))).is_ok());
}

#[test]
fn certificate_of_the_server_is_checked() {
    let Some(database) = database() else { return };
    let roots = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/tls/ca.pem");
    let port = database.cluster.port();
    let with = |host: &str, roots: Option<&Path>| {
        let url = database.url_of("focusbot", &format!("{host}:{port}"));
        Options {
            root_certificate: roots.map(Path::to_owned),
            ..Options::new(
                format!("{url}?sslmode=require")
                    .parse()
                    .expect("an address"),
            )
        }
    };
    let store = PostgresStore::open(with("localhost", Some(&roots))).expect("a trusted server");
    let text = "SELECT bool_and(ssl) FROM pg_stat_ssl JOIN pg_stat_activity USING (pid) \
                WHERE datname = current_database() AND pid <> pg_backend_pid()";
    let row = database.client().query_one(text, &[]).expect("a server");
    assert_eq!(row.get::<_, Option<bool>>(0), Some(true));
    drop(store);
    // The certificate is signed by an unknown authority, and is not valid for an IP address.
    for (host, roots) in [("localhost", None), ("127.0.0.1", Some(&*roots))] {
        let error = refusal(with(host, roots)).to_string();
        let expected = "the database's certificate is not trusted: invalid peer certificate: ";
        assert!(error.starts_with(expected), "{host}: {error}");
    }
    let error = refusal(with("localhost", Some(Path::new("none.pem")))).to_string();
    assert!(
        error.starts_with("cannot read certificates from `none.pem`: "),
        "{error}"
    );
}

#[test]
fn server_without_tls_is_not_waited_for() {
    let server = TcpListener::bind("127.0.0.1:0").expect("a free port");
    let address = server.local_addr().expect("an address");
    let refuse = thread::spawn(move || {
        let (mut client, _) = server.accept().expect("a connection");
        // The request for TLS, and the answer that there is none.
        client.read_exact(&mut [0; 8]).expect("a request");
        client.write_all(b"N").expect("an open connection");
    });
    let url = format!("postgres://focusbot@{address}/focusbot?sslmode=require");
    let error = refusal(Options::new(url.parse().expect("an address")));
    assert_eq!(error, OpenError::NoTls);
    assert!(!error.is_passing(), "it is a matter of settings");
    refuse.join().expect("no panic");
}

#[test]
fn last_connection_is_waited_for() {
    let Some(database) = database() else { return };
    let name = &database.name;
    database.run(&format!(
        "CREATE ROLE {name} LOGIN CONNECTION LIMIT 1; ALTER DATABASE {name} OWNER TO {name}"
    ));
    let url = database.url_of(name, &database.socket());
    let options = || Options {
        patience: PATIENCE,
        ..Options::new(url.parse().expect("an address"))
    };
    let first = PostgresStore::open(options()).expect("the only connection");
    let error = refusal(options());
    assert_eq!(error, OpenError::TooManyConnections);
    assert!(error.is_passing());
    // Requests that come together wait for it.
    thread::scope(|scope| {
        for number in 0..8_u8 {
            let first = &first;
            scope.spawn(move || {
                let mut batch = Batch::new();
                batch.put(Table::Games, [number], Vec::new(), Expected::Absent);
                first.commit(batch).expect("a commit");
            });
        }
    });
}

#[test]
fn address_has_a_host_a_person_and_a_database_and_no_password() {
    let check = |text: &str, expected: &str| {
        let error = text.parse::<focusbot::store::postgres::DatabaseUrl>();
        let error = error.expect_err(text).to_string();
        assert!(error.contains(expected), "{text}: {error}");
        assert!(!error.contains("sesame"), "{error}");
    };
    check("mysql://a@b/c", "expected an address such as");
    check("postgres://a:sesame@b/c", "without a password");
    check("postgres://a@b/c?password=sesame", "without a password");
    check("postgres://a@b/c?sesame=1", "cannot be read");
    check("postgres://a@b", "no database");
    check("postgres://b/c", "no name");
    check("postgres:///c?user=a", "no host");
}
