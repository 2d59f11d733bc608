//! Games followed from elsewhere: a message in another channel that shows each position.
//!
//! Whoever watches plays no part: nothing here changes a game.

use crate::session::ids::{ChannelId, GameId, GuildId, MessageId, PersonId, Place, Timestamp};
use crate::session::index;
use crate::session::refusal::Refusal;
use crate::session::service::{Fault, Service, SessionError};
use crate::session::view::{GameView, View};
use crate::store::records::{GameRecord, WatchRecord};
use crate::store::{Batch, CommitError, Expected, Keys, Table};

/// A message that follows a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Watch {
    /// The game.
    pub game: GameId,
    /// Where the message is.
    pub place: Place,
    /// When it began.
    pub begun: Timestamp,
    /// The message, once it is posted.
    pub message: Option<MessageId>,
}

impl Service {
    /// A game that has begun, for somebody who looks at it from a channel.
    ///
    /// # Errors
    ///
    /// It is private, and the person neither plays it nor is where it is played.
    pub fn look(
        &self,
        person: PersonId,
        channel: ChannelId,
        game: GameId,
    ) -> Result<GameView, SessionError> {
        let View::Game(view) = self.view(game)? else {
            return Err(Refusal::NotBegun.into());
        };
        let is_inside = view.place.channel == channel
            || view.color_of(person).is_some()
            || view.watcher == Some(person);
        if view.is_private && !is_inside {
            return Err(Refusal::PrivateGame.into());
        }
        Ok(*view)
    }

    /// Has a channel follow a game.
    ///
    /// # Errors
    ///
    /// The game is over or private, or the channel shows it already or follows too many.
    pub fn watch(
        &self,
        now: Timestamp,
        place: Place,
        game: GameId,
    ) -> Result<GameView, SessionError> {
        let View::Game(view) = self.view(game)? else {
            return Err(Refusal::NotBegun.into());
        };
        if view.is_private {
            return Err(Refusal::PrivateGame.into());
        }
        if view.ending.is_some() {
            return Err(Refusal::GameOver.into());
        }
        if view.place.channel == place.channel {
            return Err(Refusal::WatchedHere.into());
        }
        let limit = self.limits.watches_per_channel;
        let entries = self.archive.store().scan(Table::Watches, &Keys::all());
        let entries = entries.map_err(Fault::from)?;
        let keys = entries.iter().filter_map(|(key, _)| index::watch_of(key));
        if keys
            .filter(|(_, channel)| *channel == place.channel)
            .count()
            >= limit
        {
            return Err(Refusal::TooManyWatches { limit }.into());
        }
        let record = WatchRecord {
            guild: place.guild.map(|guild| guild.0),
            begun: now.0,
            message: None,
            shown: 0,
        };
        let key = index::watch_key(game, place.channel);
        let mut batch = Batch::new();
        batch.put_record(key, &record, Expected::Absent);
        match self.archive.commit(batch) {
            Err(CommitError::Conflict { .. }) => Err(Refusal::WatchedHere.into()),
            committed => {
                committed.map_err(Fault::from)?;
                Ok(*view)
            }
        }
    }

    /// The messages that do not show their game as it is now.
    ///
    /// # Errors
    ///
    /// The store failed. What cannot be read is left out.
    pub fn watches_behind(&self) -> Result<Vec<Watch>, Fault> {
        let mut behind = Vec::new();
        for (key, held) in self.archive.scan::<WatchRecord>(&Keys::all())? {
            let Some((game, channel)) = index::watch_of(&key) else {
                continue;
            };
            let followed = match self.archive.read::<GameRecord>(&index::game_key(game)) {
                Ok(followed) => followed,
                Err(error) => {
                    let fault = Fault::from(error);
                    if fault.is_of_one_game() {
                        continue;
                    }
                    return Err(fault);
                }
            };
            // A game that is gone has to be shown once more as well, for the watch to end.
            if followed.is_none_or(|followed| followed.record.version != held.record.shown) {
                behind.push(Watch {
                    game,
                    place: Place {
                        guild: held.record.guild.map(GuildId),
                        channel,
                    },
                    begun: Timestamp(held.record.begun),
                    message: held.record.message.map(MessageId),
                });
            }
        }
        Ok(behind)
    }

    /// Notes that a message shows its game, unless it was stopped meanwhile.
    ///
    /// # Errors
    ///
    /// The store failed.
    pub fn watched(&self, watch: Watch, message: MessageId, shown: &GameView) -> Result<(), Fault> {
        let key = index::watch_key(watch.game, watch.place.channel);
        let Some(held) = self.archive.read::<WatchRecord>(&key)? else {
            return Ok(());
        };
        let record = WatchRecord {
            message: Some(message.0),
            shown: shown.version,
            ..held.record
        };
        let mut batch = Batch::new();
        batch.put_record(key, &record, Expected::Revision(held.revision));
        match self.archive.commit(batch) {
            Err(CommitError::Conflict { .. }) => Ok(()),
            committed => Ok(committed?),
        }
    }

    /// Ends a watch; whether there was one.
    ///
    /// # Errors
    ///
    /// The store failed.
    pub fn unwatch(&self, game: GameId, channel: ChannelId) -> Result<bool, Fault> {
        let key = index::watch_key(game, channel);
        if self.archive.read::<WatchRecord>(&key)?.is_none() {
            return Ok(false);
        }
        let mut batch = Batch::new();
        batch.delete(Table::Watches, key, Expected::Any);
        self.archive.commit(batch)?;
        Ok(true)
    }
}
