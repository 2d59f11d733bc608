//! Compensation for time in which nobody could move because the bot was down, Discord away or the
//! process asleep; `discord::runtime::presence` notices it. [`super::give_back_outages`] does the
//! same for single servers and shards.
//!
//! Afterwards, the time owed is recorded in one small commit. The games get it back page by
//! page after that; a game in which something is done in the meantime gets it before that. A game
//! gets it only once, even if its turn comes several times. The time in which one shard was away
//! while others were connected is owed to its own games. A longer downtime also keeps tables open
//! for longer, and renews notices that idle games will be called off.

use std::time::Duration;

use crate::service::Service;
use crate::service::api::fault::{Fault, of_one_game};
use crate::service::api::ids::{GameId, GuildId, Shard, Timestamp};
use crate::service::api::view::page::Reached;
use crate::service::game::loading::loaded_game::LoadedGame;
use crate::service::game::running_clock::current_outages::SHORTEST;
use crate::service::game::running_clock::owed_time::alive_key;
use crate::service::model::TableOrGame;
use crate::service::model::downtime::{Alive, OwedTime};
use crate::service::model::table::GameTable;
use crate::service::repository::indices;
use crate::service::repository::leases::Leases;
use crate::service::repository::persistent;
use crate::service::repository::retention::{RetentionKind, keys};
use crate::store::{Batch, Expected, INDICES_VERSION, Key, Keys, Table, Versioned};

/// Maximum number of servers in an outage that are recorded, over all processes: those that have
/// been out the longest, because the record is read with every move and its size is limited. The
/// time of the others is lost only if the process is killed or hands their shard over meanwhile.
const MOST_SERVERS: usize = 2_000;

/// Minimum downtime after which a notice that an idle game will be called off counts from then on. A
/// shorter one takes little of the time after the notice, and is frequent.
const LONG: Duration = Duration::from_secs(24 * 3_600);

/// Minimum downtime that is added to the time for which a table is open.
const NOTICEABLE: Duration = Duration::from_secs(3_600);

impl Service {
    /// Records that people can move at `now`, except on the shards and servers that are away.
    ///
    /// # Errors
    ///
    /// The store failed.
    pub fn note_online(&self, now: Timestamp) -> Result<(), Fault> {
        let away = self.outages.shards().into_iter();
        let away = away.filter(|(_, since)| now.since(*since) >= SHORTEST);
        let away: Vec<_> = away.collect();
        let is_mine = |(server, _): &(GuildId, Timestamp)| self.acts_on(Some(*server));
        self.change_alive(now, |alive| {
            let mut out = self.outages.servers();
            out.retain(|out| is_mine(out) && now.since(out.1) >= SHORTEST);
            alive.at = now;
            alive.away.clone_from(&away);
            alive.servers.retain(|out| !is_mine(out));
            alive.servers.extend(&out);
            let servers = &mut alive.servers;
            servers.sort_unstable_by_key(|(server, since)| (*since, *server));
            servers.truncate(MOST_SERVERS);
        })
    }

    /// Records that people can move again, and that the running clocks are owed the time since the
    /// last [`Service::note_online`]; [`Service::give_back`] gives it to them.
    ///
    /// # Errors
    ///
    /// The store failed.
    pub fn note_back_online(&self, now: Timestamp) -> Result<(), Fault> {
        // An earlier run may not have given it back to them; those away now get it when they return.
        let still_away = self.outages.shards();
        self.change_alive(now, |alive| {
            // Time not yet given back is merged: games that have got it already get only the rest.
            let from = alive.owed.map_or(alive.at, |owed| owed.from);
            alive.at = now;
            alive.owed = owed(from, now);
            for (shard, since) in std::mem::take(&mut alive.away) {
                if still_away.iter().any(|(away, _)| *away == shard) {
                    alive.away.push((shard, since));
                } else {
                    owe(alive, shard, since, now);
                }
            }
        })
    }

