//! Check of games, their actions, and their index entries.

use crate::service::api::damage::Damage;
use crate::service::api::ids::{GameId, Timestamp};
use crate::service::game::loading::apply_actions;
use crate::service::model::TableOrGame;
use crate::service::ratings::settle::results;
use crate::service::repository::action_log::ActionLog;
use crate::service::repository::backfill;
use crate::service::repository::games::RawGame;
use crate::service::repository::indices;
use crate::service::repository::persistent::{decode, encode};
use crate::service::upkeep::consistency::check::{ConsistencyCheck, Finding, Lookup};
use crate::store::{Key, StoreError, Table};

impl ConsistencyCheck<'_> {
    /// Replays every game, and checks that everything that follows from it is present.
    pub(super) fn games(&mut self) -> Result<(), StoreError> {
        self.each(Table::Games, |audit, key, mut stored| {
            let before = audit.findings.len();
            loop {
                let (Some(id), Ok(game)) = (indices::game_of(&key), decode(&stored.bytes)) else {
                    // Reported by the check of single records.
                    return Ok(());
                };
                audit.game(id, &game)?;
                if audit.findings.len() == before {
                    return Ok(());
                }
                let now = audit.store.get(Table::Games, &key)?;
                if now
                    .as_ref()
                    .is_some_and(|now| now.revision == stored.revision)
                {
                    return Ok(());
                }
                // It has changed since its page was read, and is checked again.
                audit.findings.truncate(before);
                let Some(now) = now else {
                    return Ok(());
                };
                stored = now;
            }
        })
    }

    fn game(&mut self, id: GameId, game: &RawGame) -> Result<(), StoreError> {
        let stored = self.store.scan(Table::Actions, &ActionLog::keys(id))?;
        match played(game, stored.iter().map(|(_, stored)| &stored.bytes[..])) {
            Err(reason) => self.findings.push(Finding::Unplayable { game: id, reason }),
            Ok((stored, ended)) => {
                for (key, result) in results(id, &stored, ended) {
                    self.expect(Table::Results, key.into_bytes(), encode(&result))?;
                }
            }
        }
        for (table, key, bytes) in game.entries(id) {
            if self.is_indexed(table)? {
                self.expect(table, key.into_bytes(), bytes)?;
            }
        }
        Ok(())
    }

    /// Returns whether a table is complete; some are filled when they are first needed.
    pub(super) fn is_indexed(&self, table: Table) -> Result<bool, StoreError> {
        let Some(note) = backfill::noted(table) else {
            return Ok(true);
        };
        Ok(self.store.get(Table::Meta, note.as_bytes())?.is_some())
    }

    /// Reports actions without a game.
    pub(super) fn actions(&mut self) -> Result<(), StoreError> {
        let mut last = None;
        self.each(Table::Actions, |audit, key, _| {
            let Some(id) = ActionLog::game_of(&key) else {
                audit.stray(Table::Actions, key);
                return Ok(());
            };
            if last.replace(id) == Some(id) {
                return Ok(());
            }
            if let Lookup::Nothing = audit.read::<RawGame>(&indices::game_key(id))? {
                audit.findings.push(Finding::Headless(id));
            }
            Ok(())
        })
    }
}

/// Returns all entries that follow from a game whose last action was done at `ended`.
#[must_use]
pub fn following(id: GameId, game: &RawGame, ended: u64) -> Vec<(Table, Key, Vec<u8>)> {
    // A game that cannot be read is reported as unplayable.
    let results = game.stored().map_or_else(
        |_| Vec::new(),
        |stored| results(id, &stored, Timestamp(ended)),
    );
    let results = results
        .into_iter()
        .map(|(key, result)| (Table::Results, key, encode(&result)));
    results.chain(game.entries(id)).collect()
}

/// Plays a game through its actions; returns it, and the time of the last of them.
fn played<'a>(
    game: &RawGame,
    actions: impl Iterator<Item = &'a [u8]>,
) -> Result<(TableOrGame, Timestamp), String> {
    let log = ActionLog::decode(actions)?;
    let (expected, found) = (game.actions(), log.actions.len());
    if found != expected as usize {
        return Err(format!("expected {expected} actions, found {found}"));
    }
    let played = || {
        let stored = game.stored()?;
        apply_actions::check(&stored, &log.actions)?;
        let ended = log.actions.last().map_or(Timestamp(0), |action| action.at);
        Ok((stored, ended))
    };
    played().map_err(|damage: Damage| damage.to_string())
}
