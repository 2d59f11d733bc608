//! Pages of queues: tables whose entries wait until they are handled.

use crate::service::api::ids::GameId;

/// Key up to which a queue has been read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reached(Vec<u8>);

impl Reached {
    /// Returns the place after a key.
    pub(crate) fn at(key: &[u8]) -> Self {
        Self(key.to_vec())
    }

    /// Returns the key.
    pub(crate) fn into_key(self) -> Vec<u8> {
        self.0
    }
}

/// Entries of a queue that were read at once.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct QueuePage<T = GameId> {
    /// The entries that this process handles, by game, the oldest first.
    pub entries: Vec<T>,
    /// Key up to which the queue has been read, unless it was read to its end.
    pub next: Option<Reached>,
}

impl<T> Default for QueuePage<T> {
    fn default() -> Self {
        Self {
            entries: Vec::new(),
            next: None,
        }
    }
}