    /// Records that the clocks on these shards are owed the time from the given ones to `now`.
    pub(crate) fn owe_to_shards(
        &self,
        now: Timestamp,
        back: &[(Shard, Timestamp)],
    ) -> Result<(), Fault> {
        self.write(|batch| {
            let held = self.alive()?;
            // Only processes that share the store need them.
            let leases = match self.held_shards() {
                Some(_) => self.leases()?,
                None => Leases::default(),
            };
            let mut alive = alive_or_new(held.as_ref(), now);
            for (shard, since) in back {
                alive.away.retain(|(away, _)| away != shard);
                // Another process that has taken the shard meanwhile does this.
                if self.require_lease(batch, *shard, &leases) {
                    owe(&mut alive, *shard, *since, now);
                }
            }
            put_alive(batch, held.as_ref(), &alive);
            Ok(())
        })
    }

    /// Records that indices that must be complete have to be completed once more, if a program that
    /// does not keep them was the last to use the store. Must be called at the start.
    ///
    /// # Errors
    ///
    /// The store failed.
    pub fn check_indices(&self) -> Result<(), Fault> {
        match self.alive()? {
            Some(held) if held.record.indices != Some(INDICES_VERSION) => self.refill(),
            Some(_) | None => Ok(()),
        }
    }

    /// Changes the record, which begins with `now`.
    fn change_alive(&self, now: Timestamp, change: impl Fn(&mut Alive)) -> Result<(), Fault> {
        self.write(|batch| {
            let held = self.alive()?;
            let mut record = alive_or_new(held.as_ref(), now);
            change(&mut record);
            put_alive(batch, held.as_ref(), &record);
            Ok(())
        })
    }

    /// Gives the owed time back to the next games, and returns whether there may be more. The
    /// progress is recorded in the same commit.
    ///
    /// # Errors
    ///
    /// The store failed. A game that cannot be read is skipped.
    pub fn give_back(&self) -> Result<bool, Fault> {
        self.write(|batch| {
            let Some(held) = self.alive()? else {
                return Ok(false);
            };
            let mut alive = held.record.clone();
            if let Some(index) = self.own_shard(&alive) {
                let (shard, owed) = alive.shards[index];
                match self.give_back_page(batch, Some(shard), owed)? {
                    Some(rest) => alive.shards[index] = (shard, rest),
                    None => drop(alive.shards.remove(index)),
                }
            } else if let Some(owed) = alive.owed {
                alive.owed = self.give_back_page(batch, None, owed)?;
            } else {
                return Ok(false);
            }
            put_alive(batch, Some(&held), &alive);
            Ok(alive.owed.is_some() || self.own_shard(&alive).is_some())
        })
    }

    /// Returns the index of the first shard to whose games this process gives time back: one that it
    /// holds, because it knows which servers are in an outage there, or one of another total.
    fn own_shard(&self, alive: &Alive) -> Option<usize> {
        let held = self.held_shards();
        let mut shards = alive.shards.iter();
        shards.position(|(shard, _)| {
            held.as_ref().is_none_or(|held| {
                held.contains(shard) || held.iter().any(|held| held.total != shard.total)
            })
        })
    }

    /// Gives owed time back to the next games, of one shard or of all; returns the time that is
    /// then owed to the others.
    fn give_back_page(
        &self,
        batch: &mut Batch,
        shard: Option<Shard>,
        owed: OwedTime,
    ) -> Result<Option<OwedTime>, Fault> {
        if owed.down_to.is_none()
            && let Some(rest) = self.renew_notices(batch, shard, owed)?
        {
            return Ok(Some(rest));
        }
        // A game that gets time back gets a later deadline, so it leaves the pages still to come.
        let keys = Keys::all().reversed();
        let keys = match owed.down_to {
            Some((due, game)) => keys.beyond(Key::new().u64(due.0).u32(game.0)),
            None => keys,
        };
        let (games, next) = self.next_games(Table::Deadlines, shard, keys)?;
        for id in games {
            let effect = "downtime could not be given back to a game that cannot be read";
            if let Some(loaded) = of_one_game(id, self.load(id), effect)?
                && self.is_owed(&[], shard, loaded.held.record.common().place, owed)
            {
                match &*loaded.held.record {
                    TableOrGame::Table(table) => self.keep_open(batch, &loaded, table, owed)?,
                    TableOrGame::Game(_) => self.give_back_to(batch, &loaded, owed)?,
                }
            }
        }
        let down_to = next.and_then(|key| indices::moment_of(&key).zip(indices::game_of(&key)));
        Ok(down_to.map(|down_to| OwedTime {
            down_to: Some(down_to),
            ..owed
        }))
    }

