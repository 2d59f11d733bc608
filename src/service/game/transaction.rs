//! Reading, changing and writing tables and games; each change is atomic.

use std::sync::{Arc, OnceLock};

use crate::service::Service;
use crate::service::api::damage::Damage;
use crate::service::api::fault::{Fault, SessionError};
use crate::service::api::ids::{GameId, Timestamp};
use crate::service::api::refusal::Refusal;
use crate::service::api::view::{Announce, Update, View};
use crate::service::game::cache::Known;
use crate::service::game::commands;
use crate::service::game::hand_over;
use crate::service::game::match_state::Play;
use crate::service::game::premove;
use crate::service::game::replay;
use crate::service::repository::action_log::History;
use crate::service::repository::indices;
use crate::service::repository::mapping;
use crate::store::records::{ActionRecord, GameRecord, StageRecord, UnannouncedRecord};
use crate::store::{Batch, CommitError, Expected, Versioned};
use focus::Rules;

/// Maximum number of attempts at a change when other writes conflict with it.
const TRIES: usize = 16;

/// Table or game as stored.
pub(crate) struct Loaded {
    pub(crate) id: GameId,
    pub(crate) held: Versioned<GameRecord>,
    pub(crate) history: Arc<History>,
    /// State the history leads to, once computed.
    play: OnceLock<Arc<Play>>,
}

/// New state of a table or game.
pub(crate) struct Changed {
    pub(crate) record: GameRecord,
    /// Actions just done in the game.
    pub(crate) actions: Vec<ActionRecord>,
    /// State of the game after these actions, if anything was done.
    pub(crate) play: Option<Play>,
    /// Way to show the change.
    pub(crate) announce: Announce,
}

impl Loaded {
    /// Returns the state the history leads to; replays the game through all its actions if
    /// necessary.
    pub(crate) fn play(&self) -> Result<Arc<Play>, Fault> {
        if let Some(play) = self.play.get() {
            return Ok(Arc::clone(play));
        }
        let play = replay::replay(&self.held.record, &self.history.actions);
        let play = Arc::new(play.map_err(Fault::damaged(self.id))?);
        Ok(Arc::clone(self.play.get_or_init(|| play)))
    }

    /// Returns a copy of the state to continue from.
    pub(crate) fn replay(&self) -> Result<Play, Fault> {
        Ok(Play::clone(&*self.play()?))
    }

    /// Returns whether the game has the same state when it is read again.
    fn reads_as_played(&self) -> bool {
        self.play.get().is_none_or(|play| {
            let again = replay::replay(&self.held.record, &self.history.actions);
            again.is_ok_and(|again| again.is_same(play))
        })
    }

    pub(crate) fn view(&self) -> Result<View, Fault> {
        let (id, record) = (self.id, &self.held.record);
        let view = if record.stage.has_begun() {
            let game = replay::game_view(id, record, &*self.play()?);
            game.map(|game| View::Game(Box::new(game)))
        } else {
            let table = mapping::table_view(id, record);
            table.map(|table| View::Table(Box::new(table)))
        };
        view.map_err(Fault::damaged(id))
    }
}

impl Service {
    /// Caches the state of a game that is now stored, if it was computed.
    pub(crate) fn keep(&self, loaded: &Loaded) {
        if let Some(play) = loaded.play.get() {
            let known = Known {
                history: Arc::clone(&loaded.history),
                play: Arc::clone(play),
            };
            self.recent.keep(loaded.id, known);
        }
    }

    /// Returns the record of a table or game.
    pub(crate) fn record(&self, id: GameId) -> Result<Versioned<GameRecord>, SessionError> {
        let held = self.archive.read::<GameRecord>(&indices::game_key(id));
        Ok(held.map_err(Fault::from)?.ok_or(Refusal::NoSuchGame(id))?)
    }

