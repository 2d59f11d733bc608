//! Outbox of committed changes that are not yet shown.

use std::collections::HashSet;
use std::time::{Duration, Instant};

use crate::service::Service;
use crate::service::api::fault::{Fault, ServiceError};
use crate::service::api::ids::{ChannelId, GameId, GuildId, MessageId, PersonId, Place, Timestamp};
use crate::service::api::view::message::MessageForm;
use crate::service::api::view::page::{QueuePage, Reached};
use crate::service::api::view::update::{Announcement, Update, View};
use crate::service::game::loading::loaded_game::LoadedGame;
use crate::service::model::TableOrGame;
use crate::service::model::settings::GuildSettings;
use crate::service::people::read_settings::{Choosers, ReadSettings};
use crate::service::publishing::superseded_queue::put_superseded_of_channel;
use crate::service::repository::indices;
use crate::service::repository::queue_entries::Queued;
use crate::store::{self, Batch, Expected, Key, Table, Versioned};

/// Time within which a change is shown as this process has committed it, without reading it again.
const JUST_COMMITTED: Duration = Duration::from_secs(1);

/// Unannounced update of a table or game, with all that its message depends on.
#[derive(Clone, Debug)]
pub struct PendingMessage {
    /// The update.
    pub update: Update,
    /// Choices of people on which its message depends.
    pub choices: BoardChoices,
    /// Time before any of its data was read.
    pub read: Instant,
    /// True if no other process can be about to show it as well.
    pub acts_alone: bool,
    /// False if no channel follows the game.
    pub may_be_followed: bool,
}

/// Choices of people on which a public board depends.
#[derive(Clone, Debug, Default)]
pub struct BoardChoices {
    /// Settings of the server on which it is shown.
    pub settings: GuildSettings,
    /// True if it is night for everybody whom it mentions; they are then notified silently.
    pub is_night: bool,
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
        Ok(Some(Update {
            view: self.view_in(game, value)?,
            announce: held.record.what,
        }))
    }

    /// Returns the unannounced update of a table or game as [`Service::pending`] does, with all that
    /// its message depends on. If settings cannot be read, defaults are used.
    ///
    /// A change that this process has just committed is returned once without reading it: if
    /// another process has changed the game since, that one shows its own change, and
    /// [`Service::announced`] finds out which message is the newest.
    ///
    /// `now` is the time of the games, `at` a monotonic time.
    ///
    /// # Errors
    ///
    /// The store failed, or the game cannot be read.
    pub fn pending_message(
        &self,
        game: GameId,
        (now, at): (Timestamp, Instant),
    ) -> Result<Option<PendingMessage>, ServiceError> {
        if let Some((known, change)) = self.cache.take_unshown(game)
            && change.since.elapsed() < JUST_COMMITTED
        {
            let update = Update {
                view: LoadedGame::cached(game, known).view()?,
                announce: change.announce,
            };
            let times = (now, change.since.steady);
            return Ok(Some(PendingMessage {
                may_be_followed: change.is_followed,
                ..self.message_of(update, change.settings, times)
            }));
        }
        // Usually the game is still as this process last saw it, so that one request is enough.
        let known = self.cache.last_known(game);
        let choosers = known.map(|known| Choosers::of(&known.record));
        let choosers = choosers.unwrap_or_default();
        let mut keys = pending_keys(game).to_vec();
        keys.extend(choosers.keys());
        let values = self.archive.store().get_many(&keys).map_err(Fault::from)?;
        let mut values = values.into_iter();
        let (entry, value) = (values.next().flatten(), values.next().flatten());
        let Some(update) = self.pending_in(game, entry, value)? else {
            return Ok(None);
        };
        let settings = self.settings_in(&choosers, values);
        Ok(Some(self.message_of(update, settings, (now, at))))
    }

    /// Returns the current state of a table or game, with all that its message depends on. If it is
    /// not unannounced, it is shown by an edit.
    ///
    /// `now` is the time of the games, `read` a monotonic time before this request.
    ///
    /// # Errors
    ///
    /// There is no such game, it cannot be read, or the store failed.
    pub fn current_message(
        &self,
        game: GameId,
        (now, read): (Timestamp, Instant),
    ) -> Result<PendingMessage, ServiceError> {
        let [entry, value] = self.read_together(&pending_keys(game))?;
        let queued = self.value::<Queued<Announcement>>(&indices::game_key(game), entry)?;
        let update = Update {
            view: self.view_in(game, value)?,
            announce: queued.map_or(Announcement::Edit, |held| held.record.what),
        };
        Ok(self.message_of(update, ReadSettings::default(), (now, read)))
    }

    /// Returns an update with all that its message depends on; settings that were not read with it
    /// are read now.
    fn message_of(
        &self,
        update: Update,
        settings: ReadSettings,
        (now, read): (Timestamp, Instant),
    ) -> PendingMessage {
        let server = update.view.place().guild;
        let called = match &update.view {
            View::Table(_) => Vec::new(),
            View::Game(view) => view.called(),
        };
        let choosers = Choosers {
            server,
            people: called.clone(),
        };
        let settings = if settings.covers(&choosers) {
            settings
        } else {
            let read = self.read_settings(&choosers).inspect_err(note_unreadable);
            read.unwrap_or_default()
        };
        let of_server = server.and_then(|server| settings.of_server(server));
        let is_night = |person: &PersonId| {
            let own = settings.of_person(*person);
            own.is_some_and(|own| own.night_around(now).is_some())
        };
        PendingMessage {
            update,
            choices: BoardChoices {
                settings: of_server.cloned().unwrap_or_default(),
                is_night: !called.is_empty() && called.iter().all(is_night),
            },
            read,
            acts_alone: self.acts_alone_on(server, read),
            may_be_followed: true,
        }
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

    /// Gives up showing ended games on a server where nobody can be reached anymore; returns
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
    /// parent channel if known. Queues an edit of a message that shows it elsewhere.
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
        // The game is usually still as it was last known; if not, the commit fails.
        let mut known = self.cache.last_known(id);
        let ((read, record), revision) = self.write_at(|batch| {
            let held = known.take().map_or_else(|| self.stored(id), Ok)?;
            let mut stored = TableOrGame::clone(&held.record);
            change(&mut stored, batch);
            self.replace(batch, id, &held, &stored, false)?;
            Ok::<_, ServiceError>((held.revision, stored))
        })?;
        self.cache.note(id, read, Versioned { record, revision });
        Ok(())
    }
}

/// Logs that a board is shown without regard to somebody's choices.
fn note_unreadable(fault: &Fault) {
    tracing::error!(%fault, "settings cannot be read; the board is shown with the defaults");
}
