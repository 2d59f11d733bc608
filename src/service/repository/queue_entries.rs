//! Servers in the entries of queues: tables of games with pending work.

use crate::service::Service;
use crate::service::api::fault::Fault;
use crate::service::api::ids::{GameId, GuildId};
use crate::service::api::view::update::Announcement;
use crate::service::model::common::Reminded;
use crate::service::model::watch::{Behind, Watch};
use crate::service::repository::indices::keys::game_key;
use crate::service::repository::persistent::{self, Persistent};
use crate::store::records::record::decode;
use crate::store::records::{MarkRecord, ReminderRecord, UnannouncedRecord};
use crate::store::{Batch, Entries, Expected, Table, Versioned};

/// Entry of a queue, with the number of its game's server, if it has been noted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Queued<T> {
    pub(crate) what: T,
    server: Option<u64>,
}

impl<T> Queued<T> {
    /// Returns the entry of a game on a server, or in a private conversation.
    fn new(what: T, server: Option<GuildId>) -> Self {
        let server = Some(number(server.map(|server| server.0)));
        Self { what, server }
    }

    /// Returns the entry of a game that has left its server for another one.
    pub(crate) fn on(self, server: Option<GuildId>) -> Self {
        Self::new(self.what, server)
    }
}

impl Persistent for Queued<Announcement> {
    type Record = UnannouncedRecord;

    fn from_record(record: UnannouncedRecord) -> Self {
        Self {
            what: if record.post {
                Announcement::Post
            } else {
                Announcement::Edit
            },
            server: record.server,
        }
    }

    fn to_record(&self) -> UnannouncedRecord {
        UnannouncedRecord {
            post: self.what == Announcement::Post,
            server: self.server,
        }
    }
}

impl Persistent for Queued<Reminded> {
    type Record = ReminderRecord;

    fn from_record(record: ReminderRecord) -> Self {
        Self {
            what: Reminded {
                step: record.step,
                moments: record.moments,
            },
            server: record.server,
        }
    }

    fn to_record(&self) -> ReminderRecord {
        ReminderRecord {
            step: self.what.step,
            moments: self.what.moments,
            server: self.server,
        }
    }
}

impl Service {
    /// Queues an edit of the message of a table or game in `batch`.
    pub(crate) fn put_seen(
        &self,
        batch: &mut Batch,
        id: GameId,
        server: Option<GuildId>,
    ) -> Result<(), Fault> {
        let held = self.read::<Queued<Announcement>>(&game_key(id))?;
        if held.is_none() {
            put(batch, id, server, Announcement::Edit);
        }
        Ok(())
    }
}

/// Adds to `batch` an entry for a game on a server, or in a private conversation.
pub(crate) fn put<T>(batch: &mut Batch, game: GameId, server: Option<GuildId>, what: T)
where
    Queued<T>: Persistent,
{
    let entry = Queued::new(what, server);
    persistent::put(batch, game_key(game), &entry, Expected::Any);
}

/// Queues updates of the followers of a game to this version in `batch`.
pub(crate) fn put_behind(batch: &mut Batch, followers: Entries<Versioned<Watch>>, version: u64) {
    for (key, held) in followers {
        let guild = held.record.guild;
        persistent::put(batch, key, &Behind { guild, version }, Expected::Any);
    }
}

/// Returns the number that stands for a server, or for a private conversation.
pub(crate) fn number(server: Option<u64>) -> u64 {
    server.unwrap_or(0)
}

/// Returns the number of the server in an entry of a queue, if the entry contains it.
pub(crate) fn number_in(table: Table, entry: &[u8]) -> Option<u64> {
    match table {
        Table::Deadlines | Table::Thinking | Table::Replays | Table::Retention => {
            decode::<MarkRecord>(entry).ok()?.server
        }
        Table::Reminders => decode::<ReminderRecord>(entry).ok()?.server,
        Table::Unannounced => decode::<UnannouncedRecord>(entry).ok()?.server,
        _ => None,
    }
}

/// Returns the server for which a number stands; `None` for a private conversation.
pub(crate) fn server(number: u64) -> Option<GuildId> {
    (number != 0).then_some(GuildId(number))
}
