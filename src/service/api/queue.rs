//! Pages of queues: tables whose entries wait until something is done.

use crate::service::api::ids::GameId;

/// Key up to which a queue has been read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reached(pub(crate) Vec<u8>);

/// Entries of a queue that were read at once.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct QueuePage<T = GameId> {
    /// The entries that this process handles, by game, the oldest first.
    pub entries: Vec<T>,
    /// Key up to which the queue has been read, unless it was read to its end.
    pub next: Option<Reached>,
}
