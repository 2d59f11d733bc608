//! Changes of tables and games, each in one atomic commit.

use std::mem;

use crate::service::Service;
use crate::service::api::fault::ServiceError;
use crate::service::api::ids::{GameId, MachineTime, Timestamp};
use crate::service::api::refusal::Refusal;
use crate::service::api::view::update::{Announcement, Update};
use crate::service::game::hand_over;
use crate::service::game::loading::cache::UnshownChange;
use crate::service::game::loading::loaded_game::{LoadedGame, ReadGame};
use crate::service::game::player_actions::{self, Actions};
use crate::service::game::premove;
use crate::service::game::running_clock::{owed_time, timeout};
use crate::service::game::state::match_state::MatchState;
use crate::service::model::TableOrGame;
use crate::service::model::action::{Action, ActionKind};
use crate::service::model::common::Idle;
use crate::service::model::game::StartedGame;
use crate::service::repository::action_log::ActionLog;
use crate::service::repository::games::{self, HeldGame};
use crate::service::repository::queue_entries;
use crate::store::Batch;

/// New state of a table or game.
pub(crate) struct GameChange {
    pub(crate) stored: TableOrGame,
    /// Actions just done in the game.
    pub(crate) actions: Vec<Action>,
    /// State of the game after these actions, if anything was done.
    pub(crate) state: Option<MatchState>,
    /// Way to show the change.
    pub(crate) announcement: Announcement,
}

impl Service {
    /// Changes a running game.
    pub(crate) fn change_game(
        &self,
        id: GameId,
        now: Timestamp,
        change: impl Fn(&StartedGame, &mut MatchState) -> Result<Actions, Refusal>,
    ) -> Result<Update, ServiceError> {
        let since = MachineTime::now();
        let read = self.caught_up(id)?;
        let read = self.give_back_short_outages(id, now, read)?;
        self.change_read(id, (since, read), |loaded, batch| {
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
        // In this commit, so that a request that is refused leaves nothing in the log.
        let missed = self.missed_in_outage(old.common.place, now)?;
        let pause = missed.map(|missed| owed_time::pause(loaded, old, &mut state, missed));
        let mut done = player_actions::done_at(state.now, pause.unwrap_or_default());
        state.now = now;
        let step = state.steps;
        let mut actions = change(&game, &mut state)?;
        // Whoever plays a move knows where the game is. Premoves and forced passes, which come by
        // themselves, are not the first action.
        if let (Some(moved), Some((color, ActionKind::Move(_)))) =
            (&mut game.moved, actions.first())
        {
            moved.hidden = moved.hidden.without(*color);
        }
        actions.extend(timeout::put_out_unclaimed(&mut state));
        actions.extend(premove::answer(&mut game, &mut state, step, &actions));
        hand_over::conclude(&mut game, &state, &actions);
        actions.extend(self.adapt_clock(batch, &loaded.settings, &mut game, &mut state)?);
        player_actions::conclude(&mut game, &state);
        done.extend(player_actions::done_at(now, actions));
        Ok(GameChange {
            stored: TableOrGame::Game(Box::new(game)),
            actions: done,
            state: Some(state),
            announcement: Announcement::Post,
        })
    }

    /// Reads, changes and writes, and tries again if another write came in between. Everything that
    /// the change adds to the batch is written with it.
    pub(crate) fn change(
        &self,
        id: GameId,
        change: impl Fn(&LoadedGame, &mut Batch) -> Result<GameChange, ServiceError>,
    ) -> Result<Update, ServiceError> {
        let since = MachineTime::now();
        let read = self.caught_up(id)?;
        self.change_read(id, (since, read), change)
    }

    /// Changes as [`Self::change`] does what was read just after a time, unless it has to be read
    /// anew.
    fn change_read(
        &self,
        id: GameId,
        (since, mut read): (MachineTime, Option<ReadGame>),
        change: impl Fn(&LoadedGame, &mut Batch) -> Result<GameChange, ServiceError>,
    ) -> Result<Update, ServiceError> {
        let (changed, revision) = self.write_at::<_, ServiceError>(|batch| {
            let read = match read.take() {
                Some(read) => read,
                None => self.read_for_change(id)?.1.ok_or(Refusal::NoSuchGame(id))?,
            };
            let is_followed = !read.followers.is_empty();
            let mut loaded = self.load_held(id, read.held)?;
            loaded.settings = read.settings;
            let changed = change(&loaded, batch)?;
            let mut stored = changed.stored;
            stored.common_mut().version += 1;
            queue_entries::put_behind(batch, read.followers, stored.common().version);
            if let (Some(last), TableOrGame::Game(game)) = (changed.actions.last(), &mut stored) {
                let played = changed.state.as_ref().map(|state| &state.game);
                self.settle(batch, id, &loaded.held.record, game, played, last.at)?;
            }
            let mut log = ActionLog::clone(&loaded.log);
            let old = Some(&loaded.held);
            let new = (&mut stored, &mut log, changed.actions);
            put(batch, id, old, new, changed.announcement);
            loaded.advance(stored, log, changed.state);
            let update = Update {
                view: loaded.view()?,
                announce: changed.announcement,
            };
            Ok((loaded, update, is_followed))
        })?;
        let (mut loaded, update, is_followed) = changed;
        loaded.held.revision = revision;
        let unshown = UnshownChange {
            announce: update.announce,
            since,
            settings: mem::take(&mut loaded.settings),
            is_followed,
        };
        self.keep_with(&loaded, Some(unshown));
        Ok(update)
    }
}

/// Adds to `batch` a table or game, its new actions, its indices, and its outbox entry.
pub(crate) fn put(
    batch: &mut Batch,
    id: GameId,
    old: Option<&HeldGame>,
    (stored, log, actions): (&mut TableOrGame, &mut ActionLog, Vec<Action>),
    announcement: Announcement,
) {
    if let TableOrGame::Game(game) = stored {
        game.actions += u32::try_from(actions.len()).expect("a small count");
        let has_time = game.clock.is_some() || game.is_over();
        let acted = actions.last().map(|last| Idle::from(last.at));
        game.common.idle = acted.or(game.common.idle).filter(|_| !has_time);
        log.append(batch, id, actions, game.is_over());
    }
    games::put(batch, id, old, stored);
    queue_entries::put(batch, id, stored.common().place.guild, announcement);
}
