//! Outbox of committed changes that are not yet shown.

use std::collections::HashSet;
use std::time::Instant;

use crate::service::Service;
use crate::service::api::fault::{Fault, ServiceError};
use crate::service::api::ids::{ChannelId, GameId, GuildId, MessageId, PersonId, Place, Timestamp};
use crate::service::api::refusal::Refusal;
use crate::service::api::view::message::MessageForm;
use crate::service::api::view::page::{QueuePage, Reached};
use crate::service::api::view::update::{Announcement, Update, View};
use crate::service::game::loading::cache::CachedGame;
use crate::service::model::TableOrGame;
use crate::service::model::settings::{GuildData, GuildSettings, PersonData};
use crate::service::publishing::superseded_queue::put_superseded_of_channel;
use crate::service::repository::indices;
use crate::service::repository::persistent::Persistent;
use crate::service::repository::queue_entries::Queued;
use crate::store::{self, Batch, Expected, Key, Table};

/// Unannounced update of a table or game, with all that its message depends on.
#[derive(Clone, Debug)]
pub struct PendingMessage {
    /// The update.
    pub update: Update,
    /// Choices of people on which its message depends.
    pub choices: BoardChoices,
    /// True if no other process can be about to show it as well.
    pub acts_alone: bool,
}

/// Choices of people on which a public board depends.
#[derive(Clone, Debug, Default)]
pub struct BoardChoices {
    /// Settings of the server on which it is shown.
    pub settings: GuildSettings,
    /// True if it is night for the person to move, who is called without noise then.
    pub is_night: bool,
}

/// Server and person to move whose choices a board depends on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Choosers {
    server: Option<GuildId>,
    mover: Option<PersonId>,
}

impl Choosers {
    fn in_view(view: &View) -> Self {
        let mover = match view {
            View::Table(_) => None,
            View::Game(view) => view.to_move().and_then(|color| view.person(color)),
        };
        Self {
            server: view.place().guild,
            mover: mover.map(|mover| mover.id),
        }
    }

    fn in_cached(cached: &CachedGame) -> Self {
        let (stored, state) = (&cached.stored, &cached.state);
        let mover = stored.running().ok().and_then(|game| {
            let side = state.game.position().side();
            game.person_of(side)
        });
        Self {
            server: stored.common().place.guild,
            mover,
        }
    }

    /// Returns the keys of their choices.
    fn keys(&self) -> Vec<(Table, Key)> {
        let server = self.server.map(|server| (GuildData::table(), server.0));
        let mover = self.mover.map(|mover| (PersonData::table(), mover.0));
        let chosen = server.into_iter().chain(mover);
        chosen
            .map(|(table, id)| (table, Key::new().u64(id)))
            .collect()
    }
}

/// Returns the keys of the unannounced update of a table or game.
fn pending_keys(game: GameId) -> [(Table, Key); 2] {
    [Table::Unannounced, Table::Games].map(|table| (table, indices::game_key(game)))
}

impl Service {
    /// Returns the next of this process's tables and games with unannounced changes; there are some
    /// after a crash, or if Discord refused a message. [`Service::pending`] returns the change of
    /// each.
    ///
    /// # Errors
    ///
    /// The store failed.
    pub fn unannounced(&self, after: Option<Reached>) -> Result<QueuePage, Fault> {
        self.queued(Table::Unannounced, after)
    }

    /// Returns the next tables and games with unannounced changes, of this process and all others.
    ///
    /// # Errors
    ///
    /// The store failed.
    pub fn unannounced_anywhere(&self, after: Option<Reached>) -> Result<QueuePage, Fault> {
        self.queued_anywhere(Table::Unannounced, after)
    }

    /// Returns the next of the unannounced tables and games on these servers.
    ///
    /// # Errors
    ///
    /// The store failed.
    pub fn unannounced_on(
        &self,
        servers: &HashSet<GuildId>,
        after: Option<Reached>,
    ) -> Result<QueuePage, Fault> {
        self.queued_on(Table::Unannounced, servers, after)
    }

    /// Returns the unannounced update of a table or game, if there is one.
    ///
    /// # Errors
    ///
    /// The store failed, or the game cannot be read.
    pub fn pending(&self, game: GameId) -> Result<Option<Update>, ServiceError> {
        let [entry, value] = self.read_together(&pending_keys(game))?;
        self.pending_in(game, entry, value)
    }

    /// Returns the unannounced update in values just read under [`pending_keys`].
    fn pending_in(
        &self,
        game: GameId,
        entry: Option<store::Stored>,
        value: Option<store::Stored>,
    ) -> Result<Option<Update>, ServiceError> {
        let key = indices::game_key(game);
        let Some(held) = self.value::<Queued<Announcement>>(&key, entry)? else {
            return Ok(None);
        };
        let stored = self.stored_in(game, value)?;
        Ok(Some(Update {
            view: self.view_of(game, stored.ok_or(Refusal::NoSuchGame(game))?)?,
            announce: held.record.what,
        }))
    }

    /// Returns the unannounced update of a table or game as [`Service::pending`] does, with all that
    /// its message depends on. If settings cannot be read, defaults are used.
    ///
    /// `now` is the time of the games, `at` that since some beginning.
    ///
    /// # Errors
    ///
    /// The store failed, or the game cannot be read.
    pub fn pending_message(
        &self,
        game: GameId,
        (now, at): (Timestamp, Instant),
    ) -> Result<Option<PendingMessage>, ServiceError> {
        // Usually the game is still as this process last saw it, so that one request is enough.
        let expected = self.cache.latest(game).as_ref().map(Choosers::in_cached);
        let mut keys = pending_keys(game).to_vec();
        keys.extend(expected.iter().flat_map(Choosers::keys));
        let values = self.archive.store().get_many(&keys).map_err(Fault::from)?;
        let mut values = values.into_iter();
        let (entry, value) = (values.next().flatten(), values.next().flatten());
        let Some(update) = self.pending_in(game, entry, value)? else {
            return Ok(None);
        };
        let choosers = Choosers::in_view(&update.view);
        let values = if expected == Some(choosers) {
            Ok(values.collect())
        } else {
            self.archive.store().get_many(&choosers.keys())
        };
        Ok(Some(PendingMessage {
            acts_alone: self.acts_alone_on(choosers.server, at),
            choices: values.map_or_else(
                |error| {
                    note_unreadable(&error.into());
                    BoardChoices::default()
                },
                |values| self.choices(choosers, values, now),
            ),
            update,
        }))
    }

