//! Time that a running clock is owed because nobody could move, given back before anything else is
//! done in the game.

use std::sync::Arc;
use std::time::Duration;

use crate::service::Service;
use crate::service::api::fault::{Fault, ServiceError, of_one_game};
use crate::service::api::ids::{GameId, GuildId, Place, Shard, Timestamp};
use crate::service::game::loading::loaded_game::{LoadedGame, ReadGame};
use crate::service::game::player_actions::{self, Actions};
use crate::service::game::state::match_state::MatchState;
use crate::service::model::action::Action;
use crate::service::model::downtime::{Alive, OwedTime};
use crate::service::model::game::StartedGame;
use crate::service::model::settings::GuildData;
use crate::service::model::watch::Watch;
use crate::service::people::read_settings::Choosers;
use crate::service::repository::indices;
use crate::service::repository::persistent::Persistent;
use crate::store::{Batch, Entries, Key, Keys, Stored, Table, Versioned};

/// Minimum downtime that is announced in the channel when it is given back.
const SHOWN_FROM: Duration = Duration::from_secs(60);

impl Service {
    /// Gives one game the time it is owed, before anything is done in it.
    pub(crate) fn catch_up(&self, id: GameId) -> Result<(), ServiceError> {
        match self.alive()? {
            Some(held) => self.give_owed(id, &held.record),
            None => Ok(()),
        }
    }

    /// Gives one game the time it is owed, as [`Service::catch_up`] does; returns it as read, unless
    /// that may have changed it.
    pub(crate) fn caught_up(&self, id: GameId) -> Result<Option<ReadGame>, ServiceError> {
        let (alive, game) = self.read_for_change(id)?;
        match alive.filter(Alive::owes_time) {
            Some(alive) => {
                self.give_owed(id, &alive)?;
                Ok(None)
            }
            None => Ok(game),
        }
    }

    /// Reads a table or game for a change, with the sign of life if it can be read. The settings are
    /// those of the server and the people of the game as it was last known, if it was.
    pub(crate) fn read_for_change(
        &self,
        id: GameId,
    ) -> Result<(Option<Alive>, Option<ReadGame>), Fault> {
        let known = self.cache.last_known(id);
        let choosers = known.map(|known| Choosers::of(&known.record));
        let choosers = choosers.unwrap_or_default();
        let game = Keys::prefix(&indices::game_key(id));
        let mut scans = vec![
            (Alive::table(), Keys::prefix(&alive_key()).limit(1)),
            (Table::Games, game.clone().limit(1)),
            (Watch::table(), game),
        ];
        let settings = choosers.keys().into_iter();
        scans.extend(settings.map(|(table, key)| (table, Keys::prefix(&key).limit(1))));
        let mut found = self.archive.store().scan_many(&scans)?.into_iter();
        let mut next = || found.next().expect("entries of each scan");
        let (alive, game, followers) = (next(), next(), next());
        let value = |found: Entries<Stored>| found.into_iter().next().map(|(_, value)| value);
        let settings = self.settings_in(&choosers, found.map(value));
        // One that cannot be read was set aside.
        let alive = self.value::<Alive>(&alive_key(), value(alive)).ok();
        let alive = alive.flatten().map(|held| held.record);
        let game = self.stored_in(id, value(game))?;
        let game = game.map(|held| ReadGame {
            held,
            followers: self.values(followers),
            settings,
        });
        Ok((alive, game))
    }

    fn give_owed(&self, id: GameId, alive: &Alive) -> Result<(), ServiceError> {
        if !alive.owes_time() {
            return Ok(());
        }
        let place = self.stored(id)?.record.common().place;
        let all = alive.owed.map(|owed| (None, owed));
        let single = alive.shards.iter();
        let single = single.map(|(shard, owed)| (Some(*shard), *owed));
        let mut owed = single.chain(all);
        owed.try_for_each(|(shard, owed)| {
            if self.is_owed(&alive.servers, shard, place, owed) {
                self.give_back_owed(id, owed)?;
            }
            Ok(())
        })
    }

    /// Returns the time that is owed to a game at a place because people could not reach its shard,
    /// if a request that arrives now comes before the next check of the shard by the process that
    /// serves it.
    pub(crate) fn missed_in_outage(
        &self,
        place: Place,
        now: Timestamp,
    ) -> Result<Option<OwedTime>, Fault> {
        let here = self.outages.at(place);
        let missed = match self.outages.shard_of(place).zip(here) {
            Some((shard, from)) => {
                let is_owed = self.outages.is_owed(shard, now.since(from));
                is_owed.then_some(OwedTime::new(from, now))
            }
            None => self.outages.of_store(now),
        };
        let Some(missed) = missed else {
            return Ok(None);
        };
        let earlier = [here, self.absent_since(place)?].into_iter().flatten();
        let from = earlier.fold(missed.from, Ord::min);
        Ok(Some(OwedTime::new(from, missed.until)))
    }