    /// Lets a table stay open longer by a downtime in which nobody could sit down there.
    fn keep_open(
        &self,
        batch: &mut Batch,
        loaded: &LoadedGame,
        table: &GameTable,
        owed: OwedTime,
    ) -> Result<(), Fault> {
        let missed = owed.until.since(owed.from.max(table.common.created));
        if missed < NOTICEABLE || !table.is_open() {
            return Ok(());
        }
        let mut kept = table.clone();
        kept.common.expires = kept.common.expires.after(missed);
        kept.common.version += 1;
        let stored = TableOrGame::Table(Box::new(kept));
        self.replace(batch, loaded.id, &loaded.held, &stored, true)
    }

    /// Lets the time after a notice that a game will be called off begin anew in the next games, of
    /// one shard or of all, in which nobody could move in a long downtime. Returns the time owed
    /// with the progress, unless there are no more.
    fn renew_notices(
        &self,
        batch: &mut Batch,
        shard: Option<Shard>,
        owed: OwedTime,
    ) -> Result<Option<OwedTime>, Fault> {
        if owed.until.since(owed.from) < LONG {
            return Ok(None);
        }
        let kind = RetentionKind::WarnedGame;
        let keys = kind.until(owed.until);
        let keys = match owed.notices_to {
            Some((told, game)) => keys.beyond(keys::key_of_game(kind, told, game)),
            None => keys,
        };
        let (games, next) = self.next_games(Table::Retention, shard, keys)?;
        for id in games {
            let Some(held) = self.readable(id)? else {
                continue;
            };
            let mut stored = TableOrGame::clone(&held.record);
            let warned = stored.common_mut().idle.as_mut();
            let warned = warned.and_then(|idle| idle.warned.as_mut());
            if let Some(warned) = warned.filter(|warned| **warned <= owed.from) {
                *warned = owed.until;
                self.replace(batch, id, &held, &stored, false)?;
            }
        }
        let notices_to = next.and_then(|key| keys::time_of(&key).zip(indices::game_of(&key)));
        Ok(notices_to.map(|notices_to| OwedTime {
            notices_to: Some(notices_to),
            ..owed
        }))
    }

    /// Returns the next games in a queue, of one shard or of all, and the key from which to
    /// continue.
    fn next_games(
        &self,
        queue: Table,
        shard: Option<Shard>,
        keys: Keys,
    ) -> Result<(Vec<GameId>, Option<Vec<u8>>), Fault> {
        let (page, next) = self.look_through(queue, keys, |id, entry| {
            let Some(shard) = shard else {
                return Ok(true);
            };
            // Games of other shards are not even read.
            let server = self.server_of_queued(queue, id, entry)?;
            Ok(shard.serves_server(server))
        })?;
        let games = page.iter().filter_map(|(key, _)| indices::game_of(key));
        Ok((games.collect(), next.map(Reached::into_key)))
    }
}

/// Returns the sign of life as held, or one that begins with `now`.
fn alive_or_new(held: Option<&Versioned<Alive>>, now: Timestamp) -> Alive {
    held.map_or_else(|| Alive::new(now), |held| held.record.clone())
}

fn put_alive(batch: &mut Batch, held: Option<&Versioned<Alive>>, alive: &Alive) {
    let expected = Expected::as_read(held.map(|held| held.revision));
    let alive = Alive {
        indices: Some(INDICES_VERSION),
        ..alive.clone()
    };
    persistent::put(batch, alive_key(), &alive, expected);
}

/// Returns the time from `from` until `until` as owed to all, if there is any.
fn owed(from: Timestamp, until: Timestamp) -> Option<OwedTime> {
    (from < until).then_some(OwedTime::new(from, until))
}

/// Adds time that is owed to one shard; time not yet given back is merged.
fn owe(alive: &mut Alive, shard: Shard, since: Timestamp, now: Timestamp) {
    let mut from = since;
    alive.shards.retain(|(other, owed)| {
        if *other == shard {
            from = from.min(owed.from);
        }
        *other != shard
    });
    let owed = owed(from, now);
    alive.shards.extend(owed.map(|owed| (shard, owed)));
}