    /// Returns the choices in the values just read under [`Choosers::keys`]; the defaults for those
    /// that cannot be read.
    fn choices(
        &self,
        choosers: Choosers,
        values: Vec<Option<store::Stored>>,
        now: Timestamp,
    ) -> BoardChoices {
        let mut values = values.into_iter();
        let mut choices = BoardChoices::default();
        if let Some(server) = choosers.server {
            let key = Key::new().u64(server.0);
            let held = self.value::<GuildData>(&key, values.next().flatten());
            let held = held.inspect_err(note_unreadable).ok().flatten();
            choices.settings = held.map(|held| held.record.settings).unwrap_or_default();
        }
        if let Some(mover) = choosers.mover {
            let key = Key::new().u64(mover.0);
            let held = self.value::<PersonData>(&key, values.next().flatten());
            let held = held.inspect_err(note_unreadable).ok().flatten();
            let night = held.and_then(|held| held.record.settings.night_around(now));
            choices.is_night = night.is_some();
        }
        choices
    }

    /// Gives up showing the current state of a table or game, and its replay if it is over, because
    /// nobody can see messages at its place; does nothing if it has left that place.
    ///
    /// # Errors
    ///
    /// There is no such game, or the store failed.
    pub fn forget_announcement(&self, game: GameId, place: Place) -> Result<(), ServiceError> {
        self.note(game, |stored, batch| {
            if stored.common().place.channel == place.channel {
                batch.delete(Table::Unannounced, indices::game_key(game), Expected::Any);
                stored.owe_no_replay();
            }
        })
    }

    /// Gives up showing finished games on a server where nobody can be reached any more; returns
    /// these games. Running games can be moved elsewhere.
    ///
    /// # Errors
    ///
    /// The store failed. Games that cannot be read are skipped.
    pub fn forget_server(&self, server: GuildId) -> Result<Vec<GameId>, Fault> {
        let servers = HashSet::from([server]);
        let mut forgotten = Vec::new();
        for table in [Table::Unannounced, Table::Replays] {
            let mut next = None;
            loop {
                let page = self.queued_on(table, &servers, next)?;
                for game in page.entries {
                    if self.forget_if_over(game)? {
                        forgotten.push(game);
                    }
                }
                next = page.next;
                if next.is_none() {
                    break;
                }
            }
        }
        Ok(forgotten)
    }

    /// Gives up showing a game that is over; returns whether it is.
    fn forget_if_over(&self, game: GameId) -> Result<bool, Fault> {
        let held = self.readable(game)?;
        let Some(held) = held.filter(|held| held.record.is_over()) else {
            return Ok(false);
        };
        match self.forget_announcement(game, held.record.common().place) {
            Ok(()) => Ok(true),
            Err(ServiceError::Refused(_)) => Ok(false),
            Err(ServiceError::Fault(fault)) => Err(fault),
        }
    }

    /// Records that a game continues in another place, such as a thread created for it, with the
    /// parent channel if known. A message that shows it elsewhere is to be changed.
    ///
    /// # Errors
    ///
    /// There is no such game, or the store failed.
    pub fn moved(
        &self,
        game: GameId,
        place: Place,
        parent: Option<ChannelId>,
    ) -> Result<View, ServiceError> {
        self.note(game, |stored, batch| {
            if stored.common().place.channel == place.channel {
                stored.common_mut().wants_thread = false;
            } else {
                put_superseded_of_channel(batch, game, stored);
                stored.common_mut().leave_for(place, parent);
            }
        })?;
        self.view(game)
    }

    /// Records the message at which the thread of a game is about to be opened, in place of that of
    /// its table; does nothing if the game is elsewhere by now.
    ///
    /// # Errors
    ///
    /// There is no such game, or the store failed.
    pub fn opens_thread_at(
        &self,
        game: GameId,
        place: Place,
        message: MessageId,
    ) -> Result<(), ServiceError> {
        self.note(game, |stored, _| {
            let common = stored.common_mut();
            if common.wants_thread && common.place.channel == place.channel {
                (common.message, common.form) = (Some(message), MessageForm::Text);
            }
        })
    }

    /// Changes a table or game in a way that people do not see.
    pub(crate) fn note(
        &self,
        id: GameId,
        change: impl Fn(&mut TableOrGame, &mut Batch),
    ) -> Result<(), ServiceError> {
        // The game is usually still as it was last read; if not, the commit fails.
        let mut read = self.cache.last_read(id);
        let (read, stored) = self.write(|batch| {
            let held = read.take().map_or_else(|| self.stored(id), Ok)?;
            let mut stored = TableOrGame::clone(&held.record);
            change(&mut stored, batch);
            self.replace(batch, id, &held, &stored, false)?;
            Ok::<_, ServiceError>((held.revision, stored))
        })?;
        self.cache.note(id, read, stored);
        Ok(())
    }
}

/// Logs that a board is shown without regard to somebody's choices.
fn note_unreadable(fault: &Fault) {
    tracing::error!(%fault, "settings cannot be read; the board is shown with the defaults");
}