    /// Gives one game the short outages of the turn since its clock was last paused, if the time of
    /// the player to move would be over without that. Returns `read`, unless this may have changed
    /// the game.
    ///
    /// `read` is from [`Self::caught_up`]: a game that got later time first would lose the time
    /// before that.
    pub(crate) fn give_back_short_outages(
        &self,
        id: GameId,
        now: Timestamp,
        read: Option<ReadGame>,
    ) -> Result<Option<ReadGame>, ServiceError> {
        if !self.short_outages.has_any(now) {
            return Ok(read);
        }
        let record = match &read {
            Some(read) => Arc::clone(&read.held.record),
            None => self.stored(id)?.record,
        };
        let due = record.game().and_then(|game| game.clock.as_ref()?.due);
        let place = record.common().place;
        // A place that is away now gets all its time once it is back.
        if due.is_none_or(|due| due > now) || self.outages.at(place).is_some() {
            return Ok(read);
        }
        self.write::<_, ServiceError>(|batch| {
            let loaded = self.load(id)?;
            let Ok(game) = loaded.held.record.running() else {
                return Ok(());
            };
            let state = loaded.state(game)?;
            let is_over = state.runs_out().is_some_and(|over| over <= now);
            // An outage of the store, which is given back next, would lose the time before them.
            let of_store = self.outages.of_store(now);
            let is_owed = |since: Timestamp| of_store.is_some_and(|owed| owed.until > since);
            let clocks = state.clocks.as_ref();
            let Some(clocks) = clocks.filter(|clocks| is_over && !is_owed(clocks.since)) else {
                return Ok(());
            };
            let (missed, end) = self.short_outages.lost_since(clocks.since, place, now);
            if missed.is_zero() {
                return Ok(());
            }
            // One pause for all of them, which ends after the last, so that none counts again.
            let last = loaded.log.actions.last().map(|action| action.at);
            let from = last.unwrap_or(game.started).max(end.before(missed));
            let owed = OwedTime::new(from, from.after(missed));
            Ok(self.give_back_to(batch, &loaded, owed)?)
        })?;
        Ok(None)
    }

    /// Gives one game the time since the bot left its server. A pause that reaches beyond `now`
    /// stays, until the next move at the latest.
    pub(crate) fn give_back_absence(&self, id: GameId, now: Timestamp) -> Result<(), ServiceError> {
        let place = self.stored(id)?.record.common().place;
        match self.absent_since(place)? {
            Some(left) => self.pause_clock(id, left, now),
            None => Ok(()),
        }
    }

    /// Gives time back to every game on a server, except those that cannot be read.
    pub(crate) fn give_back_on(
        &self,
        guild: GuildId,
        give_back: impl Fn(GameId) -> Result<(), ServiceError>,
    ) -> Result<(), Fault> {
        self.fill(Table::Servers)?;
        let keys = indices::games_on(guild);
        for (key, _) in self.archive.store().scan(Table::Servers, &keys)? {
            let Some(id) = indices::game_of(&key) else {
                continue;
            };
            let effect = "the clock of a game that cannot be read was left as it was";
            of_one_game(id, give_back(id), effect)?;
        }
        Ok(())
    }

    /// Returns the time since which the bot is no longer on the server of a place. Where it is not a
    /// member, games go on.
    pub(crate) fn absent_since(&self, place: Place) -> Result<Option<Timestamp>, Fault> {
        let Some(server) = place.joined_server() else {
            return Ok(None);
        };
        let held = self.read_intact::<GuildData>(&Key::new().u64(server.0))?;
        Ok(held.and_then(|held| held.record.left))
    }

    /// Returns the time since which nobody can move at a place, because of an outage or because the
    /// bot has left the server. Another process may have noted the outage.
    pub(crate) fn unreachable_since(&self, place: Place) -> Result<Option<Timestamp>, Fault> {
        let alive = self.alive()?;
        let noted = alive.map_or_else(Vec::new, |held| held.record.servers);
        let out = place.guild.and_then(|guild| self.outage_on(guild, &noted));
        let since = [out, self.outages.at(place), self.absent_since(place)?];
        Ok(since.into_iter().flatten().min())
    }

    /// Pauses the clock of one game until a time, unless that was done already; `from` is the time
    /// since which nobody can move.
    pub(crate) fn pause_clock(
        &self,
        id: GameId,
        from: Timestamp,
        until: Timestamp,
    ) -> Result<(), ServiceError> {
        self.write(|batch| {
            let loaded = self.load(id)?;
            Ok(self.put_pause(batch, &loaded, OwedTime::new(from, until))?)
        })
    }

