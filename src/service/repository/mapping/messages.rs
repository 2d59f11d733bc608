//! Messages of games, and their records.

use crate::service::api::ids::{ChannelId, GameId, GuildId, MessageId, PersonId, Place, Timestamp};
use crate::service::api::view::message::{MessageForm, SupersededKind};
use crate::service::model::watch::{Behind, Watch};
use crate::service::repository::mapping::{access, form};
use crate::service::repository::persistent::Persistent;
use crate::store::records::{
    BehindRecord, LeftoverKind, LeftoverRecord, MessageRecord, WatchRecord,
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

impl Persistent for Behind {
    type Record = BehindRecord;

    fn from_record(record: BehindRecord) -> Self {
        Self {
            guild: record.guild.map(GuildId),
            version: record.version,
        }
    }

    fn to_record(&self) -> BehindRecord {
        BehindRecord {
            guild: self.guild.map(|guild| guild.0),
            version: self.version,
        }
    }
}
