//! Backfill of indices that are newer than the store.

use std::collections::BTreeSet;

use crate::service::Service;
use crate::service::api::fault::Fault;
use crate::service::api::ids::{GuildId, PersonId, Timestamp};
use crate::service::model::game::ImportedGame;
use crate::service::model::settings::{GuildData, PersonData};
use crate::service::model::watch::Watch;
use crate::service::repository::persistent::Persistent;
use crate::service::repository::personal_data::mentions;
use crate::service::repository::{indices, retention};
use crate::store::records::{GameRecord, IdleRecord};
use crate::store::{Batch, Expected, Key, KeyReader, Keys, Table, process_prefix};

/// Number of tables and games marked at once.
const AT_ONCE: usize = 100;

/// Key in [`Table::Meta`] that records that a time to claim has an end in all games.
pub(crate) const CLAIMS: &str = "claims";

/// Returns the key in [`Table::Meta`] that records that all games are in an index, if the index
/// needs that.
pub(crate) fn noted(index: Table) -> Option<&'static str> {
    match index {
        Table::History | Table::Servers | Table::Against | Table::Retention | Table::Mentions => {
            Some(index.name())
        }
        _ => None,
    }
}

impl Service {
    /// Adds all games that are older than an index to it, once.
    pub(crate) fn fill(&self, index: Table) -> Result<(), Fault> {
        let mut last = Vec::new();
        while let Some(reached) = self.fill_some(index, last)? {
            last = reached;
        }
        Ok(())
    }

    /// Adds some games after the key `last` to an index that is not complete. Returns the key of the
    /// last of them, or `None` once the index is complete.
    pub(crate) fn fill_some(&self, index: Table, last: Vec<u8>) -> Result<Option<Vec<u8>>, Fault> {
        let Some(note) = noted(index) else {
            return Ok(None);
        };
        if self.is_complete(note)? {
            return Ok(None);
        }
        // Values that an older process writes during the backfill would be missing.
        if index == Table::Mentions && has_older(&self.archive.store().sessions()?) {
            return Ok(None);
        }
        let keys = Keys::all().after(last).limit(AT_ONCE);
        let games = self.archive.store().scan(Table::Games, &keys)?;
        let Some((last, _)) = games.last() else {
            if index == Table::Mentions {
                self.fill_other_mentions()?;
            }
            self.note_complete(note)?;
            return Ok(None);
        };
        self.write(|batch| {
            for (key, _) in &games {
                self.fill_in(batch, index, key)?;
            }
            Ok::<_, Fault>(())
        })?;
        Ok(Some(last.clone()))
    }

    /// Completes the indices of the mentions of people, unless an older process is connected.
    pub(crate) fn complete_mentions(&self) -> Result<(), Fault> {
        self.fill(Table::History)?;
        self.fill(Table::Mentions)
    }

    /// Returns whether the indices lead to all mentions of people. They do not while a process of an
    /// older version, which does not keep them, uses the store as well; afterwards they are
    /// completed once more.
    pub(crate) fn knows_mentions(&self) -> Result<bool, Fault> {
        if !self.is_complete(Table::Mentions.name())? {
            return Ok(false);
        }
        let is_doubtful = self.doubt_mentions(&self.archive.store().sessions()?)?;
        Ok(!is_doubtful && self.is_complete(Table::History.name())?)
    }

    /// Returns whether one of these processes is of an older version; if so, records that what it
    /// does not keep must be completed once more.
    pub(crate) fn doubt_mentions(&self, sessions: &BTreeSet<String>) -> Result<bool, Fault> {
        let is_doubtful = has_older(sessions);
        if is_doubtful {
            self.refill()?;
        }
        Ok(is_doubtful)
    }

    /// Records that the index of mentions and the ends of times to claim must be completed once
    /// more.
    pub(crate) fn refill(&self) -> Result<(), Fault> {
        let mut batch = Batch::new();
        for note in [Table::Mentions.name(), CLAIMS] {
            if self.is_complete(note)? {
                batch.delete(Table::Meta, note, Expected::Any);
            }
        }
        if !batch.is_empty() {
            self.archive.commit(batch)?;
        }
        Ok(())
    }

    /// Adds all followers, all imported records, and all records besides games that name people to
    /// the index.
    fn fill_other_mentions(&self) -> Result<(), Fault> {
        self.fill_from::<Watch>(|key, watch| {
            let (game, channel) = indices::watch_of(key)?;
            Some(mentions::keys_of_follower(game, channel, watch))
        })?;
        self.fill_from::<GuildData>(|key, data| {
            let server = KeyReader::new(key).u64().map(GuildId)?;
            Some(mentions::keys_of_server(server, data))
        })?;
        self.fill_from::<PersonData>(|key, data| {
            let person = KeyReader::new(key).u64().map(PersonId)?;
            Some(mentions::keys_of_person(person, data))
        })?;
        self.fill_from::<ImportedGame>(|key, _| {
            let (person, number) = indices::import_of(key)?;
            Some(BTreeSet::from([mentions::import_key(person, number)]))
        })
    }

