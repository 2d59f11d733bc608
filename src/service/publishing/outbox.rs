//! Outbox of committed changes that are not yet shown, and deadlines.

use std::collections::HashSet;

use crate::service::Service;
use crate::service::api::fault::{Fault, ServiceError};
use crate::service::api::ids::{ChannelId, GameId, GuildId, MessageId, Place, Timestamp};
use crate::service::api::view::{Announcement, SupersededKind, Update, View};
use crate::service::game::commands;
use crate::service::model::Stored;
use crate::service::people::settings::GuildSettings;
use crate::service::publishing::superseded::{leave, leave_channel};
use crate::service::repository::indices;
use crate::service::table::lifecycle;
use crate::store::records::{MessageRecord, UnannouncedRecord};
use crate::store::{Batch, Expected, Key, Keys, Table};

/// Number of deadlines handled at once.
const AT_ONCE: usize = 50;

/// Unannounced update of a table or game, with all that its message depends on.
#[derive(Clone, Debug)]
pub struct PendingMessage {
    /// The update.
    pub update: Update,
    /// Settings of the server on which it is shown.
    pub settings: GuildSettings,
    /// True if it is night for the person to move, who is called without noise then.
    pub is_night: bool,
}

impl Service {
    /// Returns the tables and games with unannounced changes, the oldest first; there are some
    /// after a crash, or if Discord refused a message. [`Service::pending`] returns the change of
    /// each.
    ///
    /// # Errors
    ///
    /// The store failed.
    pub fn unannounced(&self) -> Result<Vec<GameId>, Fault> {
        self.listed(Table::Unannounced)
    }

    /// Returns the unannounced tables and games on these servers, in one pass.
    ///
    /// # Errors
    ///
    /// The store failed. Games that cannot be read are skipped.
    pub fn unannounced_on(&self, servers: &HashSet<GuildId>) -> Result<Vec<GameId>, Fault> {
        self.on(servers, self.unannounced()?)
    }

    /// Returns the games with entries in a table; reads page by page.
    pub(crate) fn listed(&self, table: Table) -> Result<Vec<GameId>, Fault> {
        let mut games = Vec::new();
        for page in self.archive.pages(table) {
            games.extend(page?.iter().filter_map(|(key, _)| indices::game_of(key)));
        }
        Ok(games)
    }

    /// Returns those of some tables and games that are on these servers.
    pub(crate) fn on(
        &self,
        servers: &HashSet<GuildId>,
        games: Vec<GameId>,
    ) -> Result<Vec<GameId>, Fault> {
        let mut found = Vec::new();
        for game in games {
            let held = self.readable(game)?;
            let server = held.and_then(|held| held.record.common().place.guild);
            if server.is_some_and(|server| servers.contains(&server)) {
                found.push(game);
            }
        }
        Ok(found)
    }

    /// Returns the unannounced update of a table or game, if there is one.
    ///
    /// # Errors
    ///
    /// The store failed, or the game cannot be read.
    pub fn pending(&self, game: GameId) -> Result<Option<Update>, ServiceError> {
        let key = indices::game_key(game);
        let held = self
            .archive
            .read::<UnannouncedRecord>(&key)
            .map_err(Fault::from)?;
        let Some(held) = held else { return Ok(None) };
        let announce = if held.record.post {
            Announcement::Post
        } else {
            Announcement::Edit
        };
        Ok(Some(Update {
            view: self.view(game)?,
            announce,
        }))
    }

    /// Returns the unannounced update of a table or game as [`Service::pending`] does, with all that
    /// its message depends on. If settings cannot be read, defaults are used.
    ///
    /// # Errors
    ///
    /// The store failed, or the game cannot be read.
    pub fn pending_message(
        &self,
        game: GameId,
        now: Timestamp,
    ) -> Result<Option<PendingMessage>, ServiceError> {
        let Some(update) = self.pending(game)? else {
            return Ok(None);
        };
        let settings = self.settings_at(update.view.place());
        let mover = match &update.view {
            View::Table(_) => None,
            View::Game(view) => view.to_move().and_then(|color| view.person(color)),
        };
        let is_night = mover.map_or(Ok(false), |mover| self.is_night_for(mover.id, now));
        let usual = |fault| tracing::error!(%game, %fault, "a board is shown as usual");
        Ok(Some(PendingMessage {
            update,
            settings: settings.map_err(usual).unwrap_or_default(),
            is_night: is_night.map_err(usual).unwrap_or_default(),
        }))
    }

    /// Records that `message` shows the state `shown`. If it supersedes another board or table
    /// message, that one is to be changed.
    ///
    /// # Errors
    ///
    /// The store failed.
    pub fn announced(&self, shown: &View, message: MessageId) -> Result<(), ServiceError> {
        let (id, place) = (shown.id(), shown.place());
        self.note(id, |stored, batch| {
            batch.be_patient();
            let common = stored.common_mut();
            if common.place != place {
                // The game has left the channel meanwhile, and is still to be shown in its new one.
                leave(batch, id, place, message, SupersededKind::Moved);
                return;
            }
            let old = common.message.replace(message);
            let is_new = old != Some(message);
            let old = old.filter(|_| is_new);
            common.lost = None;
            let is_newest = common.version == shown.version();
            if let Some(old) = old {
                leave(batch, id, place, old, superseded_kind(stored, shown));
            }
            if let View::Game(view) = shown {
                if let Some(old) = old {
                    batch.delete(Table::Messages, Key::new().u64(old.0), Expected::Any);
                }
                if let Stored::Game(game) = stored {
                    if is_new {
                        game.told = Some(game.announced.unwrap_or(0));
                    }
                    game.announced = Some(game.announced.unwrap_or(0).max(view.actions));
                }
                let record = MessageRecord {
                    game: view.id.0,
                    step: view.steps,
                };
                batch.put_record(Key::new().u64(message.0), &record, Expected::Any);
            }
            if is_newest {
                batch.delete(
                    Table::Unannounced,
                    indices::game_key(shown.id()),
                    Expected::Any,
                );
            }
        })
    }

