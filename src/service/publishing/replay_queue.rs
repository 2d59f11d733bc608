//! Replays still to be posted: one for each game that ended with a result.

use std::collections::HashSet;

use crate::service::Service;
use crate::service::api::fault::{Fault, ServiceError};
use crate::service::api::ids::{ChannelId, GameId, GuildId};
use crate::service::api::view::game::GameView;
use crate::service::api::view::page::{QueuePage, Reached};
use crate::service::api::view::update::View;
use crate::service::repository::games::RawGame;
use crate::service::repository::indices;
use crate::store::Table;

/// Maximum number of games whose channels are read in one request.
const TOGETHER: usize = 32;

impl Service {
    /// Returns the next of this process's games whose replay is still to be posted.
    ///
    /// # Errors
    ///
    /// The store failed.
    pub fn owed_replays(&self, after: Option<Reached>) -> Result<QueuePage, Fault> {
        self.queued(Table::Replays, after)
    }

    /// Returns the next of the games on these servers whose replay is still to be posted.
    ///
    /// # Errors
    ///
    /// The store failed.
    pub fn owed_replays_on(
        &self,
        servers: &HashSet<GuildId>,
        after: Option<Reached>,
    ) -> Result<QueuePage, Fault> {
        self.queued_on(Table::Replays, servers, after)
    }

    /// Returns the channels of these games, without games that cannot be read.
    ///
    /// # Errors
    ///
    /// The store failed.
    pub fn channels_of(&self, games: &[GameId]) -> Result<Vec<(GameId, ChannelId)>, Fault> {
        let mut channels = Vec::new();
        for games in games.chunks(TOGETHER) {
            let found = self.scan_games::<RawGame>(games)?.into_iter();
            channels.extend(found.filter_map(|(key, held)| {
                let stored = held.record.stored().ok()?;
                Some((indices::game_of(&key)?, stored.common().place.channel))
            }));
        }
        Ok(channels)
    }

    /// Returns a game whose replay must be posted now: its last board is shown, and its server
    /// wants replays.
    ///
    /// # Errors
    ///
    /// The store failed, or the game cannot be read.
    pub fn owed_replay(&self, game: GameId) -> Result<Option<GameView>, ServiceError> {
        let key = indices::game_key(game);
        let store = self.archive.store();
        let is_owed = store.get(Table::Replays, &key).map_err(Fault::from)?;
        let is_pending = store.get(Table::Unannounced, &key).map_err(Fault::from)?;
        if is_owed.is_none() || is_pending.is_some() {
            return Ok(None);
        }
        match self.view(game)? {
            View::Game(view) if self.settings_at(view.place)?.no_replays => {
                self.replay_posted(game)?;
                Ok(None)
            }
            View::Game(view) => Ok(Some(*view)),
            View::Table(_) => Ok(None),
        }
    }

    /// Records that a replay has been posted, or never will be.
    ///
    /// # Errors
    ///
    /// The store failed, or the game cannot be read.
    pub fn replay_posted(&self, game: GameId) -> Result<(), ServiceError> {
        self.note(game, |stored, _| stored.owe_no_replay())
    }
}
