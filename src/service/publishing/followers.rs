//! Followers: messages in other channels that show each position of a game.
//!
//! Followers are passive: nothing here changes a game.

use std::collections::BTreeSet;

use crate::service::Service;
use crate::service::api::fault::{Fault, ServiceError};
use crate::service::api::ids::{Access, ChannelId, GameId, MessageId, PersonId, Place, Timestamp};
use crate::service::api::refusal::Refusal;
use crate::service::api::view::game::GameView;
use crate::service::api::view::message::{MessageForm, SupersededKind};
use crate::service::api::view::page::{QueuePage, Reached};
use crate::service::api::view::update::View;
use crate::service::model::watch::Watch;
use crate::service::moderation::permissions::MemberPermissions;
use crate::service::publishing::superseded_queue::{SupersededMessage, put_superseded};
use crate::service::repository::indices;
use crate::service::repository::persistent;
use crate::service::repository::personal_data::mentions;
use crate::service::repository::personal_data::mentions::FollowerScope;
use crate::store::{Batch, Entries, Expected, Table, Versioned};

/// Maximum number of games that are read in one request, to be compared with their followers.
const TOGETHER: usize = 32;

/// Message that follows a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Follower {
    /// The game.
    pub game: GameId,
    /// Place of the message.
    pub place: Place,
    /// Time when it began.
    pub begun: Timestamp,
    /// The message, once it is posted.
    pub message: Option<MessageId>,
}

impl Service {
    /// Makes a channel follow a game.
    ///
    /// # Errors
    ///
    /// The game is over or private, the channel shows it already, or the channel, the person or
    /// the server follows too many.
    pub fn watch(
        &self,
        now: Timestamp,
        person: PersonId,
        place: Place,
        game: GameId,
    ) -> Result<GameView, ServiceError> {
        let View::Game(view) = self.view(game)? else {
            return Err(Refusal::NotBegun.into());
        };
        if view.is_private || view.place.guild.is_none() {
            return Err(Refusal::PrivateGame.into());
        }
        if view.ending.is_some() {
            return Err(Refusal::GameOver.into());
        }
        if view.place.channel == place.channel {
            return Err(Refusal::WatchedHere.into());
        }
        self.check_watches(person, place)?;
        let watch = Watch {
            guild: place.guild,
            begun: now,
            message: None,
            shown: 0,
            by: Some(person),
        };
        let key = indices::watch_key(game, place.channel);
        let mut batch = Batch::new();
        persistent::put(&mut batch, key, &watch, Expected::Absent);
        let keys = mentions::keys_of_follower(game, place.channel, &watch);
        mentions::update(&mut batch, &BTreeSet::new(), &keys);
        let committed = self.archive.commit_unless_changed(batch);
        if !committed.map_err(Fault::from)? {
            return Err(Refusal::WatchedHere.into());
        }
        Ok(*view)
    }

    /// Checks that a person may make a channel follow one more game.
    fn check_watches(&self, person: PersonId, place: Place) -> Result<(), ServiceError> {
        let scopes = [
            FollowerScope::Channel(place.channel),
            FollowerScope::Person(person),
        ];
        let server = place.guild.map(FollowerScope::Server);
        let scopes: Vec<_> = scopes.into_iter().chain(server).collect();
        let all = self.followers(&scopes)?;
        let in_channel = |key: &[u8]| {
            indices::watch_of(key).is_some_and(|(_, channel)| channel == place.channel)
        };
        let here = all.iter().filter(|(key, _)| in_channel(key)).count();
        let count = |is_counted: &dyn Fn(&Watch) -> bool| {
            let watches = all.iter().map(|(_, held)| &held.record);
            watches.filter(|watch| is_counted(watch)).count()
        };
        let own = count(&|watch| watch.by == Some(person));
        let on_server = count(&|watch| watch.guild.is_some() && watch.guild == place.guild);
        let limits = &self.limits;
        if here >= limits.watches_per_channel {
            let limit = limits.watches_per_channel;
            return Err(Refusal::TooManyWatches { limit }.into());
        }
        if own >= limits.watches_per_person {
            let limit = limits.watches_per_person;
            return Err(Refusal::TooManyOwnWatches { limit }.into());
        }
        if on_server >= limits.watches_per_guild {
            let limit = limits.watches_per_guild;
            return Err(Refusal::TooManyServerWatches { limit }.into());
        }
        Ok(())
    }

