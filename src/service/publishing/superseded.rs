//! Superseded messages: they lose their buttons and pictures. This module records which of them
//! still have to be changed.

use crate::service::Service;
use crate::service::api::fault::{Fault, SessionError};
use crate::service::api::ids::{ChannelId, GameId, GuildId, MessageId, Place};
use crate::service::api::view::{GameView, View, Was};
use crate::service::repository::indices;
use crate::service::repository::mapping;
use crate::store::records::{GameRecord, LeftoverRecord};
use crate::store::{Batch, Expected, Keys, Table};

/// Superseded message.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Leftover {
    /// The table or game.
    pub game: GameId,
    /// Place of the message.
    pub place: Place,
    /// The message.
    pub message: MessageId,
    /// Kind of message it was.
    pub was: Was,
}

impl Service {
    /// Returns the messages that are still to be changed or deleted.
    ///
    /// # Errors
    ///
    /// The store failed. Messages that cannot be read are skipped.
    pub fn leftovers(&self) -> Result<Vec<Leftover>, Fault> {
        let entries = self.archive.scan::<LeftoverRecord>(&Keys::all())?;
        let entries = entries.iter().filter_map(|(key, held)| {
            let (game, message) = indices::leftover_of(key)?;
            let LeftoverRecord {
                guild,
                channel,
                visited,
                was,
            } = held.record;
            let place = Place {
                guild: guild.map(GuildId),
                channel: ChannelId(channel),
                access: mapping::access(visited),
            };
            Some(Leftover {
                game,
                place,
                message,
                was: mapping::was(was),
            })
        });
        Ok(entries.collect())
    }

    /// Records that a message is in its final form.
    ///
    /// # Errors
    ///
    /// The store failed.
    pub fn cleared(&self, leftover: Leftover) -> Result<(), Fault> {
        let mut batch = Batch::new();
        batch.be_patient();
        let key = indices::leftover_key(leftover.game, leftover.message);
        batch.delete(Table::Leftovers, key, Expected::Any);
        Ok(self.archive.commit(batch)?)
    }

    /// Returns a game in its current state, with the events between two actions as its news.
    ///
    /// # Errors
    ///
    /// The store failed, or there is no such game.
    pub fn told(&self, game: GameId, from: u32, to: u32) -> Result<Option<GameView>, SessionError> {
        let loaded = self.load(game)?;
        let View::Game(mut view) = loaded.view()? else {
            return Ok(None);
        };
        let play = loaded.play()?;
        let [from, to] = [from, to].map(|count| usize::try_from(count).unwrap_or(usize::MAX));
        let told = play.events.iter().take(to).skip(from);
        view.news = told.flatten().cloned().collect();
        Ok(Some(*view))
    }
}

/// Adds to `batch` that a message of a game is to be changed.
pub(crate) fn leave(batch: &mut Batch, game: GameId, place: Place, message: MessageId, was: Was) {
    let record = LeftoverRecord {
        guild: place.guild.map(|guild| guild.0),
        channel: place.channel.0,
        visited: place.is_visited(),
        was: mapping::was_record(was),
    };
    let key = indices::leftover_key(game, message);
    batch.put_record(key, &record, Expected::Any);
}

/// Adds to `batch` that a game leaves its channel, where its message would otherwise keep its
/// buttons.
pub(crate) fn leave_channel(batch: &mut Batch, game: GameId, old: &GameRecord) {
    let Some(message) = mapping::message(old) else {
        return;
    };
    let was = match old.announced {
        Some(_) => Was::Moved,
        None => Was::Table,
    };
    leave(batch, game, mapping::place(old), message, was);
}
