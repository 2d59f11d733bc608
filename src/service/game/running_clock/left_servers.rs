//! Clocks of games on servers that the bot has left: they are paused until it is back, or until the
//! server's data is removed.
//!
//! A pause is an action of its game, so that it outlasts restarts and handovers, and so that no
//! change and no other compensation charges the time. It ends in the far future: nothing has to be
//! done meanwhile, however long the bot stays away.

use std::time::Duration;

use crate::service::Service;
use crate::service::api::fault::{Fault, ServiceError};
use crate::service::api::ids::{GameId, GuildId, Place, Timestamp};
use crate::service::game::commands;
use crate::service::game::loading::loaded_game::LoadedGame;
use crate::service::game::state::match_state::MatchState;
use crate::service::model::action::Action;
use crate::service::model::downtime::OwedTime;
use crate::service::model::game::StartedGame;
use crate::service::model::settings::GuildData;
use crate::service::repository::indices;
use crate::store::{Batch, Expected, Key, Table};

/// Length of a pause on a server whose data is never removed: ten years.
const LONGEST: Duration = Duration::from_secs(10 * 365 * 24 * 60 * 60);

impl Service {
    /// Pauses the clock that runs in a game if the bot has left its server and the server's data is
    /// kept; returns whether it did.
    pub(crate) fn pause_if_left(&self, id: GameId, now: Timestamp) -> Result<bool, ServiceError> {
        self.catch_up(id)?;
        let online = self.last_online()?;
        self.write(|batch| {
            let loaded = self.load(id)?;
            let game = loaded.held.record.running();
            let Some(game) = game.ok().filter(|game| game.clock.is_some()) else {
                return Ok(false);
            };
            if loaded.state(game)?.runs_out().is_none() {
                return Ok(false);
            }
            let Some(left) = self.left_from(batch, game.common.place)? else {
                return Ok(false);
            };
            let kept = self.limits.retention.left_servers.unwrap_or(LONGEST);
            let until = left.after(kept);
            if until <= now {
                return Ok(false);
            }
            // People could not move before either, if it left during an outage.
            let away = self.outages.at(game.common.place);
            let earlier = online.into_iter().chain(away);
            let owed = OwedTime {
                from: earlier.fold(left, Timestamp::min),
                until,
                down_to: None,
            };
            // The message is out of reach.
            self.pause_clock(batch, &loaded, owed, false)?;
            Ok(true)
        })
    }

    /// Lets the clock of a game run again if the bot had left its server, and gives back the time
    /// since then.
    pub(crate) fn resume_if_left(&self, id: GameId, now: Timestamp) -> Result<(), ServiceError> {
        self.catch_up(id)?;
        self.write(|batch| {
            let loaded = self.load(id)?;
            let Ok(old) = loaded.held.record.running() else {
                return Ok(());
            };
            let mut game = old.clone();
            if let Some((actions, _)) = self.resume_clock(batch, &loaded, &mut game, now)? {
                self.put_unrequested_change(batch, &loaded, game, actions, true)?;
            }
            Ok(())
        })
    }

    /// Does what [`Self::resume_if_left`] does, without writing the game. Returns the actions and
    /// the state after them, if there are any.
    pub(crate) fn resume_clock(
        &self,
        batch: &mut Batch,
        loaded: &LoadedGame,
        game: &mut StartedGame,
        now: Timestamp,
    ) -> Result<Option<(Vec<Action>, MatchState)>, Fault> {
        if game.clock.is_none() {
            return Ok(None);
        }
        let Some(left) = self.left_from(batch, game.common.place)? else {
            return Ok(None);
        };
        let mut state = MatchState::clone(&*loaded.state(game)?);
        let last = loaded.log.actions.last().map(|action| action.at);
        state.now = left.max(last.unwrap_or(game.started));
        let since = state.clocks.as_ref().map(|clocks| clocks.since);
        let is_running = state.runs_out().is_some() && since < Some(now);
        let mut actions = Vec::new();
        if is_running && state.now < now {
            // Somebody has acted since the pause, from another place.
            let paused = commands::pause(&mut state, now);
            actions = commands::done_at(state.now, vec![paused]);
        }
        state.now = now;
        // A vacation that lasts longer than the pause goes on.
        let is_paused = state
            .clocks
            .as_ref()
            .is_some_and(|clocks| clocks.since > now && clocks.away != Some(clocks.since));
        let mut resumed = Vec::new();
        if is_paused {
            resumed.push(commands::resume(&mut state));
        }
        if actions.is_empty() && resumed.is_empty() {
            return Ok(None);
        }
        resumed.extend(self.adapt_clock(batch, &loaded.settings, game, &mut state)?);
        actions.extend(commands::done_at(now, resumed));
        Ok(Some((actions, state)))
    }

    /// Returns the time when the bot left the server of a place, if it is known to have done so;
    /// the batch fails if it comes back meanwhile.
    fn left_from(&self, batch: &mut Batch, place: Place) -> Result<Option<Timestamp>, Fault> {
        // Where the bot is not a member, games go on as before.
        let Some(server) = place.guild.filter(|_| !place.is_visited()) else {
            return Ok(None);
        };
        let key = Key::new().u64(server.0);
        let Some(held) = self.read_intact::<GuildData>(&key)? else {
            return Ok(None);
        };
        batch.require(Table::Guilds, key, Expected::Revision(held.revision));
        Ok(held.record.left)
    }

    /// Does something with every table and game on a server, except those that cannot be read and
    /// those that refuse it.
    pub(crate) fn on_each_game(
        &self,
        server: GuildId,
        act: impl Fn(GameId) -> Result<(), ServiceError>,
    ) -> Result<(), Fault> {
        self.fill(Table::Servers)?;
        let keys = indices::games_on(server);
        for (key, _) in self.archive.store().scan(Table::Servers, &keys)? {
            let Some(id) = indices::game_of(&key) else {
                continue;
            };
            match act(id) {
                Ok(()) | Err(ServiceError::Refused(_)) => {}
                Err(ServiceError::Fault(fault)) if fault.is_of_one_game() => {
                    tracing::error!(game = %id, %fault, "the clock of a game that cannot be read was left as it was");
                }
                Err(ServiceError::Fault(fault)) => return Err(fault),
            }
        }
        Ok(())
    }
}
