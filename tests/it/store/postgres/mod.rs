//! Store in PostgreSQL: a server for the tests, and faults that only this store can meet.

mod cluster;
mod commands;
mod faults;
pub(crate) mod pair;
pub(crate) mod proxy;
mod schema;
mod server;

use std::time::{Duration, Instant};

use focusbot::store::postgres::{DatabaseUrl, Options, PostgresStore};
use postgres::Client;

use self::cluster::Cluster;
use crate::support::{PATIENCE, until};

/// Database of one test, in the server of all tests.
pub(crate) struct Database {
    cluster: &'static Cluster,
    name: String,
}

impl Database {
    /// Creates an empty database with these options.
    fn created(options: &str) -> Option<Self> {
        let cluster = Cluster::shared()?;
        let name = cluster.next_name();
        let text = format!("CREATE DATABASE {name} TEMPLATE template0 {options}");
        cluster
            .client("postgres")
            .batch_execute(&text)
            .expect("a new database");
        Some(Self { cluster, name })
    }

    /// Returns the address of the database, by the server's socket.
    pub(crate) fn url(&self) -> DatabaseUrl {
        let text = self.url_of("focusbot", &self.socket());
        text.parse().expect("an address")
    }

    /// Returns the server's socket as the host of an address.
    fn socket(&self) -> String {
        let folder = self.cluster.socket().replace('/', "%2F");
        format!("{folder}:{}", self.cluster.port())
    }

    /// Returns the address of the database for a person of the server, through another host.
    fn url_of(&self, person: &str, host: &str) -> String {
        format!("postgres://{person}@{host}/{}", self.name)
    }

    /// Returns the address of the database, through a port of this machine.
    pub(crate) fn url_through(&self, port: u16) -> String {
        self.url_of("focusbot", &format!("127.0.0.1:{port}"))
    }

    /// Returns the usual access, with more patience.
    pub(crate) fn options(&self) -> Options {
        Options {
            patience: PATIENCE,
            ..Options::new(self.url())
        }
    }

    /// Opens the store, and retries after transient errors as a bot does.
    #[track_caller]
    pub(crate) fn store(&self) -> PostgresStore {
        let begun = Instant::now();
        loop {
            match PostgresStore::open(self.options()) {
                Err(error) if error.is_passing() && begun.elapsed() < PATIENCE => {}
                opened => return opened.expect("a sound database"),
            }
        }
    }

    /// Waits until no program is connected any more: the server ends a connection some time after
    /// its client.
    #[track_caller]
    fn wait_until_unused(&self) {
        let text = "SELECT EXISTS (SELECT FROM pg_stat_activity WHERE datname = current_database() \
                    AND application_name LIKE 'focusbot-%')";
        let mut client = self.client();
        until("the end of all connections", || {
            let is_used: bool = client.query_one(text, &[]).expect("a server").get(0);
            !is_used
        });
    }

    /// Connects as the server's administrator.
    pub(crate) fn client(&self) -> Client {
        self.cluster.client(&self.name)
    }

    /// Runs statements as the server's administrator.
    #[track_caller]
    fn run(&self, text: &str) {
        self.client().batch_execute(text).expect("statements");
    }
}

/// Creates an empty database; returns `None`, and says so, where there is no PostgreSQL.
pub(crate) fn database() -> Option<Database> {
    Database::created("ENCODING 'UTF8'")
}

/// Returns access through `port` of this machine, with little patience.
fn through(database: &Database, port: u16) -> Options {
    let url = database.url_through(port);
    Options {
        patience: Duration::from_millis(500),
        ..Options::new(url.parse().expect("an address"))
    }
}
