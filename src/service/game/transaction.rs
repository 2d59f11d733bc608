//! Reading, changing and writing tables and games; each change is atomic.

use std::sync::{Arc, OnceLock};
use std::thread;
use std::time::Duration;

use crate::service::Service;
use crate::service::api::damage::Damage;
use crate::service::api::fault::{Fault, ServiceError};
use crate::service::api::ids::{GameId, GuildId, Timestamp};
use crate::service::api::refusal::Refusal;
use crate::service::api::view::update::{Announcement, Update, View};
use crate::service::game::commands::{self, Actions};
use crate::service::game::hand_over;
use crate::service::game::premove;
use crate::service::game::replay;
use crate::service::game::reserved_id::ReservedId;
use crate::service::game::state::cache::CachedGame;
use crate::service::game::state::match_state::MatchState;
use crate::service::game::timeout;
use crate::service::model::action::Action;
use crate::service::model::game::StartedGame;
use crate::service::model::{Idle, Stored};
use crate::service::repository::action_log::ActionLog;
use crate::service::repository::games;
use crate::service::repository::indices;
use crate::service::repository::queues::{self, Queued};
use crate::store::{self, Batch, CommitError, Revision, Table, Versioned};

/// Maximum number of further attempts at a change when other writes conflict with it.
const TRIES: u32 = 16;
/// Number of attempts that follow each other at once; later ones wait longer and longer, because
/// many want to change the same at a time.
const AT_ONCE: u32 = 4;
/// Shortest pause between two attempts.
const PAUSE: Duration = Duration::from_millis(1);
/// Longest pause between two attempts.
const LONGEST_PAUSE: Duration = Duration::from_millis(32);

/// Table or game as stored.
pub(crate) struct LoadedGame {
    pub(crate) id: GameId,
    pub(crate) held: Versioned<Arc<Stored>>,
    pub(crate) log: Arc<ActionLog>,
    /// State the actions lead to, once computed.
    state: OnceLock<Arc<MatchState>>,
}

/// New state of a table or game.
pub(crate) struct GameChange {
    pub(crate) stored: Stored,
    /// Actions just done in the game.
    pub(crate) actions: Vec<Action>,
    /// State of the game after these actions, if anything was done.
    pub(crate) state: Option<MatchState>,
    /// Way to show the change.
    pub(crate) announcement: Announcement,
}

impl LoadedGame {
    /// Returns the state that the actions of this game lead to; replays it through all of them if
    /// necessary.
    pub(crate) fn state(&self, game: &StartedGame) -> Result<Arc<MatchState>, Fault> {
        if let Some(state) = self.state.get() {
            return Ok(Arc::clone(state));
        }
        let state = replay::replay(game, &self.log.actions);
        let state = Arc::new(state.map_err(Fault::damaged(self.id))?);
        Ok(Arc::clone(self.state.get_or_init(|| state)))
    }

    /// Returns whether the game has the same state when it is read again.
    fn reads_as_played(&self) -> bool {
        let state = self.state.get().zip(self.held.record.game());
        state.is_none_or(|(state, game)| {
            let again = replay::replay(game, &self.log.actions);
            again.is_ok_and(|again| again.is_same(state))
        })
    }

    pub(crate) fn view(&self) -> Result<View, Fault> {
        Ok(match &*self.held.record {
            Stored::Table(table) => View::Table(Box::new(table.view(self.id))),
            Stored::Game(game) => {
                let view = replay::game_view(self.id, game, &*self.state(game)?);
                View::Game(Box::new(view))
            }
        })
    }
}

impl Service {
    /// Caches a game as it was read, if its state was computed.
    pub(crate) fn keep(&self, loaded: &LoadedGame) {
        let held = &loaded.held;
        self.keep_at(loaded, Some((held.revision, Arc::clone(&held.record))));
    }

    /// Caches the state of a game, if it was computed, and the game itself if its revision is known.
    fn keep_at(&self, loaded: &LoadedGame, stored: Option<(Revision, Arc<Stored>)>) {
        if let Some(state) = loaded.state.get() {
            let cached = CachedGame {
                stored,
                log: Arc::clone(&loaded.log),
                state: Arc::clone(state),
            };
            self.cache.keep(loaded.id, cached);
        }
    }

    /// Returns a table or game without its actions.
    pub(crate) fn stored(&self, id: GameId) -> Result<Versioned<Arc<Stored>>, ServiceError> {
        let stored = self.find_stored(id)?;
        Ok(stored.ok_or(Refusal::NoSuchGame(id))?)
    }

    /// Returns a table or game without its actions, if there is one.
    pub(crate) fn find_stored(&self, id: GameId) -> Result<Option<Versioned<Arc<Stored>>>, Fault> {
        let key = indices::game_key(id);
        let value = self.archive.store().get(Table::Games, &key)?;
        self.stored_in(id, value)
    }

