//! Reading, changing and writing tables and games, each change whole or not at all.

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
use crate::store::{Batch, CommitError, Expected, Held};
use focus::Rules;

/// How often a change is tried again when another one got in between.
const TRIES: usize = 16;

/// A table or game as it lies in the store.
pub(crate) struct Loaded {
    pub(crate) id: GameId,
    pub(crate) held: Held<GameRecord>,
    pub(crate) history: Arc<History>,
    /// What the history comes to, once that is known.
    play: OnceLock<Arc<Play>>,
}

/// What becomes of a table or game.
pub(crate) struct Changed {
    pub(crate) record: GameRecord,
    /// What was done in the game just now.
    pub(crate) actions: Vec<ActionRecord>,
    /// What the game comes to with that, if anything was done.
    pub(crate) play: Option<Play>,
    /// How to show it.
    pub(crate) announce: Announce,
}

impl Loaded {
    /// What the history comes to; the game is played through all its actions if need be.
    pub(crate) fn play(&self) -> Result<Arc<Play>, Fault> {
        if let Some(play) = self.play.get() {
            return Ok(Arc::clone(play));
        }
        let play = replay::replay(&self.held.record, &self.history.actions);
        let play = Arc::new(play.map_err(Fault::damaged(self.id))?);
        Ok(Arc::clone(self.play.get_or_init(|| play)))
    }

    /// The same, to go on with.
    pub(crate) fn replay(&self) -> Result<Play, Fault> {
        Ok(Play::clone(&*self.play()?))
    }

    /// Whether the game comes to the same when it is read again.
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
    /// Keeps what a game comes to that lies in the store so, if it is known.
    pub(crate) fn keep(&self, loaded: &Loaded) {
        if let Some(play) = loaded.play.get() {
            let known = Known {
                history: Arc::clone(&loaded.history),
                play: Arc::clone(play),
            };
            self.recent.keep(loaded.id, known);
        }
    }

    /// The record of a table or game.
    pub(crate) fn record(&self, id: GameId) -> Result<Held<GameRecord>, SessionError> {
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
        // Something may have been done since the record was read.
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

    /// A table that has not begun, changed.
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

    /// A game that goes on, changed.
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

    /// Reads, changes and writes, again if somebody else wrote in between. What else the change
    /// puts into the batch is written with it.
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

    /// Adds to `batch` a new table, or the game that it is already, under the number returned.
    pub(crate) fn open(&self, batch: &mut Batch, mut record: GameRecord) -> Result<GameId, Fault> {
        let id = self.next_id()?;
        let actions = self.attend_start(batch, id, &mut record)?;
        let new = (&mut record, &mut History::default(), actions);
        Self::put(batch, id, None, new, Announce::Post);
        Ok(id)
    }

    /// Commits what `attempt` makes, which is made anew if somebody else wrote in between.
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

    /// Adds to `batch` a record that nobody asked to change just now, and that its message is to
    /// be changed if `is_seen`.
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

    /// Adds to `batch` a record in place of the one that is held, and that its message is to be
    /// changed if `is_seen`; a board that is still to be posted stays so.
    pub(crate) fn replace(
        &self,
        batch: &mut Batch,
        id: GameId,
        held: &Held<GameRecord>,
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

    /// Adds to `batch` a record, its new actions, its indices, and that it is to be shown.
    fn put(
        batch: &mut Batch,
        id: GameId,
        old: Option<&Held<GameRecord>>,
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

/// Whether a game was played and is over.
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
