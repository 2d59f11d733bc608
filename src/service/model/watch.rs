//! Messages that follow a game in other channels.

use crate::service::api::ids::{GuildId, MessageId, PersonId, Timestamp};

/// Message in another channel that follows a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Watch {
    /// Server of the channel.
    pub(crate) guild: Option<GuildId>,
    /// Time when it began.
    pub(crate) begun: Timestamp,
    /// The message, once it is posted.
    pub(crate) message: Option<MessageId>,
    /// Version of the game that it shows.
    pub(crate) shown: u64,
    /// Person who asked for it, if known.
    pub(crate) by: Option<PersonId>,
}