    /// Gives up showing the current state of a table or game, and its replay if it is over, because
    /// nobody can see messages at its place; does nothing if it has left that place.
    ///
    /// # Errors
    ///
    /// There is no such game, or the store failed.
    pub fn forget_announcement(&self, game: GameId, place: Place) -> Result<(), ServiceError> {
        self.note(game, |stored, batch| {
            if stored.common().place == place {
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
        let mut games = self.unannounced_on(&servers)?;
        games.extend(self.owed_replays_on(&servers)?);
        let mut forgotten = Vec::new();
        for game in games {
            let Some(held) = self.readable(game)? else {
                continue;
            };
            if held.record.is_over() {
                match self.forget_announcement(game, held.record.common().place) {
                    Ok(()) => forgotten.push(game),
                    Err(ServiceError::Refused(_)) => {}
                    Err(ServiceError::Fault(fault)) => return Err(fault),
                }
            }
        }
        Ok(forgotten)
    }

    /// Records that a game goes on in another place, such as a thread created for it, with the
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
            if stored.common().place == place {
                stored.common_mut().wants_thread = false;
            } else {
                leave_channel(batch, game, stored);
                stored.common_mut().leave_for(place, parent);
            }
        })?;
        self.view(game)
    }

    /// Closes tables whose time is over, and applies the consequence for players whose time is
    /// over, for a first batch of deadlines. Returns the tables and games that have changed; the
    /// remaining deadlines stay due.
    ///
    /// # Errors
    ///
    /// The store failed.
    pub fn expire(&self, now: Timestamp) -> Result<Vec<GameId>, Fault> {
        let mut changed = Vec::new();
        let due = indices::due(now).limit(AT_ONCE);
        for (key, _) in self.archive.store().scan(Table::Deadlines, &due)? {
            let Some(id) = indices::game_of(&key) else {
                continue;
            };
            match self.fall_due(id, now) {
                Ok(has_changed) => changed.extend(has_changed.then_some(id)),
                Err(ServiceError::Refused(refusal)) => {
                    tracing::debug!(game = %id, ?refusal, "nothing is due");
                    self.forget_deadline(key)?;
                }
                Err(ServiceError::Fault(fault)) if fault.is_of_one_game() => {
                    tracing::error!(game = %id, %fault, "its time is over");
                    self.forget_deadline(key)?;
                }
                Err(ServiceError::Fault(fault)) => return Err(fault),
            }
        }
        Ok(changed)
    }

    /// Handles a deadline; returns whether people can see a change.
    fn fall_due(&self, id: GameId, now: Timestamp) -> Result<bool, ServiceError> {
        self.catch_up(id)?;
        if self.stored(id)?.record.running().is_err() {
            self.change_table(id, now, |table| {
                lifecycle::expire(table, now);
                Ok(())
            })?;
            return Ok(true);
        }
        if self.waits_for_server(id, now)? || self.remind(id, now)? {
            return Ok(false);
        }
        self.change_game(id, now, |_, state| commands::run_out(state))?;
        Ok(true)
    }

    /// Deletes a deadline entry that leads to no game, so that it triggers no further wake-ups.
    fn forget_deadline(&self, key: Vec<u8>) -> Result<(), Fault> {
        let mut batch = Batch::new();
        batch.delete(Table::Deadlines, key, Expected::Any);
        Ok(self.archive.commit(batch)?)
    }

    /// Returns the next deadline of a table or a clock.
    ///
    /// # Errors
    ///
    /// The store failed.
    pub fn next_deadline(&self) -> Result<Option<Timestamp>, Fault> {
        let entries = self
            .archive
            .store()
            .scan(Table::Deadlines, &Keys::all().limit(1))?;
        Ok(entries.first().and_then(|(key, _)| indices::moment_of(key)))
    }

    /// Changes a table or game in a way that people do not see.
    pub(crate) fn note(
        &self,
        id: GameId,
        change: impl Fn(&mut Stored, &mut Batch),
    ) -> Result<(), ServiceError> {
        self.write(|batch| {
            let held = self.stored(id)?;
            let mut stored = Stored::clone(&held.record);
            change(&mut stored, batch);
            Ok(self.replace(batch, id, &held, &stored, false)?)
        })
    }
}

/// Returns the kind of the message before the one that shows this view.
fn superseded_kind(stored: &Stored, shown: &View) -> SupersededKind {
    let game = stored.game();
    match (
        shown,
        game.and_then(|game| Some((game.announced?, game.told))),
    ) {
        (View::Table(_), _) => SupersededKind::Moved,
        (View::Game(_), None) => SupersededKind::Table,
        (View::Game(_), Some((to, told))) => SupersededKind::Board {
            from: told.unwrap_or(to),
            to,
        },
    }
}