    /// Returns those of the next followers, if they are this process's, that do not show the current
    /// state of their game.
    ///
    /// # Errors
    ///
    /// The store failed. Followers that cannot be read are skipped.
    pub fn watches_behind(&self, after: Option<Reached>) -> Result<QueuePage<Follower>, Fault> {
        let (page, next) = self.page_of(Table::Watches, after)?;
        let entries = self.behind(self.values(page))?;
        Ok(QueuePage { entries, next })
    }

    /// Returns the followers of these games that do not show their current state, if they are this
    /// process's.
    ///
    /// # Errors
    ///
    /// The store failed. Followers that cannot be read are skipped.
    pub fn watches_behind_of(&self, games: &[GameId]) -> Result<Vec<Follower>, Fault> {
        self.behind(self.scan_games(games)?)
    }

    fn behind(&self, watches: Entries<Versioned<Watch>>) -> Result<Vec<Follower>, Fault> {
        let own = watches.into_iter().filter_map(|(key, held)| {
            let (game, channel) = indices::watch_of(&key)?;
            let watch = held.record;
            self.acts_on(watch.guild).then_some((game, channel, watch))
        });
        let own: Vec<_> = own.collect();
        let mut behind = Vec::new();
        for watches in own.chunks(TOGETHER) {
            let games = watches.iter().map(|(game, ..)| indices::game_key(*game));
            let keys: Vec<_> = games.map(|key| (Table::Games, key)).collect();
            let values = self.archive.store().get_many(&keys)?;
            for ((game, channel, watch), value) in watches.iter().zip(values) {
                let followed = match self.stored_in(*game, value) {
                    Err(fault) if fault.is_of_one_game() => continue,
                    followed => followed?,
                };
                let version = followed.map(|followed| followed.record.common().version);
                // A deleted game must be shown once more as well, so that the follower ends.
                if version != Some(watch.shown) {
                    behind.push(Follower {
                        game: *game,
                        place: Place {
                            guild: watch.guild,
                            channel: *channel,
                            access: Access::Member,
                        },
                        begun: watch.begun,
                        message: watch.message,
                    });
                }
            }
        }
        Ok(behind)
    }

    /// Records that a message shows its game; returns false if the watch was stopped or begun anew
    /// meanwhile. The message that showed it before is to be deleted; in that case, a new message
    /// itself.
    ///
    /// # Errors
    ///
    /// The store failed.
    pub fn watched(
        &self,
        watch: Follower,
        message: MessageId,
        shown: &GameView,
    ) -> Result<bool, Fault> {
        let key = indices::watch_key(watch.game, watch.place.channel);
        let superseded = |message| SupersededMessage {
            game: watch.game,
            place: watch.place,
            message,
            form: MessageForm::Text,
            was: SupersededKind::Watch,
        };
        self.write(|batch| {
            let held = self.read::<Watch>(&key)?;
            let old = held.as_ref().and_then(|held| held.record.message);
            let Some(held) = held.filter(|held| held.record.begun == watch.begun) else {
                if ![old, watch.message].contains(&Some(message)) {
                    put_superseded(batch, superseded(message));
                }
                return Ok(false);
            };
            if let Some(old) = old.filter(|old| *old != message) {
                put_superseded(batch, superseded(old));
            }
            let watched = Watch {
                message: Some(message),
                shown: shown.version,
                ..held.record
            };
            let expected = Expected::Revision(held.revision);
            persistent::put(batch, key.clone(), &watched, expected);
            Ok(true)
        })
    }

