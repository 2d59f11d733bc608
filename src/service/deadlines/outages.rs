//! Time in which nobody could move on one server because Discord could not serve it, or on the
//! servers of one shard because it was not connected.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use crate::service::Service;
use crate::service::api::fault::{Fault, ServiceError};
use crate::service::api::ids::{GameId, GuildId, Place, Shard, Timestamp};
use crate::service::model::messages::OwedTime;
use crate::service::repository::indices;
use crate::store::Table;

/// Minimum length of an outage that is compensated.
pub(crate) const SHORTEST: Duration = Duration::from_secs(30);
/// Interval at which a clock that would run out in an outage is paused and checked again.
const PAUSE: Duration = Duration::from_secs(60);

/// Outages that are going on.
#[derive(Debug, Default)]
pub(crate) struct Outages(Mutex<Known>);

#[derive(Debug, Default)]
struct Known {
    /// Servers in an outage, with its start. After a restart Discord reports them again.
    guilds: HashMap<GuildId, Timestamp>,
    /// Shards that people cannot reach while others are there, with the time since which.
    shards: BTreeMap<Shard, Timestamp>,
    /// Those of them that another process served before, so that nothing told people to wait.
    taken: BTreeSet<Shard>,
}

impl Outages {
    fn known(&self) -> MutexGuard<'_, Known> {
        // A map is whole after each line of code that changes it.
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Returns the time since which nobody can move at a place.
    fn at(&self, place: Place) -> Option<Timestamp> {
        let known = self.known();
        let guild = place.guild.and_then(|guild| known.guilds.get(&guild));
        guild
            .copied()
            .into_iter()
            .chain(known.of_shard(place))
            .min()
    }

    /// Returns the time since which the shard of a place is away.
    pub(crate) fn of_shard(&self, place: Place) -> Option<Timestamp> {
        self.known().of_shard(place)
    }

    /// Records that people cannot reach a shard since a time.
    pub(crate) fn begin(&self, shard: Shard, since: Timestamp) {
        self.known().shards.entry(shard).or_insert(since);
    }

    /// Records that this process serves a shard from now on that people could last reach at a time.
    pub(crate) fn take_over(&self, shard: Shard, seen: Timestamp) {
        let mut known = self.known();
        known.shards.insert(shard, seen);
        known.taken.insert(shard);
    }

    /// Forgets a shard, and returns the time since which it was away.
    pub(crate) fn forget(&self, shard: Shard) -> Option<Timestamp> {
        let mut known = self.known();
        known.taken.remove(&shard);
        known.shards.remove(&shard)
    }

    /// Returns whether the time for which a shard was away is given back.
    fn is_owed(&self, shard: Shard, lasted: Duration) -> bool {
        let is_taken = self.known().taken.contains(&shard);
        lasted >= SHORTEST || (is_taken && !lasted.is_zero())
    }

    /// Returns the shards that are away, with the time since which.
    pub(crate) fn shards(&self) -> Vec<(Shard, Timestamp)> {
        let known = self.known();
        let shards = known.shards.iter();
        shards.map(|(shard, since)| (*shard, *since)).collect()
    }
}

impl Known {
    fn of_shard(&self, place: Place) -> Option<Timestamp> {
        let mut away = self.shards.iter();
        let away = away.find(|(shard, _)| shard.serves(place));
        away.map(|(_, since)| *since)
    }
}

impl Service {
    /// Records that nobody can move on a server.
    pub fn begin_outage(&self, guild: GuildId, now: Timestamp) {
        self.outages.known().guilds.entry(guild).or_insert(now);
    }

    /// Records that people can move on a server again, and gives the time since
    /// [`Service::begin_outage`] back to the clocks that run there.
    ///
    /// # Errors
    ///
    /// The store failed. A game that cannot be read is skipped.
    pub fn end_outage(&self, guild: GuildId, now: Timestamp) -> Result<(), Fault> {
        let begun = self.outages.known().guilds.get(&guild).copied();
        if let Some(from) = begun.filter(|from| now.since(*from) >= SHORTEST) {
            self.fill(Table::Servers)?;
            let keys = indices::games_on(guild);
            for (key, _) in self.archive.store().scan(Table::Servers, &keys)? {
                let Some(id) = indices::game_of(&key) else {
                    continue;
                };
                match self.stand_still(id, from, now) {
                    Ok(()) | Err(ServiceError::Refused(_)) => {}
                    Err(ServiceError::Fault(fault)) if fault.is_of_one_game() => {
                        tracing::error!(game = %id, %fault, "downtime could not be given back to a game that cannot be read");
                    }
                    Err(ServiceError::Fault(fault)) => return Err(fault),
                }
            }
        }
        self.outages.known().guilds.remove(&guild);
        Ok(())
    }

    /// Records which shards people can reach at `now`, while they can reach one at least; one that
    /// is away was there at `last` or, if known, away before that. The time in which one was away
    /// is owed to the clocks that run there, and to no others; returns whether there is such time.
    ///
    /// # Errors
    ///
    /// The store failed.
    pub fn note_shards(
        &self,
        last: Timestamp,
        now: Timestamp,
        shards: &[(Shard, bool)],
    ) -> Result<bool, Fault> {
        let away = shards.iter().filter(|(_, is_connected)| !is_connected);
        let away: Vec<_> = away.map(|(shard, _)| *shard).collect();
        for shard in &away {
            self.outages.begin(*shard, last);
        }
        // The total may have changed as well.
        let mut back = self.outages.shards();
        back.retain(|(shard, _)| !away.contains(shard));
        let owed = back.iter().copied();
        let owed: Vec<_> = owed
            .filter(|(shard, since)| self.outages.is_owed(*shard, now.since(*since)))
            .collect();
        if !owed.is_empty() {
            self.owe_to_shards(now, &owed)?;
        }
        for (shard, _) in back {
            self.outages.forget(shard);
        }
        Ok(!owed.is_empty())
    }

    /// Pauses the clock of a game for a while if nobody can move at its place; returns whether that
    /// is so.
    pub(crate) fn waits_for_server(
        &self,
        id: GameId,
        now: Timestamp,
    ) -> Result<bool, ServiceError> {
        let place = self.stored(id)?.record.common().place;
        let begun = self.outages.at(place);
        if let Some(from) = begun {
            self.stand_still(id, from, now.after(PAUSE))?;
        }
        Ok(begun.is_some())
    }

    fn stand_still(
        &self,
        id: GameId,
        from: Timestamp,
        until: Timestamp,
    ) -> Result<(), ServiceError> {
        let owed = OwedTime {
            from,
            until,
            down_to: None,
        };
        self.write(|batch| {
            let loaded = self.load(id)?;
            Ok(self.give_back_to(batch, &loaded, owed)?)
        })
    }
}