    pub(crate) fn load(&self, id: GameId) -> Result<Loaded, SessionError> {
        let held = self.record(id)?;
        let expected = usize::try_from(held.record.actions).expect("a small count");
        if let Some(Known { history, play }) = self.recent.find(id, expected) {
            let play = play.into();
            return Ok(Loaded {
                id,
                held,
                history,
                play,
            });
        }
        let mut history = History::read(&self.archive, id).map_err(Fault::from)?;
        let found = history.actions.len();
        if found < expected {
            let damage = Damage(format!("expected {expected} actions, found {found}"));
            return Err(Fault::Damaged { game: id, damage }.into());
        }
        // Actions may have been added since the record was read.
        history.truncate(expected);
        Ok(Loaded {
            id,
            held,
            history: Arc::new(history),
            play: OnceLock::new(),
        })
    }

    /// Changes a table that has not begun.
    pub(crate) fn change_table(
        &self,
        id: GameId,
        change: impl Fn(&mut GameRecord, Rules) -> Result<(), SessionError>,
    ) -> Result<Update, SessionError> {
        self.change(id, |loaded, batch| {
            self.table_changed(loaded, batch, &change)
        })
    }

    /// Applies a change to a table that has not begun, without writing it.
    pub(crate) fn table_changed(
        &self,
        loaded: &Loaded,
        batch: &mut Batch,
        change: &impl Fn(&mut GameRecord, Rules) -> Result<(), SessionError>,
    ) -> Result<Changed, SessionError> {
        let id = loaded.id;
        let mut record = loaded.held.record.clone();
        let rules = mapping::rules(&record).map_err(Fault::damaged(id))?;
        change(&mut record, rules)?;
        let actions = self.attend_start(batch, id, &mut record)?;
        let has_begun = record.stage == StageRecord::Playing;
        let announce = if has_begun {
            Announce::Post
        } else {
            Announce::Edit
        };
        Ok(Changed {
            record,
            actions,
            play: None,
            announce,
        })
    }

    /// Changes a game that goes on.
    pub(crate) fn change_game(
        &self,
        id: GameId,
        now: Timestamp,
        change: impl Fn(&GameRecord, &mut Play) -> Result<commands::Acts, Refusal>,
    ) -> Result<Update, SessionError> {
        self.change(id, |loaded, batch| {
            self.game_changed(loaded, batch, now, &change)
        })
    }

    /// Applies a change to a running game, without writing it.
    pub(crate) fn game_changed(
        &self,
        loaded: &Loaded,
        batch: &mut Batch,
        now: Timestamp,
        change: &impl Fn(&GameRecord, &mut Play) -> Result<commands::Acts, Refusal>,
    ) -> Result<Changed, SessionError> {
        let mut record = loaded.held.record.clone();
        commands::check_running(record.stage)?;
        let mut play = loaded.replay()?;
        play.now = now.0;
        let step = play.steps;
        let mut acts = change(&record, &mut play)?;
        acts.extend(commands::time_out_unclaimed(&mut play));
        acts.extend(premove::answer(&record, &mut play, step, &acts));
        record.plans.retain(|plan| plan.step == play.steps);
        hand_over::conclude(&mut record, &play, &acts);
        acts.extend(self.attend(batch, &mut record, &mut play)?);
        commands::conclude(&mut record, &play);
        Ok(Changed {
            record,
            actions: commands::written(now, acts),
            play: Some(play),
            announce: Announce::Post,
        })
    }

    /// Reads, changes and writes, and tries again if another write came in between. Whatever the
    /// change adds to the batch is written with it.
    pub(crate) fn change(
        &self,
        id: GameId,
        change: impl Fn(&Loaded, &mut Batch) -> Result<Changed, SessionError>,
    ) -> Result<Update, SessionError> {
        self.catch_up(id)?;
        let (loaded, update) = self.write::<_, SessionError>(|batch| {
            let mut loaded = self.load(id)?;
            let changed = change(&loaded, batch)?;
            let mut record = changed.record;
            record.version += 1;
            if let Some(last) = changed.actions.last() {
                let (old, play) = (&loaded.held.record, changed.play.as_ref());
                self.settle(batch, id, old, &mut record, play, last.at)?;
            }
            let mut history = History::clone(&loaded.history);
            let old = Some(&loaded.held);
            let new = (&mut record, &mut history, changed.actions);
            Self::put(batch, id, old, new, changed.announce);
            loaded.held.record = record;
            loaded.history = Arc::new(history);
            loaded.play = changed
                .play
                .map_or_else(OnceLock::new, |play| Arc::new(play).into());
            debug_assert!(loaded.reads_as_played(), "{:?}", loaded.history);
            let update = Update {
                view: loaded.view()?,
                announce: changed.announce,
            };
            Ok((loaded, update))
        })?;
        self.keep(&loaded);
        Ok(update)
    }

