//! Numbers of tables and games that are about to be written.

use std::collections::BTreeSet;
use std::sync::{Mutex, PoisonError};

use crate::service::Service;
use crate::service::api::fault::Fault;
use crate::service::api::ids::GameId;
use crate::store::{Keys, Table};

/// Number of a table or game that is about to be written. Nobody else gets it here while this value
/// lives; if the write fails, the next one does.
pub(crate) struct ReservedId<'s> {
    pub(crate) id: GameId,
    others: &'s Mutex<BTreeSet<GameId>>,
}

impl Drop for ReservedId<'_> {
    fn drop(&mut self) {
        let mut others = self.others.lock().unwrap_or_else(PoisonError::into_inner);
        others.remove(&self.id);
    }
}

impl Service {
    /// Reserves one more than the highest number ever given, including damaged records. Another
    /// process may take it first, and then its table is there.
    pub(crate) fn next_id(&self) -> Result<ReservedId<'_>, Fault> {
        let last = Keys::all().reversed().limit(1);
        let mut highest = 0;
        for table in [Table::Games, Table::Actions] {
            let keys = self.archive.store().scan(table, &last)?;
            let number = keys.first().and_then(|(key, _)| key.first_chunk::<4>());
            highest = highest.max(number.map_or(0, |number| u32::from_be_bytes(*number)));
        }
        let mut reserved = self.reserved.lock().unwrap_or_else(PoisonError::into_inner);
        let last = reserved.last().map_or(highest, |last| highest.max(last.0));
        let id = GameId(last + 1);
        reserved.insert(id);
        let others = &self.reserved;
        Ok(ReservedId { id, others })
    }
}
