//! Threads that carry out requests from a shared queue, on connections that they share.
//!
//! A lost connection is replaced, and a read in progress is repeated.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::Receiver;
use std::thread;
use std::time::{Duration, Instant};

use parking_lot::Mutex;

use crate::store::postgres::connection::Connection;
use crate::store::postgres::error::{OpenError, is_collision, is_lost, request};
use crate::store::postgres::options::Options;
use crate::store::{Lineage, Revision, StoreError};

/// Shortest and longest time between two attempts.
const PAUSES: (Duration, Duration) = (Duration::from_millis(10), Duration::from_secs(1));

/// Request that any worker can carry out.
pub(super) type Job = Box<dyn FnOnce(&mut Worker) + Send>;

/// State that all workers share.
pub(super) struct Shared {
    pub(super) options: Options,
    /// Next revision.
    revision: AtomicU64,
    /// Connections that no worker is using; the last one used is the next to be used, so that there
    /// are no more connections than concurrent requests.
    idle: Mutex<Vec<Connection>>,
    /// Number of requests that connections have sent.
    requests: AtomicU64,
}

impl Shared {
    pub(super) fn new(options: Options) -> Self {
        Self {
            options,
            revision: AtomicU64::new(first_revision()),
            idle: Mutex::default(),
            requests: AtomicU64::new(0),
        }
    }

    /// Returns a revision that no other commit gets.
    pub(super) fn next_revision(&self) -> Revision {
        Revision(self.revision.fetch_add(1, Ordering::Relaxed))
    }

    /// Returns an open connection that no worker is using.
    fn take_idle(&self) -> Option<Connection> {
        let mut idle = self.idle.lock();
        idle.retain(|connection| !connection.is_closed());
        idle.pop()
    }

    /// Returns the number of requests sent so far.
    pub(super) fn requests(&self) -> u64 {
        self.requests.load(Ordering::Relaxed)
    }
}

/// Returns the random revision from which a program counts. A sequence of the database would give
/// numbers again after a standby that lacks the last commits has taken over. Older programs use
/// one, and all of its numbers are smaller.
pub(super) fn first_revision() -> u64 {
    (1 << 62) | (Lineage::new().0 >> 2)
}

/// Thread with the connection that its request uses.
pub(super) struct Worker {
    pub(super) shared: Arc<Shared>,
    connection: Option<Connection>,
}

/// Attempts at one request, until patience ends.
pub(super) struct Attempts {
    patience: Duration,
    /// End of the patience, which begins when an attempt fails: before that, the request may have
    /// waited long for a host that has vanished.
    until: Option<Instant>,
    pause: Duration,
}

impl Attempts {
    pub(super) const fn new(patience: Duration) -> Self {
        Self {
            patience,
            until: None,
            pause: PAUSES.0,
        }
    }

    /// Waits before the next attempt, after one to which the database did not respond from this time
    /// on; returns whether there is time for one.
    fn go_on(&mut self, away_since: Instant) -> bool {
        let until = self.until.get_or_insert(away_since + self.patience);
        let left = until.saturating_duration_since(Instant::now());
        if left.is_zero() {
            return false;
        }
        thread::sleep(self.pause.min(left));
        self.pause = (self.pause * 2).min(PAUSES.1);
        true
    }
}

impl Worker {
    pub(super) const fn new(shared: Arc<Shared>) -> Self {
        Self {
            shared,
            connection: None,
        }
    }

    /// Carries out requests until the queue is closed.
    pub(super) fn work(mut self, queue: &Mutex<Receiver<Job>>) {
        loop {
            let job = queue.lock().recv();
            let Ok(job) = job else { break };
            // The client panics if the system has no file left for a connection. The hook logs it.
            if catch_unwind(AssertUnwindSafe(|| job(&mut self))).is_err() {
                self.connection = None;
            }
        }
        while let Some(mut connection) = self.shared.take_idle() {
            // Rows that stay are removed a day later.
            let _ = connection.retire();
        }
    }

    /// Gives the connection back. This comes before the answer, so that an immediate next request
    /// uses the same one.
    pub(super) fn give_back(&mut self) {
        if let Some(connection) = self.connection.take() {
            self.shared.idle.lock().push(connection);
        }
    }

    /// Connects once, and checks server and schema.
    pub(super) fn connect(&mut self) -> Result<(), OpenError> {
        self.connection = Some(Connection::open(&self.shared.options, false)?);
        Ok(())
    }

    /// Connects once, and makes the schema if necessary.
    pub(super) fn prepare(&mut self) -> Result<(), OpenError> {
        self.connection = Some(Connection::open(&self.shared.options, true)?);
        Ok(())
    }

    /// Reads with `act`, and again on a new connection if one is lost.
    pub(super) fn read<T>(
        &mut self,
        mut act: impl FnMut(&mut Connection) -> Result<T, postgres::Error>,
    ) -> Result<T, StoreError> {
        let mut attempts = Attempts::new(self.shared.options.patience);
        loop {
            let found = act(self.connected(&mut attempts)?);
            self.count();
            match found {
                Ok(found) => return Ok(found),
                Err(error) => self.go_on_after(&error, &mut attempts)?,
            }
        }
    }

    /// Waits before the next attempt; returns the error if another attempt makes no sense.
    pub(super) fn go_on_after(
        &mut self,
        error: &postgres::Error,
        attempts: &mut Attempts,
    ) -> Result<(), StoreError> {
        if is_lost(error) {
            self.connection = None;
        } else if !is_collision(error) {
            return Err(request(error));
        }
        let may_go_on = attempts.go_on(Instant::now());
        may_go_on.then_some(()).ok_or_else(|| request(error))
    }

    pub(super) fn connected(
        &mut self,
        attempts: &mut Attempts,
    ) -> Result<&mut Connection, StoreError> {
        if self.connection.as_ref().is_some_and(Connection::is_closed) {
            self.connection = None;
        }
        while self.connection.is_none() {
            self.connection = self.shared.take_idle();
            if self.connection.is_some() {
                break;
            }
            let begun = Instant::now();
            let error = match Connection::open(&self.shared.options, false) {
                Ok(connection) => {
                    self.connection = Some(connection);
                    break;
                }
                Err(error) => error,
            };
            // A standby may be about to become the primary. Another request may give its connection
            // back as well.
            let may_pass = error.is_passing() || matches!(error, OpenError::ReadOnly(_));
            if !may_pass || !attempts.go_on(begun) {
                return Err(error.into_store());
            }
        }
        Ok(self.connection.as_mut().expect("a connection just made"))
    }

    pub(super) fn count(&mut self) {
        if let Some(connection) = &mut self.connection {
            let new = std::mem::take(&mut connection.requests);
            self.shared.requests.fetch_add(new, Ordering::Relaxed);
        }
    }
}

#[cfg(test)]
mod tests {
    use std::time::{Duration, Instant};

    use super::Attempts;

    const HOUR: Duration = Duration::from_secs(3_600);

    #[test]
    fn patience_begins_when_the_database_is_first_away() {
        let now = Instant::now();
        let mut lost_late = Attempts::new(Duration::ZERO);
        assert!(lost_late.go_on(now + HOUR));
        let Some(long_ago) = now.checked_sub(HOUR) else {
            return;
        };
        let mut away_for_long = Attempts::new(HOUR);
        assert!(!away_for_long.go_on(long_ago) && !away_for_long.go_on(now));
    }
}
