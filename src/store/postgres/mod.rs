//! Store in a PostgreSQL database.
//!
//! - Every [`Table`] is a physical table `focusbot.<name>` of key, revision and value, so that each
//!   has statistics and vacuuming of its own; `schema.sql` has everything else. `bytea` sorts as
//!   keys do.
//! - A batch is one call of the function `focusbot.commit`: one round trip, one transaction in READ
//!   COMMITTED. It locks all keys in their order, compares revisions, then writes. A key that must
//!   stay absent is inserted, and deleted again if the batch does not write it, so that nobody else
//!   can insert it meanwhile.
//! - Every process counts revisions from a random number. They are unique, even among those of
//!   commits that a failover has lost.
//! - Every connection notes its last revision in `focusbot.writers`, within the same transaction.
//!   After a lost answer, the next connection closes that row, which waits for a request in
//!   progress and refuses a late one, and so learns the outcome.
//! - The client runs its own event loop and must not be used on a thread of another one. Therefore
//!   requests are carried out by threads of the store's own.

mod arguments;

mod commit;

mod connection;

pub mod error;

mod load;

mod options;

mod schema;

mod tls;

pub mod url;

mod visit;

mod worker;

use std::collections::BTreeSet;
use std::fmt;
use std::sync::Arc;
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::thread;
use std::time::{Duration, Instant};

use parking_lot::Mutex;

use crate::store::records::{archive, format};
use crate::store::{
    Batch, CommitError, Entries, Key, Keys, ReadPoint, Revision, Store, StoreError, Stored, Table,
};

use self::arguments::Arguments;
use self::connection::Connection;
pub use self::error::OpenError;
pub use self::load::{Loaded, load, require_fillable, require_unused};
pub use self::options::Options;
pub use self::url::{DatabaseUrl, UrlError};
use self::worker::{Job, Shared, Worker};

/// Time that a request may take beyond the patience for an unavailable database.
const SLACK: Duration = Duration::from_secs(20);

/// Tables in a PostgreSQL database.
pub struct PostgresStore {
    shared: Arc<Shared>,
    /// `None` once the store is closed.
    jobs: Mutex<Option<Sender<Job>>>,
    /// Carries nothing, and is disconnected once all workers have ended.
    working: Mutex<Receiver<()>>,
}

impl PostgresStore {
    /// Starts the threads of a store, which connect when they are needed. Nothing can be read or
    /// written before [`Self::prepare`] has been successful once.
    ///
    /// # Errors
    ///
    /// The system starts no thread.
    pub fn new(options: Options) -> Result<Self, StoreError> {
        let (jobs, queue) = mpsc::channel();
        let queue = Arc::new(Mutex::new(queue));
        let shared = Arc::new(Shared::new(options));
        let (at_work, working) = mpsc::channel();
        for _ in 0..shared.options.connections.get() {
            let worker = Worker::new(Arc::clone(&shared));
            let (queue, at_work) = (Arc::clone(&queue), at_work.clone());
            let started = thread::Builder::new()
                .name("store-postgres".to_owned())
                .spawn(move || {
                    worker.work(&queue);
                    drop(at_work);
                });
            started.map_err(|error| StoreError::Database(error.to_string()))?;
        }
        Ok(Self {
            shared,
            jobs: Mutex::new(Some(jobs)),
            working: Mutex::new(working),
        })
    }

    /// Starts a store and prepares it.
    ///
    /// # Errors
    ///
    /// Those of [`Self::prepare`].
    pub fn open(options: Options) -> Result<Self, OpenError> {
        let store = Self::new(options)?;
        store.prepare()?;
        Ok(store)
    }

    /// Connects, checks the server, and makes or upgrades the schema if necessary.
    ///
    /// # Errors
    ///
    /// The database cannot be reached or used; [`OpenError::is_passing`] tells whether to try again.
    pub fn prepare(&self) -> Result<(), OpenError> {
        self.ask(Worker::prepare)??;
        if let Some(noted) = self.get(Table::Meta, format::KEY)? {
            format::check_format(&noted.bytes)?;
        }
        if self.get(Table::Meta, format::FILLING)?.is_some() {
            return Err(OpenError::HalfFilled);
        }
        format::note_format(self)?;
        Ok(archive::take_back(self)?)
    }

    /// Connects and checks the server, and refuses a database in which no focusbot has made a
    /// schema.
    ///
    /// # Errors
    ///
    /// The database cannot be reached or used, or has no schema.
    pub fn require_schema(&self) -> Result<(), OpenError> {
        match self.ask(Worker::connect)? {
            // To upgrade it is the task of `prepare`.
            Ok(()) | Err(OpenError::OlderSchema { .. }) => Ok(()),
            Err(error) => Err(error),
        }
    }

    /// Returns the size of the database on disk, in bytes.
    ///
    /// # Errors
    ///
    /// The database failed.
    pub fn bytes(&self) -> Result<u64, StoreError> {
        self.ask(|worker| worker.read(Connection::bytes))?
    }

    /// Returns the number of values.
    ///
    /// # Errors
    ///
    /// The database failed.
    pub fn values(&self) -> Result<u64, StoreError> {
        self.ask(|worker| worker.read(Connection::values))?
    }

    /// Returns the number of requests sent so far, each of which takes one round trip.
    #[must_use]
    pub fn requests(&self) -> u64 {
        self.shared.requests()
    }

