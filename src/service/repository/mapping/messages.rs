//! Facts about messages and about the bot's presence, and their records.

use crate::service::api::ids::{
    ChannelId, GameId, GuildId, MessageId, PersonId, Place, Shard, Timestamp,
};
use crate::service::api::view::message::{MessageForm, SupersededKind};
use crate::service::model::messages::{Alive, ImportedGame, OwedTime, Watch};
use crate::service::repository::mapping::{access, form};
use crate::service::repository::persistent::Persistent;
use crate::store::records::{
    AliveRecord, AwayRecord, ImportRecord, LeftoverKind, LeftoverRecord, MessageRecord,
    OutServerRecord, OwedRecord, ShardOwedRecord, WatchRecord,
};

/// Game that a message shows, and its step.
impl Persistent for (GameId, u32) {
    type Record = MessageRecord;

    fn from_record(record: MessageRecord) -> Self {
        (GameId(record.game), record.step)
    }

    fn to_record(&self) -> MessageRecord {
        let (GameId(game), step) = *self;
        MessageRecord { game, step }
    }
}

/// Place, form and kind of a superseded message.
impl Persistent for (Place, MessageForm, SupersededKind) {
    type Record = LeftoverRecord;

    fn from_record(record: LeftoverRecord) -> Self {
        let place = Place {
            guild: record.guild.map(GuildId),
            channel: ChannelId(record.channel),
            access: access(record.visited),
        };
        let kind = match record.was {
            LeftoverKind::Table => SupersededKind::Table,
            LeftoverKind::Board { from, to } => SupersededKind::Board { from, to },
            LeftoverKind::Moved => SupersededKind::Moved,
            LeftoverKind::Watch => SupersededKind::Watch,
        };
        (place, form(record.of_components), kind)
    }

    fn to_record(&self) -> LeftoverRecord {
        let (place, form, kind) = *self;
        LeftoverRecord {
            guild: place.guild.map(|guild| guild.0),
            channel: place.channel.0,
            visited: place.is_visited(),
            of_components: form == MessageForm::Components,
            was: match kind {
                SupersededKind::Table => LeftoverKind::Table,
                SupersededKind::Board { from, to } => LeftoverKind::Board { from, to },
                SupersededKind::Moved => LeftoverKind::Moved,
                SupersededKind::Watch => LeftoverKind::Watch,
            },
        }
    }
}

impl Persistent for Watch {
    type Record = WatchRecord;

    fn from_record(record: WatchRecord) -> Self {
        Self {
            guild: record.guild.map(GuildId),
            begun: Timestamp(record.begun),
            message: record.message.map(MessageId),
            shown: record.shown,
            by: record.by.map(PersonId),
        }
    }

    fn to_record(&self) -> WatchRecord {
        WatchRecord {
            guild: self.guild.map(|guild| guild.0),
            begun: self.begun.0,
            message: self.message.map(|message| message.0),
            shown: self.shown,
            by: self.by.map(|person| person.0),
        }
    }
}

impl Persistent for ImportedGame {
    type Record = ImportRecord;

    fn from_record(record: ImportRecord) -> Self {
        Self(record.text)
    }

    fn to_record(&self) -> ImportRecord {
        let text = self.0.clone();
        ImportRecord { text }
    }
}

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

/// Returns a shard that people cannot reach, with the time since which.
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
    let down_to = owed.down_to;
    OwedTime {
        from: Timestamp(owed.from),
        until: Timestamp(owed.until),
        down_to: down_to.map(|(due, game)| (Timestamp(due), GameId(game))),
    }
}

fn owed_record(owed: OwedTime) -> OwedRecord {
    OwedRecord {
        from: owed.from.0,
        until: owed.until.0,
        down_to: owed.down_to.map(|(due, game)| (due.0, game.0)),
    }
}
