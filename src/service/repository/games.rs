//! Records of tables and games as a whole: reading and writing them.

use std::sync::Arc;

use crate::service::Service;
use crate::service::api::damage::Damage;
use crate::service::api::fault::Fault;
use crate::service::api::ids::GameId;
use crate::service::model::TableOrGame;
use crate::service::repository::persistent::Persistent;
use crate::service::repository::{indices, mapping};
use crate::store::records::GameRecord;
use crate::store::records::record;
use crate::store::{self, Batch, Expected, Key, Table, Versioned};

/// Table or game as it was read, without its actions.
pub(crate) type HeldGame = Versioned<Arc<TableOrGame>>;

/// Record of a table or game, which need not be valid.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RawGame(GameRecord);

impl RawGame {
    /// Returns the table or game in the record.
    pub(crate) fn stored(&self) -> Result<TableOrGame, Damage> {
        mapping::stored(&self.0)
    }

    /// Returns the number of actions that the game should have.
    pub(crate) fn actions(&self) -> u32 {
        self.0.actions
    }

    /// Returns all index entries of the table or game, with their values.
    pub(crate) fn entries(&self, id: GameId) -> impl Iterator<Item = (Table, Key, Vec<u8>)> {
        let entries = indices::entries(id, &self.0).into_iter();
        entries.map(|((table, key), value)| (table, key, value))
    }
}

impl From<GameRecord> for RawGame {
    fn from(record: GameRecord) -> Self {
        Self(record)
    }
}

impl Persistent for RawGame {
    type Record = GameRecord;

    fn from_record(record: GameRecord) -> Self {
        Self(record)
    }

    fn to_record(&self) -> GameRecord {
        self.0.clone()
    }
}

impl Service {
    /// Returns the table or game in a value just read. A value that cannot be read is reported and
    /// set aside.
    pub(crate) fn decode_game(
        &self,
        id: GameId,
        value: &store::Stored,
    ) -> Result<Option<HeldGame>, Fault> {
        let revision = value.revision;
        let held = match record::decode::<GameRecord>(&value.bytes) {
            Ok(record) => Some(Versioned { record, revision }),
            // Reports it, and sets it aside.
            Err(_) => self.archive.read(&indices::game_key(id))?,
        };
        let Some(Versioned { record, revision }) = held else {
            return Ok(None);
        };
        let record = mapping::stored(&record).map_err(Fault::damaged(id))?;
        let record = Arc::new(record);
        Ok(Some(Versioned { record, revision }))
    }

    /// Adds to `batch` a table or game in place of the stored one; if `is_seen`, also queues an
    /// edit of its message. A board that still has to be posted will still be posted.
    pub(crate) fn replace(
        &self,
        batch: &mut Batch,
        id: GameId,
        held: &HeldGame,
        stored: &TableOrGame,
        is_seen: bool,
    ) -> Result<(), Fault> {
        put(batch, id, Some(held), stored);
        if is_seen {
            self.put_seen(batch, id, stored.common().place.guild)?;
        }
        Ok(())
    }
}

/// Adds to `batch` the record of a table or game, and the index changes that follow; `old` is its
/// former state.
pub(crate) fn put(batch: &mut Batch, id: GameId, old: Option<&HeldGame>, new: &TableOrGame) {
    let record = mapping::game_record(new);
    let expected = Expected::as_read(old.map(|held| held.revision));
    batch.put_record(indices::game_key(id), &record, expected);
    let old = old.map(|held| mapping::game_record(&held.record));
    indices::update(batch, id, old.as_ref(), &record);
}