    /// Gives one game time that it is owed, unless that was done already.
    pub(crate) fn give_back_owed(&self, id: GameId, owed: OwedTime) -> Result<(), ServiceError> {
        self.write(|batch| {
            let loaded = self.load(id)?;
            Ok(self.give_back_to(batch, &loaded, owed)?)
        })
    }

    /// Returns whether a game at a place is owed time that one shard or, without it, all are owed.
    /// `noted` are the servers in an outage that other processes serve.
    pub(crate) fn is_owed(
        &self,
        noted: &[(GuildId, Timestamp)],
        shard: Option<Shard>,
        place: Place,
        owed: OwedTime,
    ) -> bool {
        // A server or shard that has been away for longer gets all its time once it is back; a game
        // that got a part of it before would lose the time before that part.
        let away = match shard {
            Some(shard) if !shard.serves(place) => return false,
            Some(_) => place.guild.and_then(|guild| self.outage_on(guild, noted)),
            None => self.outages.at(place),
        };
        away.is_none_or(|since| since > owed.from)
    }

    /// Returns the time since which Discord cannot serve a server, as this process has heard or as
    /// another one has `noted`.
    fn outage_on(&self, guild: GuildId, noted: &[(GuildId, Timestamp)]) -> Option<Timestamp> {
        let mut noted = noted.iter();
        let noted = noted.find_map(|(server, since)| (*server == guild).then_some(*since));
        self.outages.on(guild).or(noted)
    }

    /// Gives a game time that it is owed, unless that was done already.
    pub(crate) fn give_back_to(
        &self,
        batch: &mut Batch,
        loaded: &LoadedGame,
        owed: OwedTime,
    ) -> Result<(), Fault> {
        let Some(game) = timed(loaded) else {
            return Ok(());
        };
        // A part of the time since the bot left the server would take the time before that part.
        let left = self.absent_since(game.common.place)?;
        let from = left.map_or(owed.from, |left| left.min(owed.from));
        self.put_pause(batch, loaded, OwedTime::new(from, owed.until))
    }

    /// Adds a pause of the clock of a game to `batch`, unless it was made already.
    fn put_pause(
        &self,
        batch: &mut Batch,
        loaded: &LoadedGame,
        missed: OwedTime,
    ) -> Result<(), Fault> {
        let Some(old) = timed(loaded) else {
            return Ok(());
        };
        let (mut game, mut state) = (old.clone(), MatchState::clone(&*loaded.state(old)?));
        let actions = self.paused(batch, loaded, (&mut game, &mut state), missed)?;
        if actions.is_empty() {
            return Ok(());
        }
        let is_long = missed.until.since(state.now) >= SHOWN_FROM;
        self.put_unrequested_change(batch, loaded, game, actions, is_long)
    }

    /// Pauses the clock of a game as loaded, unless that was done already; returns what this adds
    /// to its log. The time of the state is then the beginning of the pause.
    pub(crate) fn paused(
        &self,
        batch: &mut Batch,
        loaded: &LoadedGame,
        (game, state): (&mut StartedGame, &mut MatchState),
        missed: OwedTime,
    ) -> Result<Vec<Action>, Fault> {
        let mut actions = pause(loaded, game, state, missed);
        if !actions.is_empty() {
            actions.extend(self.adapt_clock(batch, &loaded.settings, game, state)?);
        }
        Ok(player_actions::done_at(state.now, actions))
    }

    /// Returns the time of the last [`Service::note_online`].
    pub(crate) fn last_online(&self) -> Result<Option<Timestamp>, Fault> {
        Ok(self.alive()?.map(|held| held.record.at))
    }

    /// Returns the sign of life, if it can be read.
    pub(crate) fn alive(&self) -> Result<Option<Versioned<Alive>>, Fault> {
        self.read_intact(&alive_key())
    }
}

/// Pauses the clock in the state of a game as loaded, unless that was done already. The time of the
/// state is then the beginning of the pause.
///
/// Time before the last action of a game is never given back: if somebody acts from another place
/// while the bot is away, the players were able to move.
pub(crate) fn pause(
    loaded: &LoadedGame,
    game: &StartedGame,
    state: &mut MatchState,
    missed: OwedTime,
) -> Actions {
    let clocks = state.clocks.as_ref();
    if clocks.is_none_or(|clocks| clocks.since >= missed.until) {
        return Actions::new();
    }
    let last = loaded.log.actions.last().map(|action| action.at);
    state.now = missed.from.max(last.unwrap_or(game.started));
    vec![player_actions::pause(state, missed.until)]
}

/// Returns a game as loaded, if it is running with clocks.
fn timed(loaded: &LoadedGame) -> Option<&StartedGame> {
    let game = loaded.held.record.running().ok()?;
    game.clock.is_some().then_some(game)
}

/// Returns the key of the sign of life.
pub(crate) fn alive_key() -> Key {
    Key::new().u8(0)
}