    /// Returns the table or game in a value just read, without its actions, if there is one.
    pub(crate) fn stored_in(
        &self,
        id: GameId,
        value: Option<store::Stored>,
    ) -> Result<Option<Versioned<Arc<Stored>>>, Fault> {
        let Some(value) = value else {
            return Ok(None);
        };
        let revision = value.revision;
        if let Some(record) = self.cache.stored(id, revision) {
            return Ok(Some(Versioned { record, revision }));
        }
        let held = self.decode_game(id, &value)?;
        Ok(held.map(|held| Versioned {
            record: Arc::new(held.record),
            revision: held.revision,
        }))
    }

    /// Returns a table or game without its actions, if there is one that can be read.
    pub(crate) fn readable(&self, id: GameId) -> Result<Option<Versioned<Arc<Stored>>>, Fault> {
        match self.find_stored(id) {
            Err(fault) if fault.is_of_one_game() => Ok(None),
            found => found,
        }
    }

    pub(crate) fn load(&self, id: GameId) -> Result<LoadedGame, ServiceError> {
        self.load_held(id, self.stored(id)?)
    }

    /// Loads the actions of a table or game just read.
    pub(crate) fn load_held(
        &self,
        id: GameId,
        held: Versioned<Arc<Stored>>,
    ) -> Result<LoadedGame, ServiceError> {
        let expected = usize::try_from(held.record.actions()).expect("a small count");
        if let Some((log, state)) = self.cache.find(id, expected) {
            let state = state.into();
            return Ok(LoadedGame {
                id,
                held,
                log,
                state,
            });
        }
        let mut log = if expected == 0 {
            ActionLog::default()
        } else {
            ActionLog::read(&self.archive, id)?
        };
        let found = log.actions.len();
        if found < expected {
            let damage = Damage(format!("expected {expected} actions, found {found}"));
            return Err(Fault::Damaged { game: id, damage }.into());
        }
        // Actions may have been added since the record was read.
        log.truncate(expected);
        Ok(LoadedGame {
            id,
            held,
            log: Arc::new(log),
            state: OnceLock::new(),
        })
    }

    /// Changes a game that goes on.
    pub(crate) fn change_game(
        &self,
        id: GameId,
        now: Timestamp,
        change: impl Fn(&StartedGame, &mut MatchState) -> Result<Actions, Refusal>,
    ) -> Result<Update, ServiceError> {
        self.change(id, |loaded, batch| {
            self.game_changed(loaded, batch, now, &change)
        })
    }

    /// Applies a change to a running game, without writing it.
    pub(crate) fn game_changed(
        &self,
        loaded: &LoadedGame,
        batch: &mut Batch,
        now: Timestamp,
        change: &impl Fn(&StartedGame, &mut MatchState) -> Result<Actions, Refusal>,
    ) -> Result<GameChange, ServiceError> {
        let old = loaded.held.record.running()?;
        let (mut game, mut state) = (old.clone(), MatchState::clone(&*loaded.state(old)?));
        state.now = now;
        let step = state.steps;
        let mut actions = change(&game, &mut state)?;
        actions.extend(timeout::put_out_unclaimed(&mut state));
        actions.extend(premove::answer(&mut game, &mut state, step, &actions));
        hand_over::conclude(&mut game, &state, &actions);
        actions.extend(self.adapt_clock(batch, &mut game, &mut state)?);
        commands::conclude(&mut game, &state);
        Ok(GameChange {
            stored: Stored::Game(Box::new(game)),
            actions: commands::done_at(now, actions),
            state: Some(state),
            announcement: Announcement::Post,
        })
    }

    /// Reads, changes and writes, and tries again if another write came in between. Whatever the
    /// change adds to the batch is written with it.
    pub(crate) fn change(
        &self,
        id: GameId,
        change: impl Fn(&LoadedGame, &mut Batch) -> Result<GameChange, ServiceError>,
    ) -> Result<Update, ServiceError> {
        let mut read = self.caught_up(id)?;
        let (loaded, update) = self.write::<_, ServiceError>(|batch| {
            let held = read.take().map_or_else(|| self.stored(id), Ok)?;
            let mut loaded = self.load_held(id, held)?;
            let changed = change(&loaded, batch)?;
            let mut stored = changed.stored;
            stored.common_mut().version += 1;
            if let (Some(last), Stored::Game(game)) = (changed.actions.last(), &mut stored) {
                let (old, state) = (&loaded.held.record, changed.state.as_ref());
                self.settle(batch, id, old, game, state, last.at)?;
            }
            let mut log = ActionLog::clone(&loaded.log);
            let old = Some(&loaded.held);
            let new = (&mut stored, &mut log, changed.actions);
            Self::put(batch, id, old, new, changed.announcement);
            loaded.held.record = Arc::new(stored);
            loaded.log = Arc::new(log);
            loaded.state = changed
                .state
                .map_or_else(OnceLock::new, |state| Arc::new(state).into());
            debug_assert!(loaded.reads_as_played(), "{:?}", loaded.log);
            let update = Update {
                view: loaded.view()?,
                announce: changed.announcement,
            };
            Ok((loaded, update))
        })?;
        // The commit gave it a new revision.
        self.keep_at(&loaded, None);
        Ok(update)
    }

