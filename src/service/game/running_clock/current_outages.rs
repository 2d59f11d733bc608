//! Current outages: of servers that Discord cannot serve, of shards that are not connected, and of
//! the store.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::time::Duration;

use parking_lot::Mutex;

use crate::service::api::ids::{GuildId, Place, Shard, Timestamp};
use crate::service::model::downtime::OwedTime;

/// Minimum length of an outage that is given back to every game.
pub(crate) const SHORTEST: Duration = Duration::from_secs(30);
/// Time for which an outage of the store is kept after its end: the process that serves a shard may
/// notice the end later than this one.
const STORE_KEPT_FOR: Duration = Duration::from_secs(60);

/// Current outages.
#[derive(Debug, Default)]
pub(crate) struct Outages(Mutex<Known>);

#[derive(Debug, Default)]
struct Known {
    /// Servers in an outage, with its start. After a restart Discord reports them again, but not
    /// their start; the sign of life contains it.
    guilds: HashMap<GuildId, Timestamp>,
    /// Shards that people cannot reach while they can reach others, with the start of each outage.
    shards: BTreeMap<Shard, Timestamp>,
    /// Shards among `shards` that another process served until then; people were not told to wait.
    taken: BTreeSet<Shard>,
    /// Last outage of the store.
    store: Option<StoreOutage>,
}

/// Time in which this process could not use the store.
#[derive(Clone, Copy, Debug)]
struct StoreOutage {
    from: Timestamp,
    /// `None` while it lasts.
    until: Option<Timestamp>,
}

impl Outages {
    /// Returns the time since which nobody can move at a place.
    pub(crate) fn at(&self, place: Place) -> Option<Timestamp> {
        let known = self.0.lock();
        let guild = place.guild.and_then(|guild| known.guilds.get(&guild));
        guild
            .copied()
            .into_iter()
            .chain(known.away_at(place).map(|(_, since)| since))
            .min()
    }

    /// Returns the shard of a place, if it is away.
    pub(crate) fn shard_of(&self, place: Place) -> Option<Shard> {
        let known = self.0.lock();
        let away = known.away_at(place);
        away.map(|(shard, _)| shard)
    }

    /// Records that this process cannot use the store since a time.
    pub(crate) fn begin_of_store(&self, since: Timestamp) {
        let mut known = self.0.lock();
        let outage = StoreOutage {
            from: since,
            until: None,
        };
        // One that is kept goes on: not all of it may have been given back yet.
        known.store.get_or_insert(outage).until = None;
    }

    /// Records that this process can use the store at `now`.
    pub(crate) fn end_of_store(&self, now: Timestamp) {
        let mut known = self.0.lock();
        if let Some(outage) = &mut known.store {
            outage.until.get_or_insert(now);
        }
        known.store = known.store.filter(|outage| outage.is_kept(now));
    }

    /// Returns the time of a long outage of the store, unless it ended long before `now`.
    pub(crate) fn of_store(&self, now: Timestamp) -> Option<OwedTime> {
        let outage = self.0.lock().store?;
        let until = outage.until.unwrap_or(now);
        let owed = OwedTime::new(outage.from, until);
        outage.is_kept(now).then_some(owed)
    }

    /// Records that Discord cannot serve a server since a time.
    pub(crate) fn begin_on(&self, guild: GuildId, since: Timestamp) {
        self.0.lock().guilds.entry(guild).or_insert(since);
    }

    /// Returns the servers that Discord cannot serve, with the start of each outage.
    pub(crate) fn servers(&self) -> Vec<(GuildId, Timestamp)> {
        let known = self.0.lock();
        let guilds = known.guilds.iter();
        guilds.map(|(guild, since)| (*guild, *since)).collect()
    }

    /// Returns the time since which Discord cannot serve a server.
    pub(crate) fn on(&self, guild: GuildId) -> Option<Timestamp> {
        self.0.lock().guilds.get(&guild).copied()
    }

    /// Forgets the outage of a server.
    pub(crate) fn forget_on(&self, guild: GuildId) {
        self.0.lock().guilds.remove(&guild);
    }

    /// Records that people cannot reach a shard since a time.
    pub(crate) fn begin(&self, shard: Shard, since: Timestamp) {
        self.0.lock().shards.entry(shard).or_insert(since);
    }

    /// Records that people cannot reach a shard since a time, even if a later one was recorded.
    pub(crate) fn begin_before(&self, shard: Shard, since: Timestamp) {
        let mut known = self.0.lock();
        let begun = known.shards.entry(shard).or_insert(since);
        *begun = since.min(*begun);
    }

    /// Records that this process serves a shard from now on, which people could last reach at this
    /// time, and which of these servers, noted by the previous process, belong to it.
    pub(crate) fn take_over(
        &self,
        shard: Shard,
        seen: Timestamp,
        servers: &[(GuildId, Timestamp)],
    ) {
        let mut known = self.0.lock();
        // An outage from before another process served the shard may have ended since.
        known.guilds.retain(|guild, _| !shard.has(*guild));
        let own = servers.iter().filter(|(guild, _)| shard.has(*guild));
        known.guilds.extend(own.copied());
        known.shards.insert(shard, seen);
        known.taken.insert(shard);
    }

    /// Forgets a shard, and returns the time since which it was away.
    pub(crate) fn forget(&self, shard: Shard) -> Option<Timestamp> {
        let mut known = self.0.lock();
        known.taken.remove(&shard);
        known.shards.remove(&shard)
    }

    /// Forgets a shard that another process may serve from now on, with its servers, whose return is
    /// reported to that process alone. Returns the time since which the shard was away.
    pub(crate) fn leave(&self, shard: Shard) -> Option<Timestamp> {
        self.0.lock().guilds.retain(|guild, _| !shard.has(*guild));
        self.forget(shard)
    }

    /// Returns whether the time for which a shard was away is given back.
    pub(crate) fn is_owed(&self, shard: Shard, lasted: Duration) -> bool {
        let is_taken = self.0.lock().taken.contains(&shard);
        lasted >= SHORTEST || (is_taken && !lasted.is_zero())
    }

    /// Returns the shards that are away, with the start of each outage.
    pub(crate) fn shards(&self) -> Vec<(Shard, Timestamp)> {
        let known = self.0.lock();
        let shards = known.shards.iter();
        shards.map(|(shard, since)| (*shard, *since)).collect()
    }
}

impl StoreOutage {
    fn is_kept(&self, now: Timestamp) -> bool {
        let until = self.until.unwrap_or(now);
        until.since(self.from) >= SHORTEST && now.since(until) < STORE_KEPT_FOR
    }
}

impl Known {
    /// Returns the shard of a place and the time since which it is away, if it is.
    fn away_at(&self, place: Place) -> Option<(Shard, Timestamp)> {
        let mut away = self.shards.iter();
        let away = away.find(|(shard, _)| shard.serves(place));
        away.map(|(shard, since)| (*shard, *since))
    }
}
