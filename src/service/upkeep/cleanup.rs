//! Cleanup of data that older versions stored in a larger form, a little at a time while the bot is
//! running.
//!
//! Every step is one batch and leaves nothing half done: an interrupted cleanup starts again, and
//! finds less to do.

use std::mem;

use crate::service::Service;
use crate::service::api::fault::Fault;
use crate::service::api::ids::{GameId, MessageId, Timestamp};
use crate::service::model::game::StartedGame;
use crate::service::repository::action_log::ActionLog;
use crate::service::repository::indices;
use crate::store::{Batch, Expected, KeyReader, Keys, Table};

/// Key in [`Table::Meta`] that marks the cleanup as finished.
const TIDY: &[u8] = b"tidy";

/// Indices that are completed first, in this order.
const INDICES: [Table; 4] = [
    Table::History,
    Table::Servers,
    Table::Against,
    Table::Mentions,
];

/// Number of games handled in one step.
const GAMES: usize = 50;
/// Number of messages handled in one step.
const MESSAGES: usize = 500;

/// Progress of the cleanup.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum CleanupProgress {
    /// The games up to this key are in an index that was not complete.
    Index(Table, Vec<u8>),
    /// All indices are complete, and the games up to this key of their channels have an end of the
    /// time to claim.
    Claims(Vec<u8>),
    /// Histories of games are done up to this key.
    Games(Vec<u8>),
    /// All histories are done, and the boards of older messages up to this key.
    Messages(Vec<u8>),
}

impl Service {
    /// Does one step after `before`; returns `None` if nothing is left to do now.
    ///
    /// # Errors
    ///
    /// The store failed.
    pub fn clean_up(
        &self,
        before: Option<CleanupProgress>,
        now: Timestamp,
    ) -> Result<Option<CleanupProgress>, Fault> {
        let filled = match before {
            Some(CleanupProgress::Games(last)) => {
                return self.fold_some(Keys::all().after(last)).map(Some);
            }
            Some(CleanupProgress::Messages(last)) => return self.forget_boards(last),
            Some(CleanupProgress::Claims(last)) => self.fill_claims(last, now)?,
            Some(CleanupProgress::Index(index, last)) => self.fill_next(index, last, now)?,
            None => self.fill_next(INDICES[0], Vec::new(), now)?,
        };
        if filled.is_some() {
            return Ok(filled);
        }
        if self.archive.store().get(Table::Meta, TIDY)?.is_some() {
            return Ok(None);
        }
        self.fold_some(Keys::all()).map(Some)
    }

    /// Adds the games after the key `last` to an index, or the first ones to the next index that is
    /// not complete, so that no request has to wait for that; after all indices, begins with the
    /// times to claim. Returns `None` once nothing lacks anything.
    fn fill_next(
        &self,
        index: Table,
        mut last: Vec<u8>,
        now: Timestamp,
    ) -> Result<Option<CleanupProgress>, Fault> {
        for index in INDICES.into_iter().skip_while(|other| *other != index) {
            if let Some(last) = self.fill_some(index, mem::take(&mut last))? {
                return Ok(Some(CleanupProgress::Index(index, last)));
            }
        }
        self.fill_claims(Vec::new(), now)
    }

    /// Lets the time to claim begin in some games after the key `last` where it has no end.
    fn fill_claims(&self, last: Vec<u8>, now: Timestamp) -> Result<Option<CleanupProgress>, Fault> {
        let reached = self.begin_claims(last, now)?;
        Ok(reached.map(CleanupProgress::Claims))
    }

    /// Folds the histories of some ended games.
    fn fold_some(&self, keys: Keys) -> Result<CleanupProgress, Fault> {
        let keys = keys.limit(GAMES);
        loop {
            let games = self.archive.store().scan(Table::Games, &keys)?;
            let mut batch = Batch::new();
            for game in games.iter().filter_map(|(key, _)| indices::game_of(key)) {
                let Some(held) = self.readable(game)? else {
                    continue;
                };
                let mut log = match ActionLog::read(&self.archive, game) {
                    Err(fault) if fault.is_of_one_game() => continue,
                    log => log?,
                };
                let is_whole = log.actions.len() == held.record.actions() as usize;
                let has_ended = held.record.game().is_some_and(StartedGame::is_over);
                if is_whole && has_ended && log.fold(&mut batch, game) {
                    let expected = Expected::Revision(held.revision);
                    batch.require(Table::Games, indices::game_key(game), expected);
                }
            }
            if self.commit_step(batch)? {
                let last = games.into_iter().next_back();
                return Ok(match last {
                    Some((last, _)) => CleanupProgress::Games(last),
                    None => CleanupProgress::Messages(Vec::new()),
                });
            }
        }
    }

    /// Deletes the entries of some messages that are not the newest of their game; after the last
    /// page, marks the cleanup as finished.
    fn forget_boards(&self, last: Vec<u8>) -> Result<Option<CleanupProgress>, Fault> {
        let keys = Keys::all().after(last).limit(MESSAGES);
        loop {
            let messages = self.archive.store().scan(Table::Messages, &keys)?;
            let mut batch = Batch::new();
            for (key, _) in &messages {
                let shown = self.read_intact::<(GameId, u32)>(key)?;
                let (Some(message), Some(shown)) = (KeyReader::new(key).u64(), shown) else {
                    continue;
                };
                let (game, _) = shown.record;
                let held = self.readable(game)?;
                let newest = held.as_ref().and_then(|held| held.record.common().message);
                let is_older = newest.is_some_and(|newest| newest != MessageId(message));
                if let Some(held) = held.filter(|_| is_older) {
                    let expected = Expected::Revision(held.revision);
                    batch.require(Table::Games, indices::game_key(game), expected);
                    batch.delete(Table::Messages, key.clone(), Expected::Any);
                }
            }
            let last = messages.into_iter().next_back();
            if last.is_none() {
                let mark = indices::plain_mark();
                batch.put(Table::Meta, TIDY, mark, Expected::Any);
            }
            if self.commit_step(batch)? {
                return Ok(last.map(|(last, _)| CleanupProgress::Messages(last)));
            }
        }
    }

    /// Commits a step, and returns whether none of its games has changed meanwhile.
    fn commit_step(&self, batch: Batch) -> Result<bool, Fault> {
        Ok(batch.is_empty() || self.archive.commit_unless_changed(batch)?)
    }
}
