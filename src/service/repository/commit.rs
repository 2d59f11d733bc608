//! Commits that are attempted again if another write came in between.

use std::thread;
use std::time::Duration;

use crate::service::Service;
use crate::service::api::fault::Fault;
use crate::service::repository::indices::keys::game_of;
use crate::store::{Batch, CommitError, Revision, Table};

/// Maximum number of further attempts at a change when other writes conflict with it.
const TRIES: u32 = 16;
/// Number of attempts that follow each other immediately; later ones wait longer and longer,
/// because many writers may be changing the same record.
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
        attempt: impl FnMut(&mut Batch) -> Result<T, E>,
    ) -> Result<T, E> {
        self.write_at(attempt).map(|(made, _)| made)
    }

    /// Commits a batch as [`Self::write`] does; also returns the revision that it has written.
    pub(crate) fn write_at<T, E: From<Fault>>(
        &self,
        mut attempt: impl FnMut(&mut Batch) -> Result<T, E>,
    ) -> Result<(T, Revision), E> {
        let mut tries = 0;
        loop {
            let mut batch = Batch::new();
            let made = attempt(&mut batch)?;
            if batch.is_empty() {
                return Ok((made, Revision::default()));
            }
            let changes = batch.changes().iter();
            let of_games = changes.filter(|change| change.table == Table::Games);
            for game in of_games.filter_map(|change| game_of(&change.key)) {
                self.cache.forget_unshown(game);
            }
            match self.archive.commit(batch) {
                Err(CommitError::Conflict { .. }) if tries < TRIES => {
                    tries += 1;
                    if let Some(doublings) = tries.checked_sub(AT_ONCE) {
                        thread::sleep((PAUSE * 2_u32.pow(doublings)).min(LONGEST_PAUSE));
                    }
                }
                committed => return Ok((made, committed.map_err(Fault::from)?)),
            }
        }
    }
}
