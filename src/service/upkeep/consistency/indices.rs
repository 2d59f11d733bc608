//! Check of entries that should lead to a game.

use crate::service::api::ids::{GameId, GuildId, Timestamp};
use crate::service::model::settings::GuildData;
use crate::service::ratings::settle::{is_same_result, results};
use crate::service::repository::games::RawGame;
use crate::service::repository::indices;
use crate::service::repository::persistent::decode;
use crate::service::repository::retention::keys;
use crate::service::upkeep::consistency::check::{ConsistencyCheck, Lookup};
use crate::store::{Key, KeyReader, StoreError, Table};

impl ConsistencyCheck<'_> {
    /// Reports entries that lead nowhere.
    pub(super) fn indices(&mut self) -> Result<(), StoreError> {
        for table in [
            Table::Seats,
            Table::Servers,
            Table::Channels,
            Table::Deadlines,
            Table::Thinking,
            Table::History,
            Table::Against,
            Table::Replays,
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
        for table in [Table::Watches, Table::Behind] {
            self.follow(table, watched, |_, _, _| true)?;
        }
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
            keys.any(|own| is_same_result(own, key))
        })?;
        self.retention()?;
        self.messages()
    }

    /// Reports entries whose game does not exist, or that do not follow from its record.
    fn follow(
        &mut self,
        table: Table,
        game_of: impl Fn(&[u8]) -> Option<GameId>,
        belongs: impl Fn(GameId, &RawGame, &[u8]) -> bool,
    ) -> Result<(), StoreError> {
        self.strays(table, |audit, key| {
            let Some(id) = game_of(key) else {
                return Ok(Lookup::Nothing);
            };
            let game = audit.read::<RawGame>(&indices::game_key(id))?;
            Ok(game.map(|game| belongs(id, &game, key)))
        })
    }

    /// Reports retention entries that lead nowhere, and missing ones of servers.
    fn retention(&mut self) -> Result<(), StoreError> {
        self.strays(Table::Retention, |audit, key| {
            Ok(match (keys::server_of(key), indices::game_of(key)) {
                (Some(server), _) => {
                    let data = audit.read::<GuildData>(&Key::new().u64(server.0))?;
                    data.map(|data| {
                        let mut own = keys::keys_of_server(server, &data).into_iter();
                        own.any(|own| *own == *key)
                    })
                }
                (None, Some(id)) => {
                    let game = audit.read::<RawGame>(&indices::game_key(id))?;
                    game.map(|game| {
                        let mut own = game.entries(id);
                        own.any(|(of, own, _)| of == Table::Retention && *own == *key)
                    })
                }
                (None, None) => Lookup::Nothing,
            })
        })?;
        if !self.is_indexed(Table::Retention)? {
            return Ok(());
        }
        self.each(Table::Guilds, |audit, key, stored| {
            let server = KeyReader::new(&key).u64().map(GuildId);
            let data = decode::<GuildData>(&stored.bytes).ok();
            let Some((server, data)) = server.zip(data) else {
                return Ok(());
            };
            for key in keys::keys_of_server(server, &data) {
                let mark = keys::mark_of(server);
                audit.expect(Table::Retention, key.into_bytes(), mark)?;
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
