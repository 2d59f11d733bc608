//! Commits that are attempted again if another write came in between.

use std::thread;
use std::time::Duration;

use crate::service::Service;
use crate::service::api::fault::Fault;
use crate::store::{Batch, CommitError};

/// Maximum number of further attempts at a change when other writes conflict with it.
const TRIES: u32 = 16;
/// Number of attempts that follow each other at once; later ones wait longer and longer, because
/// many want to change the same at a time.
const AT_ONCE: u32 = 4;
/// Shortest pause between two attempts.
const PAUSE: Duration = Duration::from_millis(1);
/// Longest pause between two attempts.
const LONGEST_PAUSE: Duration = Duration::from_millis(32);

impl Service {
    /// Commits the batch that `attempt` fills, which is called again if another write came in
    /// between.
    ///
    /// # Errors
    ///
    /// The attempt failed, and nothing has changed; or the commit did, and the next start tells
    /// whether it was kept.
    pub(crate) fn write<T, E: From<Fault>>(
        &self,
        mut attempt: impl FnMut(&mut Batch) -> Result<T, E>,
    ) -> Result<T, E> {
        let mut tries = 0;
        loop {
            let mut batch = Batch::new();
            let made = attempt(&mut batch)?;
            if batch.is_empty() {
                return Ok(made);
            }
            match self.archive.commit(batch) {
                Err(CommitError::Conflict { .. }) if tries < TRIES => {
                    tries += 1;
                    if let Some(doublings) = tries.checked_sub(AT_ONCE) {
                        thread::sleep((PAUSE * 2_u32.pow(doublings)).min(LONGEST_PAUSE));
                    }
                }
                committed => {
                    committed.map_err(Fault::from)?;
                    return Ok(made);
                }
            }
        }
    }
}