    /// Adds to `batch` a new table, or a game if it has begun already; returns its number.
    pub(crate) fn open(&self, batch: &mut Batch, mut record: GameRecord) -> Result<GameId, Fault> {
        let id = self.next_id()?;
        let actions = self.attend_start(batch, id, &mut record)?;
        let new = (&mut record, &mut History::default(), actions);
        Self::put(batch, id, None, new, Announce::Post);
        Ok(id)
    }

    /// Commits the batch that `attempt` fills, which is called again if another write came in
    /// between.
    ///
    /// # Errors
    ///
    /// The attempt failed, or the store did; nothing has changed then.
    pub(crate) fn write<T, E: From<Fault>>(
        &self,
        mut attempt: impl FnMut(&mut Batch) -> Result<T, E>,
    ) -> Result<T, E> {
        let mut tries = 0;
        loop {
            let mut batch = Batch::new();
            let made = attempt(&mut batch)?;
            if batch.is_empty() {
                return Ok(made);
            }
            match self.archive.commit(batch) {
                Err(CommitError::Conflict { .. }) if tries < TRIES => tries += 1,
                committed => {
                    committed.map_err(Fault::from)?;
                    return Ok(made);
                }
            }
        }
    }

    /// Adds to `batch` a changed record that nobody asked for just now; if `is_seen`, also that its
    /// message is to be changed.
    pub(crate) fn put_aside(
        &self,
        batch: &mut Batch,
        loaded: &Loaded,
        mut record: GameRecord,
        actions: Vec<ActionRecord>,
        is_seen: bool,
    ) -> Result<(), Fault> {
        if !actions.is_empty() {
            record.actions += u32::try_from(actions.len()).expect("a small count");
            record.version += 1;
            let mut history = History::clone(&loaded.history);
            history.append(batch, loaded.id, actions, has_ended(&record));
        }
        self.replace(batch, loaded.id, &loaded.held, &record, is_seen)
    }

    /// Adds to `batch` a record in place of the stored one; if `is_seen`, also that its message is
    /// to be changed. A board that is still to be posted stays so.
    pub(crate) fn replace(
        &self,
        batch: &mut Batch,
        id: GameId,
        held: &Versioned<GameRecord>,
        record: &GameRecord,
        is_seen: bool,
    ) -> Result<(), Fault> {
        let key = indices::game_key(id);
        batch.put_record(key.clone(), record, Expected::Revision(held.revision));
        indices::update(batch, id, Some(&held.record), record);
        if is_seen && self.archive.read::<UnannouncedRecord>(&key)?.is_none() {
            batch.put_record(key, &UnannouncedRecord { post: false }, Expected::Any);
        }
        Ok(())
    }

    /// Adds to `batch` a record, its new actions, its indices, and its outbox entry.
    fn put(
        batch: &mut Batch,
        id: GameId,
        old: Option<&Versioned<GameRecord>>,
        (record, history, actions): (&mut GameRecord, &mut History, Vec<ActionRecord>),
        announce: Announce,
    ) {
        record.actions += u32::try_from(actions.len()).expect("a small count");
        let expected = old.map_or(Expected::Absent, |held| Expected::Revision(held.revision));
        batch.put_record(indices::game_key(id), record, expected);
        history.append(batch, id, actions, has_ended(record));
        indices::update(batch, id, old.map(|held| &held.record), record);
        let post = announce == Announce::Post;
        batch.put_record(
            indices::game_key(id),
            &UnannouncedRecord { post },
            Expected::Any,
        );
    }
}

/// Returns whether a game was played and is over.
pub(crate) fn has_ended(record: &GameRecord) -> bool {
    match record.stage {
        StageRecord::Ended | StageRecord::Aborted => true,
        StageRecord::Open
        | StageRecord::Closed
        | StageRecord::Declined(_)
        | StageRecord::Expired
        | StageRecord::Playing => false,
    }
}