    /// Adds to `batch` a new table, or a game if it has begun already; returns its number, to be
    /// held until the batch is committed.
    pub(crate) fn open(
        &self,
        batch: &mut Batch,
        mut stored: Stored,
    ) -> Result<ReservedId<'_>, Fault> {
        let new_id = self.next_id(batch)?;
        let id = new_id.id;
        let actions = match &mut stored {
            Stored::Table(_) => Vec::new(),
            Stored::Game(game) => self.adapt_clock_at_start(batch, id, game)?,
        };
        let new = (&mut stored, &mut ActionLog::default(), actions);
        Self::put(batch, id, None, new, Announcement::Post);
        Ok(new_id)
    }

    /// Commits the batch that `attempt` fills, which is called again if another write came in
    /// between.
    ///
    /// # Errors
    ///
    /// The attempt failed, and nothing has changed; or the commit did, and the next start tells
    /// whether it was kept.
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
                Err(CommitError::Conflict { .. }) if tries < TRIES => {
                    tries += 1;
                    if let Some(doublings) = tries.checked_sub(AT_ONCE) {
                        thread::sleep((PAUSE * 2_u32.pow(doublings)).min(LONGEST_PAUSE));
                    }
                }
                committed => {
                    committed.map_err(Fault::from)?;
                    return Ok(made);
                }
            }
        }
    }

    /// Adds to `batch` a changed game that nobody asked for just now; if `is_seen`, also that its
    /// message is to be changed.
    pub(crate) fn put_aside(
        &self,
        batch: &mut Batch,
        loaded: &LoadedGame,
        mut game: StartedGame,
        actions: Vec<Action>,
        is_seen: bool,
    ) -> Result<(), Fault> {
        if !actions.is_empty() {
            game.actions += u32::try_from(actions.len()).expect("a small count");
            game.common.version += 1;
            let mut log = ActionLog::clone(&loaded.log);
            log.append(batch, loaded.id, actions, game.is_over());
        }
        let stored = Stored::Game(Box::new(game));
        self.replace(batch, loaded.id, &loaded.held, &stored, is_seen)
    }

    /// Adds to `batch` a table or game in place of the stored one; if `is_seen`, also that its
    /// message is to be changed. A board that is still to be posted stays so.
    pub(crate) fn replace(
        &self,
        batch: &mut Batch,
        id: GameId,
        held: &Versioned<Arc<Stored>>,
        stored: &Stored,
        is_seen: bool,
    ) -> Result<(), Fault> {
        games::put(batch, id, Some((&held.record, held.revision)), stored);
        if is_seen {
            self.put_seen(batch, id, stored.common().place.guild)?;
        }
        Ok(())
    }

    /// Adds to `batch` that the message of a table or game is to be changed.
    pub(crate) fn put_seen(
        &self,
        batch: &mut Batch,
        id: GameId,
        server: Option<GuildId>,
    ) -> Result<(), Fault> {
        let held = self.read::<Queued<Announcement>>(&indices::game_key(id))?;
        if held.is_none() {
            queues::put(batch, id, server, Announcement::Edit);
        }
        Ok(())
    }

    /// Adds to `batch` a table or game, its new actions, its indices, and its outbox entry.
    fn put(
        batch: &mut Batch,
        id: GameId,
        old: Option<&Versioned<Arc<Stored>>>,
        (stored, log, actions): (&mut Stored, &mut ActionLog, Vec<Action>),
        announcement: Announcement,
    ) {
        if let Stored::Game(game) = stored {
            game.actions += u32::try_from(actions.len()).expect("a small count");
            let has_time = game.clock.is_some() || game.is_over();
            let acted = actions.last().map(|last| Idle::from(last.at));
            game.common.idle = acted.or(game.common.idle).filter(|_| !has_time);
            log.append(batch, id, actions, game.is_over());
        }
        let old = old.map(|held| (&*held.record, held.revision));
        games::put(batch, id, old, stored);
        queues::put(batch, id, stored.common().place.guild, announcement);
    }
}
