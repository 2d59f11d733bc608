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

/// Entry in the queue of a message that does not show the current state of the game it follows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Behind {
    /// Server of the channel.
    pub(crate) guild: Option<GuildId>,
    /// Version of the game that it should show.
    pub(crate) version: u64,
}
