//! Channels of games, and how a game moves to another channel.

use crate::service::Service;
use crate::service::api::fault::{Fault, ServiceError};
use crate::service::api::ids::{ChannelId, GameId, GuildId, PersonId, Place};
use crate::service::api::refusal::Refusal;
use crate::service::api::view::update::{Announcement, Update};
use crate::service::game::transaction::GameChange;
use crate::service::model::game::StartedGame;
use crate::service::model::{LostChannel, Stored};
use crate::service::publishing::superseded::leave_channel;
use crate::service::repository::indices;
use crate::store::Table;
use focus::{Color, ColorSet};

impl Service {
    /// Continues a game in another channel: of the same server, or of any if the server is lost. In
    /// its own channel its board is posted again, because it may have been deleted.
    pub(crate) fn move_to_channel(
        &self,
        person: PersonId,
        game: GameId,
        place: Place,
        is_lost: bool,
    ) -> Result<Update, ServiceError> {
        self.change(game, |loaded, batch| {
            let old = loaded.held.record.running()?;
            if !old.is_present(person) {
                return Err(Refusal::NotAPlayer.into());
            }
            let from = old.common.place;
            let mut game = old.clone();
            if from == place {
                return Ok(posted_anew(game));
            }
            if from.guild != place.guild && !is_lost {
                return Err(Refusal::OtherServer.into());
            }
            self.check_games_in(place.channel)?;
            if from.guild != place.guild {
                self.check_games_on(place.guild)?;
            }
            leave_channel(batch, loaded.id, &loaded.held.record);
            game.common.leave_for(place, None);
            Ok(posted_anew(game))
        })
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
            let mut stored = Stored::clone(&held.record);
            let common = stored.common_mut();
            if common.place == place && common.parent.replace(parent) != Some(parent) {
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
        let mut games = self.games_on(guild)?;
        let mut failed = Ok(());
        games.retain(|game| match self.readable(*game) {
            Ok(held) => held.is_some_and(|held| {
                let common = held.record.common();
                common.place.channel == channel || common.parent == Some(channel)
            }),
            Err(fault) => {
                failed = Err(fault);
                false
            }
        });
        failed?;
        Ok(games)
    }

    /// Records that the player of a color is told that a game cannot be shown in its channel;
    /// returns whether that is new since it last could be.
    ///
    /// # Errors
    ///
    /// There is no such game, or the store failed.
    pub fn note_lost(&self, game: GameId, color: Color) -> Result<bool, ServiceError> {
        self.write(|batch| {
            let held = self.stored(game)?;
            let mut stored = Stored::clone(&held.record);
            let common = stored.common_mut();
            let channel = common.place.channel;
            let lost = common.lost.filter(|lost| lost.channel == channel);
            let told = lost.map_or(ColorSet::EMPTY, |lost| lost.told);
            if told.contains(color) {
                return Ok(false);
            }
            common.lost = Some(LostChannel {
                channel,
                told: told.with(color),
            });
            self.replace(batch, game, &held, &stored, false)?;
            Ok(true)
        })
    }

    /// Returns the tables and games on a server, the newest first.
    ///
    /// # Errors
    ///
    /// The store failed.
    pub fn games_on(&self, guild: GuildId) -> Result<Vec<GameId>, Fault> {
        self.fill(Table::Servers)?;
        let store = self.archive.store();
        let entries = store.scan(Table::Servers, &indices::games_on(guild))?;
        let games = entries.iter().filter_map(|(key, _)| indices::game_of(key));
        Ok(games.collect())
    }
}

/// Returns a change in which nothing is done but the board is posted again.
fn posted_anew(game: StartedGame) -> GameChange {
    GameChange {
        stored: Stored::Game(Box::new(game)),
        actions: Vec::new(),
        state: None,
        announcement: Announcement::Post,
    }
}
