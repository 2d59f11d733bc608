//! Channels of games: their games, their parents, and who knows that one is lost.

use crate::service::Service;
use crate::service::api::fault::{Fault, ServiceError};
use crate::service::api::ids::{ChannelId, GameId, GuildId, Place};
use crate::service::api::view::update::Announcement;
use crate::service::model::TableOrGame;
use crate::service::model::common::{Common, LostChannel};
use crate::service::repository::indices;
use crate::service::repository::queue_entries::Queued;
use crate::store::Table;
use focus::{Color, ColorSet};

impl Service {
    /// Returns the active tables and games in a channel with unannounced changes.
    ///
    /// # Errors
    ///
    /// The store failed.
    pub fn unannounced_in(&self, channel: ChannelId) -> Result<Vec<GameId>, Fault> {
        let store = self.archive.store();
        let entries = store.scan(Table::Channels, &indices::games_in(channel))?;
        let mut games = Vec::new();
        for game in entries.iter().filter_map(|(key, _)| indices::game_of(key)) {
            let pending = self.read::<Queued<Announcement>>(&indices::game_key(game))?;
            games.extend(pending.map(|_| game));
        }
        Ok(games)
    }

    /// Records the parent channel of the thread in which a game is shown, unless the game has left
    /// it.
    ///
    /// # Errors
    ///
    /// There is no such game, or the store failed.
    pub fn learn_parent(
        &self,
        game: GameId,
        place: Place,
        parent: ChannelId,
    ) -> Result<(), ServiceError> {
        self.write(|batch| {
            let held = self.stored(game)?;
            let mut stored = TableOrGame::clone(&held.record);
            let common = stored.common_mut();
            let is_there = common.place.channel == place.channel;
            if is_there && common.parent.replace(parent) != Some(parent) {
                self.replace(batch, game, &held, &stored, false)?;
            }
            Ok(())
        })
    }

    /// Returns the tables and games in a channel of a server and in its threads.
    ///
    /// # Errors
    ///
    /// The store failed. Games that cannot be read are skipped.
    pub fn games_below(&self, guild: GuildId, channel: ChannelId) -> Result<Vec<GameId>, Fault> {
        let mut games = Vec::new();
        for game in self.games_on(guild)? {
            let is_below = self.readable(game)?.is_some_and(|held| {
                let common = held.record.common();
                common.place.channel == channel || common.parent == Some(channel)
            });
            games.extend(is_below.then_some(game));
        }
        Ok(games)
    }

    /// Returns whether the player of a color must still be told that a game cannot be shown in this
    /// channel, either at all or, with a number of actions up to the last
    /// [eventful](crate::service::GameView::eventful) one, since then.
    ///
    /// # Errors
    ///
    /// There is no such game, or the store failed.
    pub fn is_untold(
        &self,
        game: GameId,
        color: Color,
        channel: ChannelId,
        actions: Option<u32>,
    ) -> Result<bool, ServiceError> {
        let held = self.stored(game)?;
        let common = held.record.common();
        let is_there = common.place.channel == channel;
        Ok(is_there && !told(common, actions).contains(color))
    }

    /// Records that the player of a color was told the fact that [`Service::is_untold`] checks,
    /// unless the game has left the channel, or somebody was told of later actions.
    ///
    /// # Errors
    ///
    /// There is no such game, or the store failed.
    pub fn note_told(
        &self,
        game: GameId,
        color: Color,
        channel: ChannelId,
        actions: Option<u32>,
    ) -> Result<(), ServiceError> {
        self.note(game, |stored, _| {
            let common = stored.common_mut();
            let is_later = |lost: LostChannel| {
                lost.channel == channel && actions.is_some() && lost.actions > actions
            };
            if common.place.channel == channel && !common.lost.is_some_and(is_later) {
                common.lost = Some(LostChannel {
                    channel,
                    told: told(common, actions).with(color),
                    actions,
                });
            }
        })
    }
}

/// Returns the players who were told that a game cannot be shown where it is.
fn told(common: &Common, actions: Option<u32>) -> ColorSet {
    let channel = common.place.channel;
    // An older program counted the pauses after the last event as well.
    let is_said = |said: Option<u32>| said.is_some() == actions.is_some() && said >= actions;
    let is_meant = |lost: &LostChannel| lost.channel == channel && is_said(lost.actions);
    let lost = common.lost.filter(is_meant);
    lost.map_or(ColorSet::EMPTY, |lost| lost.told)
}
