//! Superseded messages: they lose their buttons and pictures. This module records which of them
//! still have to be changed.

use std::time::Duration;

use crate::service::Service;
use crate::service::api::fault::{Fault, ServiceError};
use crate::service::api::ids::{GameId, MessageId, Place};
use crate::service::api::view::message::{MessageForm, SupersededKind};
use crate::service::api::view::page::{QueuePage, Reached};
use crate::service::api::view::update::View;
use crate::service::game::loading::loaded_game::LoadedGame;
use crate::service::model::TableOrGame;
use crate::service::repository::indices;
use crate::service::repository::persistent;
use crate::store::{Batch, Expected, Table, Versioned};

/// Time for which the line left of a superseded message can be made from a cached game. Names that
/// another process has erased since may appear once more for that long.
const JUST_SHOWN: Duration = Duration::from_secs(60);

/// Superseded message.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct SupersededMessage {
    /// The table or game.
    pub game: GameId,
    /// Place of the message.
    pub place: Place,
    /// The message.
    pub message: MessageId,
    /// Form of the message.
    pub form: MessageForm,
    /// Kind of message it was.
    pub was: SupersededKind,
}

/// Place, form and kind of a superseded message, as read.
type Left = Versioned<(Place, MessageForm, SupersededKind)>;

impl Service {
    /// Returns the next messages that this process still has to change or delete.
    ///
    /// # Errors
    ///
    /// The store failed. Messages that cannot be read are skipped.
    pub fn superseded_messages(
        &self,
        after: Option<Reached>,
    ) -> Result<QueuePage<SupersededMessage>, Fault> {
        let (page, next) = self.page_of(Table::Leftovers, after)?;
        let entries = self.superseded(&self.values(page));
        Ok(QueuePage { entries, next })
    }

    /// Returns the messages of these games that this process still has to change or delete. Those of
    /// other games that it has just `recorded` are added without being read.
    ///
    /// # Errors
    ///
    /// The store failed. Messages that cannot be read are skipped.
    pub fn superseded_messages_of(
        &self,
        games: &[GameId],
        recorded: impl IntoIterator<Item = SupersededMessage>,
    ) -> Result<Vec<SupersededMessage>, Fault> {
        let mut messages = self.superseded(&self.scan_games(games)?);
        let others = recorded
            .into_iter()
            .filter(|old| !games.contains(&old.game) && self.changes_at(old.place));
        messages.extend(others);
        Ok(messages)
    }

    /// Returns whether this process has to change messages at a place. Where the bot can only
    /// answer, only the process that received the request can do so.
    fn changes_at(&self, place: Place) -> bool {
        place.is_visited() || self.acts_on(place.guild)
    }

    /// Returns the messages that this process has to change.
    fn superseded(&self, entries: &[(Vec<u8>, Left)]) -> Vec<SupersededMessage> {
        let entries = entries.iter().filter_map(|(key, held)| {
            let (game, message) = indices::superseded_of(key)?;
            let (place, form, was) = held.record;
            let message = SupersededMessage {
                game,
                place,
                message,
                form,
                was,
            };
            self.changes_at(place).then_some(message)
        });
        entries.collect()
    }

    /// Records that these messages are in their final form.
    ///
    /// # Errors
    ///
    /// The store failed.
    pub fn cleared(&self, superseded: &[SupersededMessage]) -> Result<(), Fault> {
        let mut batch = Batch::new();
        batch.be_patient();
        for SupersededMessage { game, message, .. } in superseded {
            let key = indices::superseded_key(*game, *message);
            batch.delete(Table::Leftovers, key, Expected::Any);
        }
        self.archive.commit(batch)?;
        Ok(())
    }

    /// Returns the table or game of a superseded message in its current state; for a board, a game
    /// with the events between that board and the next one as its news.
    ///
    /// # Errors
    ///
    /// The store failed, or there is no such game.
    pub fn view_after(&self, superseded: SupersededMessage) -> Result<View, ServiceError> {
        let just_shown = self.just_shown(superseded);
        let is_read = just_shown.is_none();
        let loaded = just_shown.map_or_else(|| self.load(superseded.game), Ok)?;
        let mut view = loaded.view()?;
        if let View::Game(view) = &mut view
            && let TableOrGame::Game(started) = &*loaded.held.record
            && let SupersededKind::Board { from, to } = superseded.was
        {
            let [from, to] = [from, to].map(|count| usize::try_from(count).unwrap_or(usize::MAX));
            let state = loaded.state(started)?;
            let events = state.events.iter().take(to).skip(from);
            view.news = events.flatten().cloned().collect();
        }
        if is_read {
            self.keep(&loaded);
        }
        Ok(view)
    }

    /// Returns the game of a superseded message from the cache, if this process has just recorded
    /// a later message of it. Changes that another process has made meanwhile may be missing.
    fn just_shown(&self, superseded: SupersededMessage) -> Option<LoadedGame> {
        let known = self.cache.latest(superseded.game)?;
        let is_later = known.held.record.common().message > Some(superseded.message);
        let is_fresh = known.at.elapsed() < JUST_SHOWN;
        (is_later && is_fresh).then(|| LoadedGame::cached(superseded.game, known))
    }
}

/// Queues an edit of a superseded message in `batch`.
pub(crate) fn put_superseded(batch: &mut Batch, superseded: SupersededMessage) {
    let SupersededMessage {
        game,
        place,
        message,
        form,
        was,
    } = superseded;
    let key = indices::superseded_key(game, message);
    persistent::put(batch, key, &(place, form, was), Expected::Any);
}

/// Queues an edit of the message in the channel that a game leaves in `batch`; otherwise it would
/// keep its buttons.
pub(crate) fn put_superseded_of_channel(batch: &mut Batch, game: GameId, old: &TableOrGame) {
    let common = old.common();
    let Some(message) = common.message else {
        return;
    };
    let was = match old.game().and_then(|game| game.announced) {
        Some(_) => SupersededKind::Moved,
        None => SupersededKind::Table,
    };
    let superseded = SupersededMessage {
        game,
        place: common.place,
        message,
        form: common.form,
        was,
    };
    put_superseded(batch, superseded);
}