    /// Adds the keys that follow from the values of a table to the index of mentions.
    fn fill_from<T: Persistent>(
        &self,
        keys: impl Fn(&[u8], &T) -> Option<BTreeSet<Key>>,
    ) -> Result<(), Fault> {
        for page in self.archive.pages(T::table(), Keys::all()) {
            for entries in page?.chunks(AT_ONCE) {
                self.write(|batch| {
                    for (key, _) in entries {
                        let Some(held) = self.read_intact::<T>(key)? else {
                            continue;
                        };
                        let keys = keys(key, &held.record).unwrap_or_default();
                        if !keys.is_empty() {
                            let expected = Expected::Revision(held.revision);
                            batch.require(T::table(), key.clone(), expected);
                            mentions::update(batch, &BTreeSet::new(), &keys);
                        }
                    }
                    Ok::<_, Fault>(())
                })?;
            }
        }
        Ok(())
    }

    /// Returns whether there is this note that something is complete in all games.
    pub(crate) fn is_complete(&self, note: &str) -> Result<bool, Fault> {
        let noted = self.archive.store().get(Table::Meta, note.as_bytes())?;
        Ok(noted.is_some())
    }

    /// Records with this note that something is complete in all games.
    pub(crate) fn note_complete(&self, note: &str) -> Result<(), Fault> {
        let mut batch = Batch::new();
        let mark = indices::plain_mark();
        batch.put(Table::Meta, note, mark, Expected::Any);
        self.archive.commit(batch)?;
        Ok(())
    }

    /// Starts the time without changes now for all tables and games that have none recorded, once.
    pub(crate) fn fill_retention(&self, now: Timestamp) -> Result<(), Fault> {
        let note = Table::Retention.name();
        if self.is_complete(note)? {
            return Ok(());
        }
        for page in self.archive.pages(Table::Games, Keys::all()) {
            let page = self.archive.records::<GameRecord>(page?);
            let older = page.iter().filter(|(_, held)| is_unmarked(&held.record));
            let older: Vec<_> = older.map(|(key, _)| key).collect();
            for keys in older.chunks(AT_ONCE) {
                self.write(|batch| {
                    for key in keys {
                        self.mark_idle(batch, key, now)?;
                    }
                    Ok::<_, Fault>(())
                })?;
            }
        }
        self.fill_retention_of_servers()?;
        self.note_complete(note)
    }

    /// Adds all servers with an audit log to the index.
    fn fill_retention_of_servers(&self) -> Result<(), Fault> {
        for page in self.archive.pages(Table::Guilds, Keys::all()) {
            for keys in page?.chunks(AT_ONCE) {
                self.write(|batch| {
                    for (key, _) in keys {
                        let held = self.read_intact::<GuildData>(key)?;
                        let server = KeyReader::new(key).u64().map(GuildId);
                        let Some((server, held)) = server.zip(held) else {
                            continue;
                        };
                        batch.require(
                            Table::Guilds,
                            key.clone(),
                            Expected::Revision(held.revision),
                        );
                        let none = GuildData::default();
                        retention::keys::update_server(batch, server, &none, &held.record);
                    }
                    Ok::<_, Fault>(())
                })?;
            }
        }
        Ok(())
    }

    /// Adds to `batch` that the time without changes of a table or game begins now.
    fn mark_idle(&self, batch: &mut Batch, key: &[u8], now: Timestamp) -> Result<(), Fault> {
        let held = self.archive.find::<GameRecord>(key)?;
        let held = held.filter(|held| is_unmarked(&held.record));
        if let Some((id, held)) = indices::game_of(key).zip(held) {
            let idle = IdleRecord {
                since: now.0,
                warned: None,
            };
            let marked = GameRecord {
                idle: Some(idle),
                ..held.record.clone()
            };
            batch.put_record(key, &marked, Expected::Revision(held.revision));
            indices::update(batch, id, Some(&held.record), &marked);
        }
        Ok(())
    }

    /// Adds to `batch` the entries of one game in an index, on condition that the game stays as it
    /// is.
    pub(crate) fn fill_in(&self, batch: &mut Batch, index: Table, key: &[u8]) -> Result<(), Fault> {
        let held = self.archive.find::<GameRecord>(key)?;
        let Some((id, held)) = indices::game_of(key).zip(held) else {
            return Ok(());
        };
        let entries = indices::entries(id, &held.record).into_iter();
        for ((table, entry), value) in entries.filter(|((table, _), _)| *table == index) {
            batch.require(Table::Games, key, Expected::Revision(held.revision));
            batch.put(table, entry, value, Expected::Any);
        }
        Ok(())
    }
}

/// Returns whether one of these processes is of a version that does not keep all indices.
pub(crate) fn has_older(sessions: &BTreeSet<String>) -> bool {
    let prefix = process_prefix();
    sessions.iter().any(|name| !name.starts_with(&prefix))
}

/// Returns whether a table or game lacks the start of its time without changes.
fn is_unmarked(record: &GameRecord) -> bool {
    record.idle.is_none() && indices::can_be_idle(record)
}
