//! Sessions of shards, kept for the next start or handed over with leases.

use std::collections::BTreeSet;
use std::time::Duration;

use crate::service::Service;
use crate::service::api::fault::Fault;
use crate::service::api::ids::{Shard, Timestamp};
use crate::service::api::kept_session::KeptSession;
use crate::service::repository::leases;
use crate::store::{Batch, Expected};

/// Time after which a session is not resumed; Discord keeps it for a minute or two.
const RESUMABLE: Duration = Duration::from_secs(180);

impl Service {
    /// Keeps sessions of shards for this process's next start, or for the process that takes the shards
    /// over, as long as this one holds them. Others start as new sessions.
    pub fn keep_sessions(&self, sessions: Vec<(Shard, KeptSession)>, now: Timestamp) {
        let shares = self.held_shards().is_some();
        // Together they may be larger than a commit should be.
        for (shard, session) in sessions {
            let mut batch = Batch::new();
            if shares {
                let Some(lease) = self.held_leases.lease(shard) else {
                    continue;
                };
                leases::require_shard(&mut batch, shard, Expected::Revision(lease));
            }
            leases::put_session(&mut batch, shard, session, now);
            if let Err(error) = self.archive.commit_unless_changed(batch) {
                tracing::warn!(?error, shard = shard.number, "the session is not kept");
            }
        }
    }

    /// Takes all sessions that were kept and are not too old, for a process that shares its store with
    /// no other.
    ///
    /// # Errors
    ///
    /// The store failed.
    pub fn take_all_sessions(&self, now: Timestamp) -> Result<Vec<(Shard, KeptSession)>, Fault> {
        self.take_sessions(&self.shards_with_sessions()?, now)
    }

    /// Takes the sessions of shards that were kept and are not too old.
    ///
    /// # Errors
    ///
    /// The store failed.
    pub fn take_sessions(
        &self,
        shards: &BTreeSet<Shard>,
        now: Timestamp,
    ) -> Result<Vec<(Shard, KeptSession)>, Fault> {
        let mut taken = Vec::new();
        for shard in shards {
            let Some((found, at)) = self.kept_session(*shard)? else {
                continue;
            };
            let mut batch = Batch::new();
            let expected = Expected::Revision(found.revision);
            leases::delete_session(&mut batch, *shard, expected);
            let is_mine = self.archive.commit_unless_changed(batch)?;
            if is_mine && now.since(at) < RESUMABLE {
                taken.push((*shard, found.record));
            }
        }
        Ok(taken)
    }
}
