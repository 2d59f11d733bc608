//! Games, their actions, and what is to be found because of them.

use crate::session::audit::{Audit, Finding, Found};
use crate::session::ids::GameId;
use crate::session::load;
use crate::session::rating::settle;
use crate::session::{fill, index};
use crate::store::record::{decode, encode};
use crate::store::records::{ActionRecord, GameRecord};
use crate::store::{KeyReader, Keys, StoreError, Table};

impl Audit<'_> {
    /// Plays every game through, and looks for everything by which it should be found.
    pub(super) fn games(&mut self) -> Result<(), StoreError> {
        self.each(Table::Games, |audit, key, stored| {
            let (Some(id), Ok(record)) = (index::game_of(&key), decode(&stored.bytes)) else {
                // Reported by those who look at single records.
                return Ok(());
            };
            audit.game(id, &record)
        })
    }

    fn game(&mut self, id: GameId, record: &GameRecord) -> Result<(), StoreError> {
        let keys = Keys::prefix(&index::game_key(id));
        let stored = self.store.scan(Table::Actions, &keys)?;
        let actions = stored.iter().map(|(_, stored)| decode(&stored.bytes));
        let actions: Result<Vec<ActionRecord>, _> = actions.collect();
        let played = match actions {
            Err(reason) => Err(reason.to_string()),
            Ok(actions) if actions.len() != record.actions as usize => Err(format!(
                "expected {} actions, found {}",
                record.actions,
                actions.len()
            )),
            Ok(actions) => load::view(id, record, &actions)
                .map(|_| actions)
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
        for (table, key) in index::entries(id, record) {
            if !self.is_indexed(table)? {
                continue;
            }
            self.expect(table, key.into_bytes(), index::mark(table))?;
        }
        Ok(())
    }

    /// Whether everything is in a table; some are filled when they are first needed.
    fn is_indexed(&self, table: Table) -> Result<bool, StoreError> {
        let Some(note) = fill::noted(table) else {
            return Ok(true);
        };
        Ok(self.store.get(Table::Meta, note.as_bytes())?.is_some())
    }

    /// Looks for actions of games that are not there.
    pub(super) fn actions(&mut self) -> Result<(), StoreError> {
        let mut last = None;
        self.each(Table::Actions, |audit, key, _| {
            let Some(id) = KeyReader::new(&key).u32().map(GameId) else {
                audit.stray(Table::Actions, key);
                return Ok(());
            };
            if last.replace(id) == Some(id) {
                return Ok(());
            }
            if let Found::Nothing = audit.read::<GameRecord>(&index::game_key(id))? {
                audit.findings.push(Finding::Headless(id));
            }
            Ok(())
        })
    }
}
