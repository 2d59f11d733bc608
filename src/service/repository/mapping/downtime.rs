//! Availability of the bot and owed downtime, and their records.

use crate::service::api::ids::{GameId, GuildId, Shard, Timestamp};
use crate::service::model::downtime::{Alive, OwedTime};
use crate::service::repository::persistent::Persistent;
use crate::store::records::{
    AliveRecord, AwayRecord, OutServerRecord, OwedRecord, ShardOwedRecord,
};

impl Persistent for Alive {
    type Record = AliveRecord;

    fn from_record(record: AliveRecord) -> Self {
        let away = record.away.iter();
        let servers = record.servers.iter();
        let shards = record.shards.iter();
        Self {
            at: Timestamp(record.at),
            owed: record.owed.map(owed_time),
            away: away.map(away_shard).collect(),
            servers: servers
                .map(|out| (GuildId(out.server), Timestamp(out.since)))
                .collect(),
            shards: shards
                .map(|own| (shard(own.shard, own.total), owed_time(own.owed)))
                .collect(),
            indices: record.indices,
        }
    }

    fn to_record(&self) -> AliveRecord {
        let away = self.away.iter();
        let servers = self.servers.iter().map(|(server, since)| OutServerRecord {
            server: server.0,
            since: since.0,
        });
        let shards = self.shards.iter().map(|(shard, owed)| ShardOwedRecord {
            shard: shard.number,
            total: shard.total,
            owed: owed_record(*owed),
        });
        AliveRecord {
            at: self.at.0,
            owed: self.owed.map(owed_record),
            away: away.copied().map(away_record).collect(),
            servers: servers.collect(),
            shards: shards.collect(),
            indices: self.indices,
        }
    }
}

const fn shard(number: u32, total: u32) -> Shard {
    Shard { number, total }
}

/// Returns a shard that people cannot reach, with the start of the outage.
pub(crate) fn away_shard(away: &AwayRecord) -> (Shard, Timestamp) {
    (shard(away.shard, away.total), Timestamp(away.since))
}

pub(crate) fn away_record((shard, since): (Shard, Timestamp)) -> AwayRecord {
    AwayRecord {
        shard: shard.number,
        total: shard.total,
        since: since.0,
    }
}

fn owed_time(owed: OwedRecord) -> OwedTime {
    let reached = |(time, game)| (Timestamp(time), GameId(game));
    OwedTime {
        from: Timestamp(owed.from),
        until: Timestamp(owed.until),
        down_to: owed.down_to.map(reached),
        notices_to: owed.notices_to.map(reached),
    }
}

fn owed_record(owed: OwedTime) -> OwedRecord {
    let reached = |(time, game): (Timestamp, GameId)| (time.0, game.0);
    OwedRecord {
        from: owed.from.0,
        until: owed.until.0,
        down_to: owed.down_to.map(reached),
        notices_to: owed.notices_to.map(reached),
    }
}
