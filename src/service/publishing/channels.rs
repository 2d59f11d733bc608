//! Channels of games, and how a game moves to another channel.

use crate::service::Service;
use crate::service::api::fault::{Fault, SessionError};
use crate::service::api::ids::{ChannelId, GameId, GuildId, PersonId, Place};
use crate::service::api::refusal::Refusal;
use crate::service::api::view::{Announce, Update};
use crate::service::game::commands;
use crate::service::game::transaction::Changed;
use crate::service::publishing::superseded::leave_channel;
use crate::service::repository::indices;
use crate::service::repository::mapping;
use crate::store::records::{GameRecord, LostRecord, UnannouncedRecord};
use crate::store::{Expected, Table};
use focus::Color;

impl Service {
    /// Continues a game in another channel: of the same server, or of any if the server is lost, or
    /// if the bot is no member on one of both sides. In its own channel its board is posted again,
    /// because it may have been deleted.
    pub(crate) fn go_on(
        &self,
        person: PersonId,
        game: GameId,
        place: Place,
        is_lost: bool,
    ) -> Result<Update, SessionError> {
        self.change(game, |loaded, batch| {
            let old = &loaded.held.record;
            commands::check_running(old.stage)?;
            let mut people = people_of(old).chain(old.watcher);
            if !people.any(|other| other == person.0) {
                return Err(Refusal::NotAPlayer.into());
            }
            let from = mapping::place(old);
            if from.channel == place.channel {
                return Ok(posted_anew(GameRecord {
                    visited: place.is_visited(),
                    ..old.clone()
                }));
            }
            let is_free = is_lost || from.is_visited() || place.is_visited();
            if from.guild != place.guild && !is_free {
                return Err(Refusal::OtherServer.into());
            }
            if place.is_direct() && people_of(old).count() > 1 {
                return Err(Refusal::Alone.into());
            }
            self.check_games_in(place.channel)?;
            if from.guild != place.guild {
                self.check_games_on(place.guild)?;
            }
            leave_channel(batch, game, old);
            let mut moved = GameRecord {
                parent: None,
                wants_thread: false,
                message: None,
                ..old.clone()
            };
            mapping::set_place(&mut moved, place);
            Ok(posted_anew(moved))
        })
    }

    /// Records how the bot gets to the channel of a game, which changes when it joins or leaves the
    /// server.
    ///
    /// # Errors
    ///
    /// There is no such game, or the store failed.
    pub fn learn_access(&self, game: GameId, place: Place) -> Result<(), SessionError> {
        self.write(|batch| {
            let held = self.record(game)?;
            let mut record = held.record;
            let is_visited = place.is_visited();
            if record.channel == place.channel.0 && record.visited != is_visited {
                record.visited = is_visited;
                let expected = Expected::Revision(held.revision);
                batch.put_record(indices::game_key(game), &record, expected);
            }
            Ok(())
        })
    }

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
            let pending = self
                .archive
                .read::<UnannouncedRecord>(&indices::game_key(game))?;
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
    ) -> Result<(), SessionError> {
        self.write(|batch| {
            let held = self.record(game)?;
            let mut record = held.record;
            if record.channel == place.channel.0
                && record.parent.replace(parent.0) != Some(parent.0)
            {
                let expected = Expected::Revision(held.revision);
                batch.put_record(indices::game_key(game), &record, expected);
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
        games.retain(
            |game| match self.archive.find::<GameRecord>(&indices::game_key(*game)) {
                Ok(held) => held.is_some_and(|held| {
                    held.record.channel == channel.0 || held.record.parent == Some(channel.0)
                }),
                Err(error) => {
                    failed = Err(error);
                    false
                }
            },
        );
        failed?;
        Ok(games)
    }

    /// Records that the player of a color is told that a game cannot be shown in its channel, either
    /// at all or, with a number of actions, since then; returns whether that is new.
    ///
    /// # Errors
    ///
    /// There is no such game, or the store failed.
    pub fn note_lost(
        &self,
        game: GameId,
        color: Color,
        actions: Option<u32>,
    ) -> Result<bool, SessionError> {
        self.write(|batch| {
            let held = self.record(game)?;
            let mut record = held.record;
            let lost = record.lost.take();
            let is_same =
                |lost: &LostRecord| lost.channel == record.channel && lost.actions == actions;
            let lost = lost.filter(is_same);
            let mut lost = lost.unwrap_or_else(|| LostRecord {
                channel: record.channel,
                told: String::new(),
                actions,
            });
            let letter = color.letter();
            if lost.told.contains(letter) {
                return Ok(false);
            }
            lost.told.push(letter);
            record.lost = Some(lost);
            let expected = Expected::Revision(held.revision);
            batch.put_record(indices::game_key(game), &record, expected);
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

/// Returns the people who have a seat.
fn people_of(record: &GameRecord) -> impl Iterator<Item = u64> {
    let seats = record.people.iter().filter(|seat| seat.computer.is_none());
    seats.map(|seat| seat.person)
}

/// Returns a change in which nothing is done but the board is posted again.
fn posted_anew(record: GameRecord) -> Changed {
    Changed {
        record,
        actions: Vec::new(),
        play: None,
        announce: Announce::Post,
    }
}