    /// Finishes the pending requests and accepts no more. It does not wait for those that the
    /// database leaves unanswered.
    pub fn close(&self) {
        if self.jobs.lock().take().is_none() {
            return;
        }
        let ended = self
            .working
            .lock()
            .recv_timeout(self.shared.options.patience);
        if ended == Err(RecvTimeoutError::Timeout) {
            tracing::warn!("the store is closed although the database has not answered");
        }
    }

    /// Has a worker carry out `act`, and waits for its answer.
    fn ask<T: Send + 'static>(
        &self,
        act: impl FnOnce(&mut Worker) -> T + Send + 'static,
    ) -> Result<T, StoreError> {
        let limit = self.shared.options.patience + SLACK;
        let until = Instant::now() + limit;
        let (answer, waiting) = mpsc::sync_channel(1);
        let job: Job = Box::new(move |worker| {
            // Nobody is waiting for it anymore.
            if Instant::now() < until {
                let found = act(worker);
                worker.give_back();
                let _ = answer.send(found);
            }
        });
        let sent = self.jobs.lock().as_ref().map(|jobs| jobs.send(job));
        sent.and_then(Result::ok).ok_or(StoreError::Closed)?;
        let answered = waiting.recv_timeout(limit);
        answered.map_err(|error| unanswered(error, until, limit))
    }
}

/// Returns the error of a request without an answer, for which the caller has waited until this
/// time at most.
fn unanswered(error: RecvTimeoutError, until: Instant, limit: Duration) -> StoreError {
    match error {
        RecvTimeoutError::Disconnected if Instant::now() < until => {
            StoreError::Database("a request to it panicked; the log says why".to_owned())
        }
        // A worker drops a request that it reaches too late, perhaps before the caller's wait ends.
        RecvTimeoutError::Timeout | RecvTimeoutError::Disconnected => StoreError::Unavailable(
            format!("the database has not answered for {} s", limit.as_secs()),
        ),
    }
}

impl Store for PostgresStore {
    fn get(&self, table: Table, key: &[u8]) -> Result<Option<Stored>, StoreError> {
        let key = key.to_vec();
        self.ask(move |worker| worker.read(|connection| connection.get(table, &key)))?
    }

    fn get_many(&self, keys: &[(Table, Key)]) -> Result<Vec<Option<Stored>>, StoreError> {
        if keys.is_empty() {
            return Ok(Vec::new());
        }
        let keys = keys.to_vec();
        self.ask(move |worker| worker.read(|connection| connection.get_many(&keys)))?
    }

    fn scan(&self, table: Table, keys: &Keys) -> Result<Entries<Stored>, StoreError> {
        let found = self.scan_many(&[(table, keys.clone())])?;
        Ok(found.into_iter().flatten().collect())
    }

    fn scan_many(&self, scans: &[(Table, Keys)]) -> Result<Vec<Entries<Stored>>, StoreError> {
        if scans.is_empty() {
            return Ok(Vec::new());
        }
        let scans = scans.to_vec();
        self.ask(move |worker| worker.read(|connection| connection.scan_many(&scans)))?
    }

    fn visit(&self, visit: &mut dyn FnMut(Table, &[u8], Stored)) -> Result<ReadPoint, StoreError> {
        visit::visit(&self.shared.options, visit)
    }

    fn commit(&self, batch: Batch) -> Result<Revision, CommitError> {
        batch.check_sizes()?;
        let arguments = Arguments::of(batch);
        if arguments.keys.is_empty() {
            // Nothing was written; no commit has this revision.
            return Ok(Revision::default());
        }
        self.ask(move |worker| worker.commit(&arguments))?
    }

    fn is_shared(&self) -> bool {
        true
    }

    fn session(&self) -> Option<String> {
        Some(self.shared.options.name.clone())
    }

    fn sessions(&self) -> Result<BTreeSet<String>, StoreError> {
        self.ask(|worker| worker.read(Connection::sessions))?
    }
}

impl Drop for PostgresStore {
    fn drop(&mut self) {
        self.close();
    }
}

impl fmt::Debug for PostgresStore {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("PostgresStore").finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use std::num::NonZero;
    use std::sync::mpsc::RecvTimeoutError;
    use std::time::Instant;

    use crate::metrics::TOO_LONG;
    use crate::store::StoreError;
    use crate::store::postgres::{DatabaseUrl, Options, PostgresStore, SLACK, unanswered};

    fn options() -> Options {
        let url: Result<DatabaseUrl, _> = "postgres://focusbot@localhost/focusbot".parse();
        Options::new(url.expect("an address"))
    }

    #[test]
    fn thread_outlives_a_request_that_panics() {
        let store = PostgresStore::new(Options {
            connections: NonZero::<u32>::MIN,
            ..options()
        });
        let store = store.expect("a thread");
        let broken = store.ask::<u8>(|_| panic!("a bug"));
        assert!(matches!(broken, Err(StoreError::Database(_))));
        assert_eq!(store.ask(|_| 7), Ok(7));
    }

    #[test]
    fn request_that_is_dropped_in_the_end_leaves_the_store_in_use() {
        let now = Instant::now();
        let is_passing =
            |error, until| matches!(unanswered(error, until, SLACK), StoreError::Unavailable(_));
        assert!(is_passing(RecvTimeoutError::Timeout, now));
        assert!(is_passing(RecvTimeoutError::Disconnected, now));
        let later = now + TOO_LONG;
        assert!(!is_passing(RecvTimeoutError::Disconnected, later));
    }

    #[test]
    fn request_ends_before_its_thread_counts_as_hanging() {
        assert!(options().patience + SLACK < TOO_LONG);
    }
}
