//! Commits whose answer may be lost.
//!
//! The row of a lost connection in `focusbot.writers` tells whether its batch was committed; if not,
//! the batch can never be committed, and is sent again.

use std::sync::Arc;

use crate::store::postgres::arguments::Arguments;
use crate::store::postgres::connection::{Committed, Connection};
use crate::store::postgres::error::is_lost;
use crate::store::postgres::worker::{Attempts, Shared, Worker};
use crate::store::{CommitError, Revision};

impl Worker {
    /// Commits a batch, or finds out that it was committed; returns the revision of its changes.
    pub(super) fn commit(&mut self, batch: &Arguments) -> Result<Revision, CommitError> {
        let mut attempts = Attempts::new(self.shared.options.patience);
        let mut unknown = None;
        loop {
            let shared = Arc::clone(&self.shared);
            let connection = self.connected(&mut attempts)?;
            let committed = try_commit(&shared, connection, batch, &mut unknown);
            self.count();
            match committed {
                Ok(Committed::Done(revision)) => return Ok(revision),
                Ok(Committed::Conflict(index)) => return Err(batch.conflict(index)),
                Ok(Committed::Fenced) => self.connected(&mut attempts)?.forget_writer(),
                Err(error) => self.go_on_after(&error, &mut attempts)?,
            }
        }
    }
}

/// Sends a batch once. A batch whose answer was lost is left in `unknown`: the row of its
/// connection, and its revision.
fn try_commit(
    shared: &Shared,
    connection: &mut Connection,
    batch: &Arguments,
    unknown: &mut Option<(i64, Revision)>,
) -> Result<Committed, postgres::Error> {
    if let Some((writer, revision)) = *unknown {
        let last = connection.fence(writer)?;
        *unknown = None;
        if last == Some(revision) {
            return Ok(Committed::Done(revision));
        }
    }
    let revision = shared.next_revision();
    let writer = connection.writer()?;
    let committed = connection.commit(writer, revision, batch);
    if committed.as_ref().is_err_and(is_lost) {
        *unknown = Some((writer, revision));
    }
    committed
}
