//! Tables and games as they are read: from the cache, or from the store with their actions applied.

use std::sync::{Arc, OnceLock};

use crate::service::Service;
use crate::service::api::damage::Damage;
use crate::service::api::fault::{Fault, ServiceError};
use crate::service::api::ids::{GameId, MachineTime};
use crate::service::api::refusal::Refusal;
use crate::service::api::view::update::View;
use crate::service::game::loading::apply_actions;
use crate::service::game::loading::cache::{CachedGame, UnshownChange};
use crate::service::game::loading::table_view::table_view;
use crate::service::game::state::match_state::MatchState;
use crate::service::model::TableOrGame;
use crate::service::model::game::StartedGame;
use crate::service::model::watch::Watch;
use crate::service::people::read_settings::ReadSettings;
use crate::service::repository::action_log::ActionLog;
use crate::service::repository::games::HeldGame;
use crate::service::repository::indices;
use crate::store::{self, Entries, Table, Versioned};

/// Table or game as read for a change, with all that the change and its board depend on.
pub(crate) struct ReadGame {
    /// The table or game without its actions.
    pub(crate) held: HeldGame,
    pub(crate) followers: Entries<Versioned<Watch>>,
    pub(crate) settings: ReadSettings,
}

/// Table or game as stored.
pub(crate) struct LoadedGame {
    pub(crate) id: GameId,
    pub(crate) held: HeldGame,
    pub(crate) log: Arc<ActionLog>,
    /// Settings that were read with it.
    pub(crate) settings: ReadSettings,
    /// State the actions lead to, once computed.
    state: OnceLock<Arc<MatchState>>,
}

impl LoadedGame {
    /// Returns the state that the actions of this game lead to; applies all of them if necessary.
    pub(crate) fn state(&self, game: &StartedGame) -> Result<Arc<MatchState>, Fault> {
        if let Some(state) = self.state.get() {
            return Ok(Arc::clone(state));
        }
        let state = apply_actions::apply(game, &self.log.actions);
        let state = Arc::new(state.map_err(Fault::damaged(self.id))?);
        Ok(Arc::clone(self.state.get_or_init(|| state)))
    }

    /// Takes over a game from the cache, which must not be cached again.
    pub(crate) fn cached(id: GameId, known: CachedGame) -> Self {
        Self {
            id,
            held: known.held,
            log: known.log,
            settings: ReadSettings::default(),
            state: known.state.into(),
        }
    }

    /// Replaces the game as read with the one just written.
    pub(crate) fn advance(
        &mut self,
        stored: TableOrGame,
        log: ActionLog,
        state: Option<MatchState>,
    ) {
        self.held.record = Arc::new(stored);
        self.log = Arc::new(log);
        self.state = state.map_or_else(OnceLock::new, |state| Arc::new(state).into());
        debug_assert!(self.reads_as_played(), "{:?}", self.log);
    }

    /// Returns whether the game has the same state when it is read again.
    fn reads_as_played(&self) -> bool {
        let state = self.state.get().zip(self.held.record.game());
        state.is_none_or(|(state, game)| {
            let again = apply_actions::apply(game, &self.log.actions);
            again.is_ok_and(|again| again.is_same(state))
        })
    }

    pub(crate) fn view(&self) -> Result<View, Fault> {
        Ok(match &*self.held.record {
            TableOrGame::Table(table) => View::Table(Box::new(table_view(self.id, table))),
            TableOrGame::Game(game) => {
                let view = apply_actions::game_view(self.id, game, &*self.state(game)?);
                View::Game(Box::new(view))
            }
        })
    }
}

impl Service {
    /// Returns a table or game in its current state.
    ///
    /// # Errors
    ///
    /// Fails if there is no table or game with this number, or it cannot be read.
    pub fn view(&self, game: GameId) -> Result<View, ServiceError> {
        self.view_of(game, self.stored(game)?)
    }

    /// Returns the table or game in a value just read in its current state.
    pub(crate) fn view_in(
        &self,
        game: GameId,
        value: Option<store::Stored>,
    ) -> Result<View, ServiceError> {
        let held = self.stored_in(game, value)?;
        self.view_of(game, held.ok_or(Refusal::NoSuchGame(game))?)
    }

    /// Returns a table or game just read in its current state.
    pub(crate) fn view_of(&self, game: GameId, held: HeldGame) -> Result<View, ServiceError> {
        let loaded = self.load_held(game, held)?;
        let view = loaded.view()?;
        self.keep(&loaded);
        Ok(view)
    }

    /// Caches a game as it was read, if its state was computed.
    pub(crate) fn keep(&self, loaded: &LoadedGame) {
        self.keep_with(loaded, None);
    }

    /// Caches a game, if its state was computed, with the change that has just been made.
    pub(crate) fn keep_with(&self, loaded: &LoadedGame, unshown: Option<UnshownChange>) {
        if let Some(state) = loaded.state.get() {
            let cached = CachedGame {
                held: loaded.held.clone(),
                at: MachineTime::now(),
                log: Arc::clone(&loaded.log),
                state: Arc::clone(state),
                unshown,
            };
            self.cache.keep(loaded.id, cached);
        }
    }

    /// Returns a table or game without its actions.
    pub(crate) fn stored(&self, id: GameId) -> Result<HeldGame, ServiceError> {
        let stored = self.find_stored(id)?;
        Ok(stored.ok_or(Refusal::NoSuchGame(id))?)
    }

    /// Returns a table or game without its actions, if there is one.
    pub(crate) fn find_stored(&self, id: GameId) -> Result<Option<HeldGame>, Fault> {
        let key = indices::game_key(id);
        let value = self.archive.store().get(Table::Games, &key)?;
        self.stored_in(id, value)
    }

    /// Returns the table or game in a value just read, without its actions, if there is one.
    pub(crate) fn stored_in(
        &self,
        id: GameId,
        value: Option<store::Stored>,
    ) -> Result<Option<HeldGame>, Fault> {
        let Some(value) = value else {
            return Ok(None);
        };
        let known = self.cache.last_known(id);
        match known.filter(|known| known.revision == value.revision) {
            None => self.decode_game(id, &value),
            known => Ok(known),
        }
    }

    /// Returns a table or game without its actions, if there is one that can be read.
    pub(crate) fn readable(&self, id: GameId) -> Result<Option<HeldGame>, Fault> {
        match self.find_stored(id) {
            Err(fault) if fault.is_of_one_game() => Ok(None),
            found => found,
        }
    }

    /// Returns a table or game with its actions.
    pub(crate) fn load(&self, id: GameId) -> Result<LoadedGame, ServiceError> {
        self.load_held(id, self.stored(id)?)
    }

    /// Loads the actions of a table or game just read.
    pub(crate) fn load_held(&self, id: GameId, held: HeldGame) -> Result<LoadedGame, ServiceError> {
        if let Some((log, state)) = self.cache.find(id, held.revision) {
            let state = state.into();
            return Ok(LoadedGame {
                id,
                held,
                log,
                settings: ReadSettings::default(),
                state,
            });
        }
        let expected = usize::try_from(held.record.actions()).expect("a small count");
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
            settings: ReadSettings::default(),
            state: OnceLock::new(),
        })
    }
}
