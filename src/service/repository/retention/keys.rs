//! Keys of tables and games that are removed or called off after a time.

use strum::{FromRepr, VariantArray};

use crate::service::api::ids::{GameId, Timestamp};
use crate::store::{Key, KeyReader, Keys};

/// Unit of the times in the keys, in milliseconds.
const DAY: u64 = 24 * 3600 * 1000;

/// Kind of a table or game that is removed or called off after a time, in the order of the
/// keys; the numbers are on disk.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, VariantArray, FromRepr)]
#[repr(u8)]
pub(crate) enum RetentionKind {
    /// Running game without a clock, since its last action.
    IdleGame = 0,
    /// Such a game, since its channel was told that it will be called off.
    WarnedGame = 1,
    /// Table that was closed before its game began, since then.
    ClosedTable = 2,
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

    fn prefix(self) -> Key {
        Key::new().u8(self as u8)
    }

    fn key(self, time: u64) -> Key {
        self.prefix().u64(time)
    }
}

/// Returns the key of a table or game. Its time is rounded up to whole days, so that most moves do
/// not change it.
pub(crate) fn key_of_game(kind: RetentionKind, since: Timestamp, game: GameId) -> Key {
    kind.key(since.0.next_multiple_of(DAY)).u32(game.0)
}
