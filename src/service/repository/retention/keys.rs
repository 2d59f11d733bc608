//! Keys of tables, games and servers that are removed or called off after a time.

use std::collections::BTreeSet;

use strum::{FromRepr, VariantArray};

use crate::service::api::ids::{GameId, GuildId, Timestamp};
use crate::service::model::settings::GuildData;
use crate::store::records::MarkRecord;
use crate::store::records::record;
use crate::store::{Batch, Expected, Key, KeyReader, Keys, Table};

/// Unit of the times in the keys, in milliseconds.
const DAY: u64 = 24 * 3600 * 1000;

/// Kind of a table, game or server that is removed or called off after a time, in the order of the
/// keys; the numbers are on disk.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, VariantArray, FromRepr)]
#[repr(u8)]
pub(crate) enum RetentionKind {
    /// Running game without a clock, since its last action.
    IdleGame = 0,
    /// Idle game whose channel was warned, since the warning.
    WarnedGame = 1,
    /// Table that was closed before its game began, since then.
    ClosedTable = 2,
    /// Server that the bot has left, since then.
    LeftServer = 3,
    /// Audit log of a server, since its oldest entry.
    AuditLog = 4,
}

impl RetentionKind {
    /// Returns the kind in a key.
    pub(crate) fn of(key: &[u8]) -> Option<Self> {
        KeyReader::new(key).u8().and_then(Self::from_repr)
    }

    /// Returns the keys of this kind up to a time.
    pub(crate) fn until(self, time: Timestamp) -> Keys {
        let end = self.key(time.0.saturating_add(1));
        Keys::prefix(&self.prefix()).before(end)
    }

    /// Returns a key after all keys of this kind, and before all of the next.
    pub(crate) fn end(self) -> Key {
        Key::new().u8(self as u8 + 1)
    }

    /// Returns the beginning of all keys of this kind.
    pub(crate) fn prefix(self) -> Key {
        Key::new().u8(self as u8)
    }

    fn key(self, time: u64) -> Key {
        self.prefix().u64(time)
    }
}

/// Returns the keys that follow from the data about a server.
pub(crate) fn keys_of_server(server: GuildId, data: &GuildData) -> BTreeSet<Key> {
    let left = data.left.map(|left| (RetentionKind::LeftServer, left));
    let oldest = data.audit.first().map(|entry| entry.at);
    let log = oldest.map(|oldest| (RetentionKind::AuditLog, oldest));
    let kinds = left.into_iter().chain(log);
    kinds
        .map(|(kind, since)| kind.key(since.0.next_multiple_of(DAY)).u64(server.0))
        .collect()
}

/// Adds to `batch` the changes of keys that follow when the data about a server changes.
pub(crate) fn update_server(batch: &mut Batch, server: GuildId, old: &GuildData, new: &GuildData) {
    let (old, new) = (keys_of_server(server, old), keys_of_server(server, new));
    for key in old.difference(&new) {
        batch.delete(Table::Retention, key.clone(), Expected::Any);
    }
    for key in new.difference(&old) {
        let mark = mark_of(server);
        batch.put(Table::Retention, key.clone(), mark, Expected::Any);
    }
}

/// Returns the value under the keys of a server.
pub(crate) fn mark_of(server: GuildId) -> Vec<u8> {
    record::encode(&MarkRecord {
        server: Some(server.0),
    })
}

/// Returns the server in a key, if it is that of a server.
pub(crate) fn server_of(key: &[u8]) -> Option<GuildId> {
    let mut parts = KeyReader::new(key);
    match RetentionKind::of(key)? {
        RetentionKind::IdleGame | RetentionKind::WarnedGame | RetentionKind::ClosedTable => None,
        RetentionKind::LeftServer | RetentionKind::AuditLog => {
            parts.u8()?;
            parts.u64()?;
            parts.u64().map(GuildId)
        }
    }
}

/// Returns the time in a key.
pub(crate) fn time_of(key: &[u8]) -> Option<Timestamp> {
    let mut parts = KeyReader::new(key);
    parts.u8()?;
    parts.u64().map(Timestamp)
}

/// Returns the key of a table or game. Its time is rounded up to whole days, so that most moves do
/// not change it.
pub(crate) fn key_of_game(kind: RetentionKind, since: Timestamp, game: GameId) -> Key {
    kind.key(since.0.next_multiple_of(DAY)).u32(game.0)
}
