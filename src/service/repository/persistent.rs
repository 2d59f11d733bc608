//! Values of the service that the store keeps as records: reading and changing them.

use crate::service::Service;
use crate::service::api::fault::Fault;
use crate::service::api::ids::GameId;
use crate::service::repository::indices::keys::game_key;
use crate::store::records::record;
use crate::store::{
    Batch, Entries, Expected, Key, Keys, Record, RecordError, Stored, Table, Versioned,
};

/// Value that the store keeps as a record of one type.
pub(crate) trait Persistent: Sized {
    /// The record on disk.
    type Record: Record;

    /// Returns the value in a record.
    fn from_record(record: Self::Record) -> Self;

    /// Returns the record of the value.
    fn to_record(&self) -> Self::Record;

    /// Returns the table of such records.
    fn table() -> Table {
        Self::Record::TABLE
    }
}

/// Returns the bytes of a value's record.
pub(crate) fn encode<T: Persistent>(value: &T) -> Vec<u8> {
    record::encode(&value.to_record())
}

/// Returns the value in the bytes of a record.
pub(crate) fn decode<T: Persistent>(bytes: &[u8]) -> Result<T, RecordError> {
    record::decode(bytes).map(T::from_record)
}

/// Adds to `batch` a value under `key`.
pub(crate) fn put<T: Persistent>(
    batch: &mut Batch,
    key: impl Into<Vec<u8>>,
    value: &T,
    expected: Expected,
) {
    batch.put_record(key, &value.to_record(), expected);
}

impl Service {
    /// Returns the value under `key`, if there is one.
    pub(crate) fn read<T: Persistent>(&self, key: &[u8]) -> Result<Option<Versioned<T>>, Fault> {
        Ok(self.archive.read(key)?.map(value))
    }

    /// Returns the values under these keys, if there are any, as bytes.
    pub(crate) fn read_together<const N: usize>(
        &self,
        keys: &[(Table, Key); N],
    ) -> Result<[Option<Stored>; N], Fault> {
        let values = self.archive.store().get_many(keys)?;
        Ok(values.try_into().expect("a value for each key"))
    }

    /// Returns the value in the bytes just read under `key`, if there is one.
    pub(crate) fn value<T: Persistent>(
        &self,
        key: &[u8],
        stored: Option<Stored>,
    ) -> Result<Option<Versioned<T>>, Fault> {
        Ok(self.archive.record(key, stored)?.map(value))
    }

    /// Returns the value under `key`, if there is one that can be read.
    pub(crate) fn read_intact<T: Persistent>(
        &self,
        key: &[u8],
    ) -> Result<Option<Versioned<T>>, Fault> {
        Ok(self.archive.find(key)?.map(value))
    }

    /// Returns the values that `keys` selects, without those that cannot be read.
    pub(crate) fn scan<T: Persistent>(&self, keys: &Keys) -> Result<Entries<Versioned<T>>, Fault> {
        let entries = self.archive.scan(keys)?.into_iter();
        Ok(entries.map(|(key, held)| (key, value(held))).collect())
    }

    /// Returns the values under keys that begin with these games, except those that cannot be read.
    pub(crate) fn scan_games<T: Persistent>(
        &self,
        games: &[GameId],
    ) -> Result<Entries<Versioned<T>>, Fault> {
        let scans = games.iter().map(|game| {
            let keys = Keys::prefix(&game_key(*game));
            (T::table(), keys)
        });
        let scans: Vec<_> = scans.collect();
        let entries = self.archive.store().scan_many(&scans)?;
        Ok(self.values(entries.into_iter().flatten().collect()))
    }

    /// Returns the values of entries just read, without those that cannot be read.
    pub(crate) fn values<T: Persistent>(&self, entries: Entries<Stored>) -> Entries<Versioned<T>> {
        let entries = self.archive.records(entries).into_iter();
        entries.map(|(key, held)| (key, value(held))).collect()
    }

    /// Adds to `batch` a change of the value under `key`, the default if there is none; returns the
    /// value before and after it.
    pub(crate) fn put_changed<T: Persistent + Clone + Default + PartialEq, E: From<Fault>>(
        &self,
        batch: &mut Batch,
        key: &Key,
        change: impl FnOnce(&mut T) -> Result<(), E>,
    ) -> Result<(T, T), E> {
        let held = self.read::<T>(key)?;
        let expected = Expected::as_read(held.as_ref().map(|held| held.revision));
        let old = held.map(|held| held.record).unwrap_or_default();
        let mut new = old.clone();
        change(&mut new)?;
        if new != old {
            put(batch, key.clone(), &new, expected);
        }
        Ok((old, new))
    }
}

fn value<T: Persistent>(held: Versioned<T::Record>) -> Versioned<T> {
    Versioned {
        record: T::from_record(held.record),
        revision: held.revision,
    }
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::path::Path;

    use super::Persistent;
    use crate::service::api::ids::{GameId, Place};
    use crate::service::api::view::message::{MessageForm, SupersededKind};
    use crate::service::api::view::update::Announcement;
    use crate::service::model::common::Reminded;
    use crate::service::model::downtime::Alive;
    use crate::service::model::game::ImportedGame;
    use crate::service::model::ratings::{LeaderboardLine, PlayerRating, PlayerResult};
    use crate::service::model::settings::{GuildData, PersonData};
    use crate::service::model::watch::{Behind, Watch};
    use crate::service::repository::queue_entries::Queued;

    /// Checks that the records in the file of a table survive a round trip through the type of the
    /// service.
    #[track_caller]
    fn check<T: Persistent>() {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/schema");
        let path = folder.join(T::table().name()).join("1.jsonl");
        let text = fs::read_to_string(path).expect("a file of records");
        assert!(!text.is_empty());
        for line in text.lines() {
            let record = serde_json::from_str(line).expect("a record");
            let record = T::from_record(record).to_record();
            assert_eq!(serde_json::to_string(&record).expect("JSON"), line);
        }
    }

    #[test]
    fn records_come_back_from_the_service_unchanged() {
        check::<PersonData>();
        check::<GuildData>();
        check::<PlayerRating>();
        check::<PlayerResult>();
        check::<LeaderboardLine>();
        check::<Watch>();
        check::<Behind>();
        check::<(GameId, u32)>();
        check::<(Place, MessageForm, SupersededKind)>();
        check::<Alive>();
        check::<Queued<Reminded>>();
        check::<Queued<Announcement>>();
        check::<ImportedGame>();
    }
}
