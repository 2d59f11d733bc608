//! Numbers of tables and games that are about to be written.

use std::collections::BTreeSet;

use parking_lot::Mutex;

use crate::service::Service;
use crate::service::api::fault::Fault;
use crate::service::api::ids::GameId;
use crate::store::Batch;

/// Number of a table or game that is about to be written. No other table in this process gets it
/// while this value lives; if the write fails, the next one does.
pub(crate) struct ReservedId<'s> {
    pub(crate) id: GameId,
    others: &'s Mutex<BTreeSet<GameId>>,
}

impl Drop for ReservedId<'_> {
    fn drop(&mut self) {
        let mut others = self.others.lock();
        others.remove(&self.id);
    }
}

impl Service {
    /// Reserves one more than the highest number ever given. Another process may take it first;
    /// then its table exists, or has been removed, and the batch fails.
    pub(crate) fn next_id(&self, batch: &mut Batch) -> Result<ReservedId<'_>, Fault> {
        let highest = self.highest_id(batch)?;
        let mut reserved = self.reserved.lock();
        let last = reserved.last().map_or(highest, |last| highest.max(last.0));
        let id = GameId(last + 1);
        reserved.insert(id);
        let others = &self.reserved;
        Ok(ReservedId { id, others })
    }
}