    /// Ends the watch with this message, for a person who may: the one who asked for it, a player
    /// of the game, or a moderator of the server.
    ///
    /// # Errors
    ///
    /// The person may not, or the message does not follow that game.
    pub fn stop_watch(
        &self,
        person: PersonId,
        permissions: &MemberPermissions,
        place: Place,
        game: GameId,
        message: MessageId,
    ) -> Result<(), ServiceError> {
        let key = indices::watch_key(game, place.channel);
        let held = self.read::<Watch>(&key)?;
        let held = held.filter(|held| held.record.message == Some(message));
        let Watch { begun, by, .. } = held.ok_or(Refusal::NotWatched)?.record;
        let moderates = || match place.guild {
            Some(guild) => self.moderates(permissions, guild),
            None => Ok(false),
        };
        let plays = || match self.view(game) {
            Ok(View::Game(view)) => {
                Ok(view.color_of(person).is_some() || view.watcher == Some(person))
            }
            Ok(View::Table(_)) | Err(ServiceError::Refused(_)) => Ok(false),
            Err(ServiceError::Fault(fault)) => Err(fault),
        };
        // If the person who asked is not recorded or was deleted, nobody else would be left to stop
        // it.
        let is_nobodys = by.is_none_or(|by| by == PersonId::GONE);
        if is_nobodys || by == Some(person) || plays()? || moderates()? {
            self.unwatch(Follower {
                game,
                place,
                begun,
                message: Some(message),
            })?;
            return Ok(());
        }
        Err(Refusal::NotYourWatch.into())
    }

    /// Returns whether a message that once followed a game does so no more: its watch was stopped, or
    /// a later message follows the game there.
    ///
    /// # Errors
    ///
    /// The store failed.
    pub fn is_superseded_follower(
        &self,
        place: Place,
        game: GameId,
        message: MessageId,
    ) -> Result<bool, Fault> {
        let held = self.read::<Watch>(&indices::watch_key(game, place.channel))?;
        Ok(held.is_none_or(|held| {
            // A message that was just posted is not recorded yet.
            held.record.message.is_some_and(|shown| shown > message)
        }))
    }

    /// Removes a person from the watches they asked for.
    pub(crate) fn disown_watches(&self, person: PersonId) -> Result<(), Fault> {
        for (key, held) in self.followers(&[FollowerScope::Person(person)])? {
            if held.record.by == Some(person) {
                self.write(|batch| self.disown(batch, &key))?;
            }
        }
        Ok(())
    }

    /// Adds to `batch` that nobody is known to have asked for a watch, if there still is one.
    fn disown(&self, batch: &mut Batch, key: &[u8]) -> Result<(), Fault> {
        if let Some(held) = self.read::<Watch>(key)? {
            let watch = Watch {
                by: Some(PersonId::GONE),
                ..held.record
            };
            let expected = Expected::Revision(held.revision);
            persistent::put(batch, key, &watch, expected);
            if let Some((game, channel)) = indices::watch_of(key) {
                let keys = |watch| mentions::keys_of_follower(game, channel, watch);
                mentions::update(batch, &keys(&held.record), &keys(&watch));
            }
        }
        Ok(())
    }

    /// Returns the games that channels follow at a person's request, with the channels.
    pub(crate) fn watches_of(&self, person: PersonId) -> Result<Vec<(GameId, ChannelId)>, Fault> {
        let watches = self.followers(&[FollowerScope::Person(person)])?;
        let own = watches
            .iter()
            .filter(|(_, held)| held.record.by == Some(person));
        Ok(own.filter_map(|(key, _)| indices::watch_of(key)).collect())
    }

    /// Ends a watch, regardless of who asked for it; returns false if it was stopped or begun anew
    /// meanwhile.
    ///
    /// # Errors
    ///
    /// The store failed.
    pub fn unwatch(&self, watch: Follower) -> Result<bool, Fault> {
        let (game, channel) = (watch.game, watch.place.channel);
        let key = indices::watch_key(game, channel);
        self.write(|batch| {
            let held = self.read::<Watch>(&key)?;
            let Some(held) = held.filter(|held| held.record.begun == watch.begun) else {
                return Ok(false);
            };
            let expected = Expected::Revision(held.revision);
            batch.delete(Table::Watches, key.clone(), expected);
            let keys = mentions::keys_of_follower(game, channel, &held.record);
            mentions::update(batch, &keys, &BTreeSet::new());
            Ok(true)
        })
    }
}
