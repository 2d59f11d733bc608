//! Idle games without a clock: a notice in the channel, and some days later their end.

use crate::service::Service;
use crate::service::api::fault::{Fault, ServiceError, of_one_game};
use crate::service::api::ids::{GameId, PersonId, Timestamp};
use crate::service::api::refusal::Refusal;
use crate::service::api::view::game::GameView;
use crate::service::api::view::update::View;
use crate::service::game::player_actions;
use crate::service::model::TableOrGame;
use crate::service::model::common::{Idle, Reminded};
use crate::service::repository::games::HeldGame;
use crate::service::repository::indices;
use crate::service::repository::queue_entries::{self, Queued};
use crate::store::{Batch, Expected, Table};

/// Notice that a game in which nobody moves will be called off.
#[derive(Clone, Debug)]
pub struct IdleNotice {
    /// The game.
    pub view: GameView,
    /// Number of its actions.
    pub actions: u32,
    /// Person to move; `None` if that is a computer.
    pub person: Option<PersonId>,
    /// Time when it will be called off at the earliest.
    pub ends: Timestamp,
}

impl Service {
    /// Records that the channel of a game must be told that the game will be called off, if nobody
    /// has moved there for long enough.
    pub(super) fn announce_end(&self, id: GameId, now: Timestamp) -> Result<(), Fault> {
        let periods = self.limits.retention;
        self.write(|batch| {
            let held = self.readable(id)?;
            let Some((held, period)) = held.zip(periods.idle_games) else {
                return Ok(());
            };
            let Ok(game) = held.record.running() else {
                return Ok(());
            };
            let lead = period.saturating_sub(periods.idle_notice);
            let idle = game.common.idle;
            let Some(idle) = idle.filter(|idle| idle.warned.is_none()) else {
                return Ok(());
            };
            if now.since(idle.since) < lead {
                return Ok(());
            }
            let reminded = Reminded {
                step: game.actions,
                moments: 0,
            };
            queue_entries::put(batch, id, game.common.place.guild, reminded);
            let decided = |idle| Idle {
                warned: Some(now),
                ..idle
            };
            self.put_idle(batch, id, &held, decided)
        })
    }

    /// Returns the notice to post in the channel of a game, if one is waiting.
    ///
    /// # Errors
    ///
    /// The store failed.
    pub fn idle_notice_of(&self, id: GameId, now: Timestamp) -> Result<Option<IdleNotice>, Fault> {
        let held = self.read_intact::<Queued<Reminded>>(&indices::game_key(id))?;
        let Some(queued) = held.map(|held| held.record.what) else {
            return Ok(None);
        };
        let held = self.warned_at(id, queued.step)?;
        let Some(idle) = held.and_then(|held| held.record.common().idle) else {
            return Ok(None);
        };
        let view = match self.view(id) {
            Ok(View::Game(view)) => *view,
            Err(ServiceError::Fault(fault)) if !fault.is_of_one_game() => return Err(fault),
            Ok(View::Table(_)) | Err(_) => return Ok(None),
        };
        let periods = self.limits.retention;
        let period = periods.idle_games.unwrap_or_default();
        let mover = view.to_move().and_then(|color| view.person(color));
        Ok(Some(IdleNotice {
            actions: queued.step,
            person: mover.map(|person| person.id),
            ends: idle.since.after(period).max(now.after(periods.idle_notice)),
            view,
        }))
    }

    /// Records that the channel or a player of a game has been told, if nobody has done anything
    /// meanwhile.
    ///
    /// # Errors
    ///
    /// The store failed.
    pub fn idle_noticed(&self, id: GameId, actions: u32, now: Timestamp) -> Result<(), Fault> {
        self.end_notice(id, actions, |idle| Idle {
            warned: Some(now),
            ..idle
        })
    }

    /// Records that nobody can be told, if nobody has done anything meanwhile. The game continues,
    /// and its time without changes begins anew, so that attempts stay rare however many such games
    /// there are.
    ///
    /// # Errors
    ///
    /// The store failed.
    pub fn idle_unnoticed(&self, id: GameId, actions: u32, now: Timestamp) -> Result<(), Fault> {
        self.end_notice(id, actions, |_| Idle::from(now))
    }

    fn end_notice(
        &self,
        id: GameId,
        actions: u32,
        change: impl Fn(Idle) -> Idle,
    ) -> Result<(), Fault> {
        self.write(|batch| {
            let key = indices::game_key(id);
            let told = Reminded {
                step: actions,
                moments: 0,
            };
            let queued = self.read::<Queued<Reminded>>(&key)?;
            let Some(queued) = queued.filter(|queued| queued.record.what == told) else {
                return Ok(());
            };
            batch.delete(Table::Reminders, key, Expected::Revision(queued.revision));
            let Some(held) = self.warned_at(id, actions)? else {
                return Ok(());
            };
            self.put_idle(batch, id, &held, &change)
        })
    }

    /// Adds to `batch` a change of a game's [`Idle`].
    fn put_idle(
        &self,
        batch: &mut Batch,
        id: GameId,
        held: &HeldGame,
        change: impl Fn(Idle) -> Idle,
    ) -> Result<(), Fault> {
        let mut stored = TableOrGame::clone(&held.record);
        if let Some(idle) = &mut stored.common_mut().idle {
            *idle = change(*idle);
        }
        self.replace(batch, id, held, &stored, false)
    }

    /// Returns a running game, if its channel must be or has been told that it will be called off,
    /// and it has this number of actions.
    fn warned_at(&self, id: GameId, actions: u32) -> Result<Option<HeldGame>, Fault> {
        let is_warned = |held: &HeldGame| {
            held.record.running().is_ok_and(|game| {
                let idle = game.common.idle;
                game.actions == actions && idle.is_some_and(|idle| idle.warned.is_some())
            })
        };
        Ok(self.readable(id)?.filter(is_warned))
    }

    /// Calls off a game in which nobody has moved since its channel was told; returns whether it
    /// did. Must not be called while time is owed.
    pub(super) fn abort_idle(&self, id: GameId, now: Timestamp) -> Result<bool, Fault> {
        let periods = self.limits.retention;
        let key = indices::game_key(id);
        if self.read_intact::<Queued<Reminded>>(&key)?.is_some() {
            // The channel cannot be reached at present.
            return Ok(false);
        }
        let is_over = |idle: &Idle| {
            let period = periods.idle_games;
            let waited = idle.warned.map(|warned| now.since(warned));
            waited.is_some_and(|waited| waited >= periods.idle_notice)
                && period.is_some_and(|period| now.since(idle.since) >= period)
        };
        let ended = self.change(id, |loaded, batch| {
            let idle = loaded.held.record.common().idle;
            if !idle.as_ref().is_some_and(is_over) {
                return Err(Refusal::GameGoesOn.into());
            }
            self.game_changed(loaded, batch, now, &|_, state| {
                Ok(player_actions::abort_idle(state))
            })
        });
        let effect = "an idle game that cannot be read could not be called off";
        Ok(of_one_game(id, ended, effect)?.is_some())
    }
}
