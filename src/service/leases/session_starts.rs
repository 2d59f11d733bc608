//! Turns of the processes to begin sessions: Discord accepts one every five seconds for each bucket
//! of shards.
//!
//! Source: Discord, "Gateway", section "Sharding", on `max_concurrency`.

use std::time::Duration;

use crate::service::Service;
use crate::service::api::fault::Fault;
use crate::service::api::ids::Timestamp;
use crate::service::repository::leases;
use crate::store::{Batch, Expected};

/// Interval in which Discord accepts one new session.
const INTERVAL: Duration = Duration::from_secs(5);
/// Time that a session has to begin before the turn passes to others.
const TURN: Duration = Duration::from_secs(10);
/// Time after which a waiting process checks again.
const LOOK: Duration = Duration::from_secs(1);

impl Service {
    /// Takes the turn of a bucket to begin a session; returns the time to wait before another
    /// attempt if it is not this process's turn. A process that shares the store with no other
    /// always has it.
    ///
    /// # Errors
    ///
    /// The store failed.
    pub fn take_start(&self, bucket: u32, now: Timestamp) -> Result<Option<Duration>, Fault> {
        if self.held_shards().is_none() {
            return Ok(None);
        }
        let next = self.next_start(bucket)?;
        let wait = next.map_or(Duration::ZERO, |next| next.record.since(now));
        // If it is longer, the clock of another process was wrong.
        if !wait.is_zero() && wait <= TURN {
            return Ok(Some(wait.min(LOOK)));
        }
        let mut batch = Batch::new();
        let expected = Expected::as_read(next.map(|next| next.revision));
        leases::put_next_start(&mut batch, bucket, now.after(TURN), expected);
        let is_taken = self.archive.commit_unless_changed(batch)?;
        Ok((!is_taken).then_some(LOOK))
    }

    /// Records that a session of a bucket has begun, so that the next one may after an interval.
    ///
    /// # Errors
    ///
    /// The store failed; the next one may begin a few seconds later.
    pub fn note_start(&self, bucket: u32, now: Timestamp) -> Result<(), Fault> {
        if self.held_shards().is_none() {
            return Ok(());
        }
        let mut batch = Batch::new();
        leases::put_next_start(&mut batch, bucket, now.after(INTERVAL), Expected::Any);
        self.archive.commit(batch)?;
        Ok(())
    }
}
