//! Sessions of shards that are handed over with their leases.

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
    /// Keeps sessions of shards that this process holds for the one that takes them over. Those that
    /// are not kept are begun anew.
    pub fn keep_sessions(&self, sessions: Vec<(Shard, KeptSession)>, now: Timestamp) {
        // Together they may be larger than a commit should be.
        for (shard, session) in sessions {
            let Some(lease) = self.ownership.lease(shard) else {
                continue;
            };
            let mut batch = Batch::new();
            leases::require_shard(&mut batch, shard, Expected::Revision(lease));
            leases::put_session(&mut batch, shard, session, now);
            if let Err(error) = self.archive.commit_unless_changed(batch) {
                tracing::warn!(?error, shard = shard.number, "the session is not kept");
            }
        }
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
