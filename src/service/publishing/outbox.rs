//! Outbox of committed changes that are not yet shown, and deadlines.

use std::collections::HashSet;

use crate::service::Service;
use crate::service::api::fault::{Fault, SessionError};
use crate::service::api::ids::{ChannelId, GameId, GuildId, MessageId, Place, Timestamp};
use crate::service::api::view::{Announce, Update, View, Was};
use crate::service::game::commands;
use crate::service::publishing::superseded::{leave, leave_channel};
use crate::service::repository::indices;
use crate::service::repository::mapping;
use crate::service::table::lifecycle;
use crate::store::records::{GameRecord, MessageRecord, StageRecord, UnannouncedRecord};
use crate::store::{Batch, Expected, Key, Keys, Table};

/// Number of deadlines handled at once.
const AT_ONCE: usize = 50;

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
            let held = self.archive.find::<GameRecord>(&indices::game_key(game))?;
            let server = held.and_then(|held| held.record.guild);
            if server.is_some_and(|server| servers.contains(&GuildId(server))) {
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
    pub fn pending(&self, game: GameId) -> Result<Option<Update>, SessionError> {
        let key = indices::game_key(game);
        let held = self
            .archive
            .read::<UnannouncedRecord>(&key)
            .map_err(Fault::from)?;
        let Some(held) = held else { return Ok(None) };
        let announce = if held.record.post {
            Announce::Post
        } else {
            Announce::Edit
        };
        Ok(Some(Update {
            view: self.view(game)?,
            announce,
        }))
    }

    /// Records that `message` shows the state `shown`. If it supersedes another board or table
    /// message, that one is to be changed.
    ///
    /// # Errors
    ///
    /// The store failed.
    pub fn announced(&self, shown: &View, message: MessageId) -> Result<(), SessionError> {
        let (id, place) = (shown.id(), shown.place());
        self.note(id, |record, batch| {
            batch.be_patient();
            if record.channel != place.channel.0 {
                // The game has left the channel meanwhile, and is still to be shown in its new one.
                leave(batch, id, place, message, Was::Moved);
                return;
            }
            let old = record.message.replace(message.0).map(MessageId);
            let is_new = old != Some(message);
            let old = old.filter(|_| is_new);
            record.lost = None;
            if let Some(old) = old {
                let was = match (shown, record.announced) {
                    (View::Table(_), _) => Was::Moved,
                    (View::Game(_), None) => Was::Table,
                    (View::Game(_), Some(to)) => Was::Board {
                        from: record.told.unwrap_or(to),
                        to,
                    },
                };
                leave(batch, id, place, old, was);
            }
            if let View::Game(game) = shown {
                if let Some(old) = old {
                    batch.delete(Table::Messages, Key::new().u64(old.0), Expected::Any);
                }
                if is_new {
                    record.told = Some(record.announced.unwrap_or(0));
                }
                record.announced = Some(record.announced.unwrap_or(0).max(game.actions));
                let record_of_message = MessageRecord {
                    game: game.id.0,
                    step: game.steps,
                };
                batch.put_record(Key::new().u64(message.0), &record_of_message, Expected::Any);
            }
            if record.version == shown.version() {
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
    pub fn forget_announcement(&self, game: GameId, place: Place) -> Result<(), SessionError> {
        self.note(game, |record, batch| {
            if record.channel == place.channel.0 {
                batch.delete(Table::Unannounced, indices::game_key(game), Expected::Any);
                record.owes_replay = false;
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
            let Some(held) = self.archive.find::<GameRecord>(&indices::game_key(game))? else {
                continue;
            };
            if is_over(held.record.stage) {
                match self.forget_announcement(game, mapping::place(&held.record)) {
                    Ok(()) => forgotten.push(game),
                    Err(SessionError::Refused(_)) => {}
                    Err(SessionError::Fault(fault)) => return Err(fault),
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
    ) -> Result<View, SessionError> {
        self.note(game, |record, batch| {
            record.wants_thread = false;
            if record.channel != place.channel.0 {
                leave_channel(batch, game, record);
                record.message = None;
                mapping::set_place(record, place);
                record.parent = parent.map(|parent| parent.0);
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
                Err(SessionError::Refused(refusal)) => {
                    tracing::debug!(game = %id, ?refusal, "nothing is due");
                    self.forget_deadline(key)?;
                }
                Err(SessionError::Fault(fault)) if fault.is_of_one_game() => {
                    tracing::error!(game = %id, %fault, "its time is over");
                    self.forget_deadline(key)?;
                }
                Err(SessionError::Fault(fault)) => return Err(fault),
            }
        }
        Ok(changed)
    }

    /// Handles a deadline; returns whether people can see a change.
    fn fall_due(&self, id: GameId, now: Timestamp) -> Result<bool, SessionError> {
        self.catch_up(id)?;
        if self.record(id)?.record.stage != StageRecord::Playing {
            self.change_table(id, |record, _| Ok(lifecycle::expire(record, now)?))?;
            return Ok(true);
        }
        if self.waits_for_server(id, now)? || self.remind(id, now)? {
            return Ok(false);
        }
        self.change_game(id, now, |_, play| commands::run_out(play))?;
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

    /// Changes a record in a way that people do not see.
    pub(crate) fn note(
        &self,
        id: GameId,
        change: impl Fn(&mut GameRecord, &mut Batch),
    ) -> Result<(), SessionError> {
        self.write(|batch| {
            let held = self.record(id)?;
            let mut record = held.record.clone();
            change(&mut record, batch);
            Ok(self.replace(batch, id, &held, &record, false)?)
        })
    }
}

/// Returns whether nothing more can happen at a table or in a game.
fn is_over(stage: StageRecord) -> bool {
    match stage {
        StageRecord::Open | StageRecord::Playing => false,
        StageRecord::Closed
        | StageRecord::Declined(_)
        | StageRecord::Expired
        | StageRecord::Ended
        | StageRecord::Aborted => true,
    }
}
