//! Channels of games, and how a game moves to another channel.

use crate::service::Service;
use crate::service::api::fault::{Fault, ServiceError};
use crate::service::api::ids::{ChannelId, GameId, GuildId, PersonId, Place};
use crate::service::api::refusal::Refusal;
use crate::service::api::view::{Announcement, Update};
use crate::service::game::commands;
use crate::service::game::transaction::GameChange;
use crate::service::publishing::superseded::leave_channel;
use crate::service::repository::indices;
use crate::service::repository::mapping;
use crate::store::records::{GameRecord, LostRecord};
use crate::store::{Expected, Table};
use focus::Color;

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
            let old = &loaded.held.record;
            commands::check_running(old.stage)?;
            let seats = old.people.iter().filter(|seat| seat.computer.is_none());
            let mut people = seats.map(|seat| seat.person).chain(old.watcher);
            if !people.any(|other| other == person.0) {
                return Err(Refusal::NotAPlayer.into());
            }
            let from = mapping::place(old);
            if from == place {
                return Ok(posted_anew(old.clone()));
            }
            if from.guild != place.guild && !is_lost {
                return Err(Refusal::OtherServer.into());
            }
            self.check_games_in(place.channel)?;
            if from.guild != place.guild {
                self.check_games_on(place.guild)?;
            }
            leave_channel(batch, game, old);
            Ok(posted_anew(GameRecord {
                guild: place.guild.map(|guild| guild.0),
                channel: place.channel.0,
                parent: None,
                wants_thread: false,
                message: None,
                ..old.clone()
            }))
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
            let held = self.record(game)?;
            let mut record = held.record;
            if mapping::place(&record) == place && record.parent.replace(parent.0) != Some(parent.0)
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

    /// Records that the player of a color is told that a game cannot be shown in its channel;
    /// returns whether that is new since it last could be.
    ///
    /// # Errors
    ///
    /// There is no such game, or the store failed.
    pub fn note_lost(&self, game: GameId, color: Color) -> Result<bool, ServiceError> {
        self.write(|batch| {
            let held = self.record(game)?;
            let mut record = held.record;
            let lost = record.lost.take();
            let lost = lost.filter(|lost| lost.channel == record.channel);
            let mut lost = lost.unwrap_or_else(|| LostRecord {
                channel: record.channel,
                told: String::new(),
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

/// Returns a change in which nothing is done but the board is posted again.
fn posted_anew(record: GameRecord) -> GameChange {
    GameChange {
        record,
        actions: Vec::new(),
        play: None,
        announce: Announcement::Post,
    }
}
