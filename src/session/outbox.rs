//! What has been written down but not yet shown, and what falls due.

use crate::session::acts;
use crate::session::fault::{Fault, SessionError};
use crate::session::ids::{GameId, GuildId, MessageId, Place, Timestamp};
use crate::session::index;
use crate::session::service::Service;
use crate::session::table;
use crate::session::view::{Announce, Update, View};
use crate::store::records::{GameRecord, MessageRecord, StageRecord, UnannouncedRecord};
use crate::store::{Batch, Expected, Key, Keys, Table};

impl Service {
    /// Everything that has not been shown, oldest game first; after a crash, or when Discord
    /// did not take it.
    ///
    /// # Errors
    ///
    /// The store failed. What cannot be read is left out.
    pub fn unannounced(&self) -> Result<Vec<Update>, Fault> {
        self.unannounced_of(|_| Ok(true))
    }

    /// The same on one server. Games of others are not replayed for it: at a start this is asked
    /// for every server.
    ///
    /// # Errors
    ///
    /// The store failed. What cannot be read is left out.
    pub fn unannounced_on(&self, guild: GuildId) -> Result<Vec<Update>, Fault> {
        self.unannounced_of(|game| {
            let held = self.archive.find::<GameRecord>(&index::game_key(game))?;
            Ok(held.is_some_and(|held| held.record.guild == Some(guild.0)))
        })
    }

    fn unannounced_of(
        &self,
        is_meant: impl Fn(GameId) -> Result<bool, Fault>,
    ) -> Result<Vec<Update>, Fault> {
        let mut updates = Vec::new();
        for (key, held) in self.archive.scan::<UnannouncedRecord>(&Keys::all())? {
            let Some(id) = index::game_of(&key) else {
                continue;
            };
            if !is_meant(id)? {
                continue;
            }
            let announce = if held.record.post {
                Announce::Post
            } else {
                Announce::Edit
            };
            match self.view(id) {
                Ok(view) => updates.push(Update { view, announce }),
                Err(SessionError::Refused(_)) => {}
                Err(SessionError::Fault(fault)) if fault.is_of_one_game() => {
                    tracing::error!(game = %id, %fault, "cannot be announced");
                }
                Err(SessionError::Fault(fault)) => return Err(fault),
            }
        }
        Ok(updates)
    }

    /// What of one table or game has not been shown.
    ///
    /// # Errors
    ///
    /// The store failed, or the game cannot be read.
    pub fn pending(&self, game: GameId) -> Result<Option<Update>, SessionError> {
        let key = index::game_key(game);
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

    /// Notes that `message` shows what `shown` says.
    ///
    /// # Errors
    ///
    /// The store failed.
    pub fn announced(&self, shown: &View, message: MessageId) -> Result<(), SessionError> {
        self.note(shown.id(), |record, batch| {
            let old = record.message.replace(message.0);
            record.lost = None;
            batch.be_patient();
            if let View::Game(game) = shown {
                if let Some(old) = old.filter(|old| *old != message.0) {
                    // What an older board shows is in the name of its picture.
                    batch.delete(Table::Messages, Key::new().u64(old), Expected::Any);
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
                    index::game_key(shown.id()),
                    Expected::Any,
                );
            }
        })
    }

    /// Gives up showing the present state, because nobody is left to show it to.
    ///
    /// # Errors
    ///
    /// The store failed.
    pub fn forget_announcement(&self, unshown: &View) -> Result<(), SessionError> {
        self.note(unshown.id(), |record, batch| {
            if record.version == unshown.version() {
                batch.delete(
                    Table::Unannounced,
                    index::game_key(unshown.id()),
                    Expected::Any,
                );
            }
        })
    }

    /// Notes that a game goes on in another place, such as a thread made for it.
    ///
    /// # Errors
    ///
    /// There is no such game, or the store failed.
    pub fn moved(&self, game: GameId, place: Place) -> Result<View, SessionError> {
        self.note(game, |record, _| {
            record.guild = place.guild.map(|guild| guild.0);
            record.channel = place.channel.0;
            record.wants_thread = false;
        })?;
        self.view(game)
    }

    /// Closes the tables whose time is over, and does what follows for players whose time is.
    ///
    /// # Errors
    ///
    /// The store failed.
    pub fn expire(&self, now: Timestamp) -> Result<Vec<Update>, Fault> {
        let mut updates = Vec::new();
        for (key, _) in self
            .archive
            .store()
            .scan(Table::Deadlines, &index::due(now))?
        {
            let Some(id) = index::game_of(&key) else {
                continue;
            };
            match self.fall_due(id, now) {
                Ok(update) => updates.extend(update),
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
        Ok(updates)
    }

    fn fall_due(&self, id: GameId, now: Timestamp) -> Result<Option<Update>, SessionError> {
        let loaded = self.load(id)?;
        let update = match loaded.held.record.stage {
            StageRecord::Playing => {
                if self.remind(&loaded, now)? {
                    return Ok(None);
                }
                self.change_game(id, now, |_, play| acts::run_out(play))
            }
            StageRecord::Open
            | StageRecord::Closed
            | StageRecord::Declined(_)
            | StageRecord::Expired
            | StageRecord::Ended
            | StageRecord::Aborted => {
                self.change_table(id, |record, _| Ok(table::expire(record, now)?))
            }
        };
        update.map(Some)
    }

    /// Takes an entry away that leads to nothing, so that nobody wakes up for it again.
    fn forget_deadline(&self, key: Vec<u8>) -> Result<(), Fault> {
        let mut batch = Batch::new();
        batch.delete(Table::Deadlines, key, Expected::Any);
        Ok(self.archive.commit(batch)?)
    }

    /// When the next table closes by itself, or somebody's time is over.
    ///
    /// # Errors
    ///
    /// The store failed.
    pub fn next_deadline(&self) -> Result<Option<Timestamp>, Fault> {
        let entries = self
            .archive
            .store()
            .scan(Table::Deadlines, &Keys::all().limit(1))?;
        Ok(entries.first().and_then(|(key, _)| index::moment_of(key)))
    }

    /// Changes a record in a way that people do not see.
    pub(super) fn note(
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
