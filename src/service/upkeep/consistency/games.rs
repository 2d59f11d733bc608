//! Check of games, their actions, and their index entries.

use crate::service::api::ids::GameId;
use crate::service::game::replay;
use crate::service::ratings::settle;
use crate::service::repository::action_log::History;
use crate::service::repository::backfill;
use crate::service::repository::indices;
use crate::service::upkeep::consistency::{Audit, Finding, Found};
use crate::store::records::GameRecord;
use crate::store::records::record::{decode, encode};
use crate::store::{Key, StoreError, Table};

impl Audit<'_> {
    /// Replays every game, and checks that everything that follows from it is present.
    pub(super) fn games(&mut self) -> Result<(), StoreError> {
        self.each(Table::Games, |audit, key, stored| {
            let (Some(id), Ok(record)) = (indices::game_of(&key), decode(&stored.bytes)) else {
                // Reported by the check of single records.
                return Ok(());
            };
            audit.game(id, &record)
        })
    }

    fn game(&mut self, id: GameId, record: &GameRecord) -> Result<(), StoreError> {
        let stored = self.store.scan(Table::Actions, &History::keys(id))?;
        let records = stored.iter().map(|(_, stored)| decode(&stored.bytes));
        let history: Result<History, _> = records.collect();
        let played = match history {
            Err(reason) => Err(reason.to_string()),
            Ok(History { actions, .. }) if actions.len() != record.actions as usize => {
                let (expected, found) = (record.actions, actions.len());
                Err(format!("expected {expected} actions, found {found}"))
            }
            Ok(History { actions, .. }) => replay::check(id, record, &actions)
                .map(|()| actions)
                .map_err(|damage| damage.to_string()),
        };
        match played {
            Err(reason) => self.findings.push(Finding::Unplayable { game: id, reason }),
            Ok(actions) => {
                let ended = actions.last().map_or(0, |action| action.at);
                for (key, result) in settle::results(id, record, ended) {
                    self.expect(Table::Results, key.into_bytes(), encode(&result))?;
                }
            }
        }
        for (table, key, bytes) in entries(id, record) {
            if self.is_indexed(table)? {
                self.expect(table, key.into_bytes(), bytes)?;
            }
        }
        Ok(())
    }

    /// Returns whether a table is complete; some are filled when they are first needed.
    fn is_indexed(&self, table: Table) -> Result<bool, StoreError> {
        let Some(note) = backfill::noted(table) else {
            return Ok(true);
        };
        Ok(self.store.get(Table::Meta, note.as_bytes())?.is_some())
    }

    /// Reports actions without a game.
    pub(super) fn actions(&mut self) -> Result<(), StoreError> {
        let mut last = None;
        self.each(Table::Actions, |audit, key, _| {
            let Some(id) = History::game_of(&key) else {
                audit.stray(Table::Actions, key);
                return Ok(());
            };
            if last.replace(id) == Some(id) {
                return Ok(());
            }
            if let Found::Nothing = audit.read::<GameRecord>(&indices::game_key(id))? {
                audit.findings.push(Finding::Headless(id));
            }
            Ok(())
        })
    }
}

/// Returns all entries that follow from the record of a game whose last action was done at `ended`.
#[must_use]
pub fn following(id: GameId, record: &GameRecord, ended: u64) -> Vec<(Table, Key, Vec<u8>)> {
    let results = settle::results(id, record, ended).into_iter();
    let results = results.map(|(key, result)| (Table::Results, key, encode(&result)));
    results.chain(entries(id, record)).collect()
}

/// Returns all index entries of a table or game.
fn entries(id: GameId, record: &GameRecord) -> impl Iterator<Item = (Table, Key, Vec<u8>)> {
    let entries = indices::entries(id, record).into_iter();
    entries.map(|(table, key)| (table, key, indices::mark(table)))
}
