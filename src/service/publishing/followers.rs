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
use crate::service::game::queries::lookup;
use crate::service::model::watch::{Behind, Watch};
use crate::service::moderation::permissions::MemberPermissions;
use crate::service::publishing::superseded_queue::{SupersededMessage, put_superseded};
use crate::service::repository::indices;
use crate::service::repository::persistent;
use crate::service::repository::personal_data::mentions;
use crate::service::repository::personal_data::mentions::FollowerScope;
use crate::store::{Batch, Entries, Expected, Key, Keys, Table, Versioned};

/// Maximum number of followers or games that are read in one request.
const TOGETHER: usize = 32;

/// Maximum number of channels that follow one game: every move queues all of them in its own
/// commit, and each takes a request to Discord.
const FOLLOWERS: usize = 200;

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
    /// Makes a channel follow a game of its server, or another one at the request of a player.
    ///
    /// # Errors
    ///
    /// There is no such game for this person, it is over or private, the channel shows it already,
    /// the channel, the person or the server follows too many, or too many follow the game.
    pub fn watch(
        &self,
        now: Timestamp,
        person: PersonId,
        place: Place,
        game: GameId,
    ) -> Result<GameView, ServiceError> {
        let view = lookup::seen_from(self.view(game)?, person, place)?;
        if view.is_private || view.place.guild.is_none() {
            return Err(Refusal::PrivateGame.into());
        }
        if view.ending.is_some() {
            return Err(Refusal::GameOver.into());
        }
        if view.place.channel == place.channel {
            return Err(Refusal::WatchedHere.into());
        }
        self.check_watches(person, place, game)?;
        let watch = Watch {
            guild: place.guild,
            begun: now,
            message: None,
            shown: 0,
            by: Some(person),
        };
        let behind = Behind {
            guild: place.guild,
            version: view.version,
        };
        let key = indices::watch_key(game, place.channel);
        let mut batch = Batch::new();
        persistent::put(&mut batch, key.clone(), &watch, Expected::Absent);
        persistent::put(&mut batch, key, &behind, Expected::Any);
        let keys = mentions::keys_of_follower(game, place.channel, &watch);
        mentions::update(&mut batch, &BTreeSet::new(), &keys);
        let committed = self.archive.commit_unless_changed(batch);
        if !committed.map_err(Fault::from)? {
            return Err(Refusal::WatchedHere.into());
        }
        Ok(view)
    }

    /// Checks that a person may make a channel follow one more game, and that the game may be
    /// followed once more.
    fn check_watches(
        &self,
        person: PersonId,
        place: Place,
        game: GameId,
    ) -> Result<(), ServiceError> {
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
        let of_game = Keys::prefix(&indices::game_key(game)).limit(FOLLOWERS);
        let of_game = self.archive.store().scan(Table::Watches, &of_game);
        if of_game.map_err(Fault::from)?.len() >= FOLLOWERS {
            return Err(Refusal::TooManyFollowers { limit: FOLLOWERS }.into());
        }
        Ok(())
    }

    /// Returns the next of this process's followers that do not show the current state of their
    /// game.
    ///
    /// # Errors
    ///
    /// The store failed. Followers that cannot be read are skipped.
    pub fn watches_behind(&self, after: Option<Reached>) -> Result<QueuePage<Follower>, Fault> {
        let (page, next) = self.page_of(Table::Behind, after)?;
        let entries = self.behind(self.values(page))?;
        Ok(QueuePage { entries, next })
    }

    /// Returns the followers of these games that do not show their current state, if they belong to
    /// this process.
    ///
    /// # Errors
    ///
    /// The store failed. Followers that cannot be read are skipped.
    pub fn watches_behind_of(&self, games: &[GameId]) -> Result<Vec<Follower>, Fault> {
        self.behind(self.scan_games(games)?)
    }

    /// Returns the followers in these entries, if they belong to this process. An entry is removed
    /// if its follower has ended during a move, or if an older program, which keeps no entries, has
    /// ended or shown it.
    fn behind(&self, entries: Entries<Versioned<Behind>>) -> Result<Vec<Follower>, Fault> {
        let own = entries.into_iter();
        let own = own.filter(|(_, held)| self.acts_on(held.record.guild));
        let own: Vec<_> = own.collect();
        let (mut behind, mut done) = (Vec::new(), Batch::new());
        for entries in own.chunks(TOGETHER) {
            let keys = entries.iter().map(|(key, _)| Key::new().bytes(key));
            let keys: Vec<_> = keys.map(|key| (Table::Watches, key)).collect();
            let values = self.archive.store().get_many(&keys)?;
            for ((key, entry), value) in entries.iter().zip(values) {
                let watch = match self.value::<Watch>(key, value) {
                    Err(fault) if fault.is_of_one_game() => continue,
                    watch => watch?.map(|held| held.record),
                };
                let watch = watch.filter(|watch| watch.shown < entry.record.version);
                if let Some(follower) = watch.and_then(|watch| follower(key, &watch)) {
                    behind.push(follower);
                } else {
                    let expected = Expected::Revision(entry.revision);
                    done.delete(Table::Behind, key.clone(), expected);
                }
            }
        }
        if !done.is_empty() {
            // If one of them is behind again meanwhile, the others are removed later.
            self.archive.commit_unless_changed(done)?;
        }
        Ok(behind)
    }

    /// Queues the next followers that do not show the current state of their game and are not
    /// queued, and returns their games. A change queues the followers of its game, except one that
    /// begins during it, and unless an older program makes it.
    ///
    /// # Errors
    ///
    /// The store failed. Followers that cannot be read are skipped.
    pub fn queue_followers(&self, after: Option<Reached>) -> Result<QueuePage, Fault> {
        let (page, next) = self.page_of(Table::Watches, after)?;
        let watches = self.values::<Watch>(page).into_iter();
        let watches = watches.filter_map(|(key, held)| {
            let (game, _) = indices::watch_of(&key)?;
            Some((key, game, held.record))
        });
        let watches: Vec<_> = watches.collect();
        let mut entries = Vec::new();
        for watches in watches.chunks(TOGETHER) {
            entries.extend(self.write(|batch| self.put_unqueued(batch, watches))?);
        }
        Ok(QueuePage { entries, next })
    }

    /// Adds to `batch` entries for those of these followers that have none and do not show the
    /// current state of their game, and returns their games.
    fn put_unqueued(
        &self,
        batch: &mut Batch,
        watches: &[(Vec<u8>, GameId, Watch)],
    ) -> Result<Vec<GameId>, Fault> {
        let keys = watches.iter().flat_map(|(key, game, _)| {
            let behind = (Table::Behind, Key::new().bytes(key));
            [behind, (Table::Games, indices::game_key(*game))]
        });
        let keys: Vec<_> = keys.collect();
        let values = self.archive.store().get_many(&keys)?;
        let mut games = Vec::new();
        for ((key, game, watch), values) in watches.iter().zip(values.chunks(2)) {
            let [None, value] = values else {
                continue;
            };
            let followed = match self.stored_in(*game, value.clone()) {
                Err(fault) if fault.is_of_one_game() => continue,
                followed => followed?,
            };
            let version = followed.map(|followed| followed.record.common().version);
            // A deleted game must be shown once more as well, so that the follower ends.
            let version = version.unwrap_or(watch.shown.saturating_add(1));
            if watch.shown < version {
                let guild = watch.guild;
                let behind = Behind { guild, version };
                persistent::put(batch, key.clone(), &behind, Expected::Absent);
                games.push(*game);
            }
        }
        Ok(games)
    }

    /// Records that a message shows its game; returns false if the watch was stopped or begun anew
    /// meanwhile. Queues the deletion of the message that showed it before; if it returns false,
    /// that of a new message itself. If the game has changed since, its follower stays queued.
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
            let keys = [
                (Table::Watches, key.clone()),
                (Table::Behind, key.clone()),
                (Table::Games, indices::game_key(watch.game)),
            ];
            let [held, behind, game] = self.read_together(&keys)?;
            let held = self.value::<Watch>(&key, held)?;
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
            let behind = self.value::<Behind>(&key, behind)?;
            let queued = behind.as_ref().map(|behind| behind.record.version);
            if queued > Some(shown.version) {
                return Ok(true);
            }
            let expected = Expected::as_read(behind.map(|behind| behind.revision));
            let game = self.stored_in(watch.game, game)?;
            let version = game.map_or(0, |game| game.record.common().version);
            if shown.version < version {
                // The follower began during the change, or another process has shown it before.
                let guild = watched.guild;
                let behind = Behind { guild, version };
                persistent::put(batch, key.clone(), &behind, expected);
            } else if queued.is_some() {
                batch.delete(Table::Behind, key.clone(), expected);
            }
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
            Ok(View::Game(view)) => Ok(view.concerns(person)),
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

    /// Returns whether a message that once followed a game no longer does so: its watch was
    /// stopped, or a later message follows the game there.
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

    /// Removes the person who asked for a watch in `batch`, if there still is one.
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
            batch.delete(Table::Behind, key.clone(), Expected::Any);
            let keys = mentions::keys_of_follower(game, channel, &held.record);
            mentions::update(batch, &keys, &BTreeSet::new());
            Ok(true)
        })
    }
}

/// Returns the follower under this key.
fn follower(key: &[u8], watch: &Watch) -> Option<Follower> {
    let (game, channel) = indices::watch_of(key)?;
    Some(Follower {
        game,
        place: Place {
            guild: watch.guild,
            channel,
            access: Access::Member,
        },
        begun: watch.begun,
        message: watch.message,
    })
}
