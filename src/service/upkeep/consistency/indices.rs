//! Check of entries that should lead to a game.

use crate::service::api::ids::{GameId, Timestamp};
use crate::service::ratings::settle;
use crate::service::repository::games::RawGame;
use crate::service::repository::indices;
use crate::service::repository::persistent::decode;
use crate::service::upkeep::consistency::games::results;
use crate::service::upkeep::consistency::{ConsistencyCheck, Lookup};
use crate::store::{StoreError, Table};

impl ConsistencyCheck<'_> {
    /// Reports entries that lead nowhere.
    pub(super) fn indices(&mut self) -> Result<(), StoreError> {
        for table in [
            Table::Seats,
            Table::Servers,
            Table::Channels,
            Table::Deadlines,
            Table::Thinking,
            Table::Past,
            Table::Against,
            Table::Replays,
            Table::Retention,
        ] {
            self.follow(table, indices::game_of, |id, game, key| {
                let mut own = game.entries(id);
                own.any(|(of, own, _)| of == table && *own == *key)
            })?;
        }
        for table in [Table::Unannounced, Table::Reminders] {
            self.follow(table, indices::game_of, |_, _, _| true)?;
        }
        let watched = |key: &[u8]| indices::watch_of(key).map(|(game, _)| game);
        self.follow(Table::Watches, watched, |_, _, _| true)?;
        let left = |key: &[u8]| indices::superseded_of(key).map(|(game, _)| game);
        self.follow(Table::Leftovers, left, |_, _, _| true)?;
        self.follow(Table::Results, indices::game_of, |id, game, key| {
            // The end of an unrated game is known only from its actions; the time is not compared,
            // so any will do.
            let Ok(stored) = game.stored() else {
                return false;
            };
            let results = results(id, &stored, Timestamp(0));
            let mut keys = results.iter().map(|(own, _)| own);
            keys.any(|own| settle::is_same_result(own, key))
        })?;
        self.messages()
    }

    /// Reports entries whose game does not exist, or that do not follow from its record.
    fn follow(
        &mut self,
        table: Table,
        game_of: impl Fn(&[u8]) -> Option<GameId>,
        belongs: impl Fn(GameId, &RawGame, &[u8]) -> bool,
    ) -> Result<(), StoreError> {
        self.each(table, |audit, key, _| {
            let is_stray = match game_of(&key) {
                None => true,
                Some(id) => match audit.read::<RawGame>(&indices::game_key(id))? {
                    Lookup::Nothing => true,
                    Lookup::Unreadable => false,
                    Lookup::Value(game) => !belongs(id, &game, &key),
                },
            };
            if is_stray {
                audit.stray(table, key);
            }
            Ok(())
        })
    }

    fn messages(&mut self) -> Result<(), StoreError> {
        self.each(Table::Messages, |audit, key, stored| {
            let Ok((game, _)) = decode::<(GameId, u32)>(&stored.bytes) else {
                return Ok(());
            };
            if let Lookup::Nothing = audit.read::<RawGame>(&indices::game_key(game))? {
                audit.stray(Table::Messages, key);
            }
            Ok(())
        })
    }
}
