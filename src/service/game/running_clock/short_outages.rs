//! Outages that are too short to be given back to every game, which costs a write in each.

use std::collections::VecDeque;
use std::time::Duration;

use parking_lot::Mutex;

use crate::service::api::ids::{GuildId, Place, Shard, Timestamp};

/// Minimum length of an outage that is kept; after a shorter one, people are still answered in time.
const SHORTEST: Duration = Duration::from_secs(2);
/// Time for which an outage is kept after its end. Players whose time runs out later could still
/// move for so long, and do not get back every short outage of a turn of days.
const KEPT_FOR: Duration = Duration::from_secs(10 * 60);
/// Maximum number of outages kept: those that ended last. At the beginning of a session, each of
/// thousands of servers is out until Discord reports it.
const MOST: usize = 100_000;

/// Recent outages that are over, in the order of their ends. A game gets them back only if the time
/// of the player to move would be over otherwise; a restart, which gives back more, forgets them.
#[derive(Debug, Default)]
pub(crate) struct ShortOutages(Mutex<VecDeque<ShortOutage>>);

/// Part of Discord that people could not reach.
#[derive(Clone, Copy, Debug)]
pub(crate) enum OutageScope {
    /// All servers of a shard.
    Shard(Shard),
    /// One server.
    Server(GuildId),
}

#[derive(Debug)]
struct ShortOutage {
    /// Where people could not move; `None` if they could not reach the bot at all.
    scope: Option<OutageScope>,
    from: Timestamp,
    until: Timestamp,
}

impl ShortOutages {
    /// Records that people could not reach a shard or a server or, without one, the bot, unless that
    /// was too short to matter.
    pub(crate) fn note(&self, scope: Option<OutageScope>, from: Timestamp, until: Timestamp) {
        if until.since(from) < SHORTEST {
            return;
        }
        let mut outages = self.0.lock();
        let is_old = |first: &ShortOutage| !first.is_recent(until);
        while outages.len() >= MOST || outages.front().is_some_and(is_old) {
            outages.pop_front();
        }
        outages.push_back(ShortOutage { scope, from, until });
    }

    /// Returns whether there are recent outages.
    pub(crate) fn has_any(&self, now: Timestamp) -> bool {
        let outages = self.0.lock();
        outages.back().is_some_and(|last| last.is_recent(now))
    }

    /// Returns how much of the time since a moment was lost at a place by recent outages, and the
    /// end of the last one.
    pub(crate) fn lost_since(
        &self,
        moment: Timestamp,
        place: Place,
        now: Timestamp,
    ) -> (Duration, Timestamp) {
        let outages = self.0.lock();
        let here = outages.iter().filter(|outage| outage.is_at(place));
        let here = here.filter(|outage| outage.is_recent(now));
        let mut here: Vec<_> = here.map(|outage| (outage.from, outage.until)).collect();
        // Some overlap: a process that wakes from a freeze is often not connected.
        here.sort_unstable();
        let (mut lost, mut reached) = (Duration::ZERO, moment);
        for (from, until) in here {
            lost += until.since(from.max(reached));
            reached = reached.max(until);
        }
        (lost, reached)
    }
}

impl ShortOutage {
    fn is_at(&self, place: Place) -> bool {
        match self.scope {
            None => true,
            Some(OutageScope::Shard(shard)) => shard.serves(place),
            Some(OutageScope::Server(server)) => place.guild == Some(server),
        }
    }

    fn is_recent(&self, now: Timestamp) -> bool {
        now.since(self.until) < KEPT_FOR
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::service::api::ids::{Access, ChannelId};

    const HERE: Place = Place {
        guild: Some(GuildId(1)),
        channel: ChannelId(10),
        access: Access::Member,
    };

    fn at(seconds: u64) -> Timestamp {
        Timestamp(seconds * 1_000)
    }

    /// Checks how many seconds since the 100th a place lost, by the 200th, by these outages, and the
    /// end of the last one.
    #[track_caller]
    fn check(outages: &[(u64, u64)], lost: u64, end: u64) {
        let short = ShortOutages::default();
        for (from, until) in outages {
            short.note(None, at(*from), at(*until));
        }
        let expected = (Duration::from_secs(lost), at(end));
        assert_eq!(short.lost_since(at(100), HERE, at(200)), expected);
    }

    #[test]
    fn every_second_of_a_turn_is_lost_once() {
        check(&[], 0, 100);
        check(&[(110, 120), (150, 155)], 15, 155);
        check(&[(110, 120), (115, 125), (105, 126)], 21, 126);
        check(&[(80, 90)], 0, 100);
        check(&[(90, 105)], 5, 105);
        check(&[(110, 111)], 0, 100);
    }

    #[test]
    fn outage_of_one_shard_or_server_is_none_of_another() {
        let shards = [0, 1].map(|number| OutageScope::Shard(Shard { number, total: 2 }));
        let servers = [1, 2].map(|server| OutageScope::Server(GuildId(server)));
        for [own, other] in [shards, servers] {
            let short = ShortOutages::default();
            short.note(Some(other), at(110), at(120));
            assert_eq!(short.lost_since(at(100), HERE, at(200)).0, Duration::ZERO);
            short.note(Some(own), at(110), at(120));
            let lost = short.lost_since(at(100), HERE, at(200)).0;
            assert_eq!(lost, Duration::from_secs(10));
        }
    }

    #[test]
    fn older_outages_are_forgotten() {
        let short = ShortOutages::default();
        short.note(None, at(110), at(120));
        let later = at(120).after(KEPT_FOR);
        assert!(short.has_any(at(120)) && !short.has_any(later));
        assert_eq!(short.lost_since(at(100), HERE, later).0, Duration::ZERO);
        short.note(None, at(120), later);
        assert_eq!(short.0.lock().len(), 1);
        for _outage in 0..2 * MOST {
            short.note(None, at(110), at(120));
        }
        assert_eq!(short.0.lock().len(), MOST);
    }
}
