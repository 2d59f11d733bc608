//! What has just changed in the world, for those who watch it.

use serde_json::Value;

use crate::world::model::Channel;
use crate::world::snowflake::Id;

/// One change, told to the bot's gateway and to the people it concerns.
#[derive(Clone, Debug)]
pub(crate) enum Happening {
    MessageCreated(Id),
    MessageUpdated(Id),
    MessageDeleted {
        channel: Id,
        message: Id,
        only_for: Option<Id>,
    },
    ReactionAdded {
        message: Id,
        user: Id,
        emoji: String,
    },
    ReactionRemoved {
        message: Id,
        user: Id,
        emoji: String,
    },
    ChannelCreated(Id),
    ChannelUpdated(Id),
    ChannelDeleted(Box<Channel>),
    /// A permission change let the person see the channel.
    ChannelShown {
        channel: Id,
        user: Id,
    },
    /// A permission change took the channel from the person's sight.
    ChannelHidden {
        channel: Id,
        user: Id,
    },
    ThreadMemberAdded {
        thread: Id,
        user: Id,
    },
    Typing {
        channel: Id,
        user: Id,
    },
    UserUpdated(Id),
    CommandsChanged,
    MemberAdded {
        guild: Id,
        user: Id,
    },
    MemberRemoved {
        guild: Id,
        user: Id,
    },
    /// To this guild.
    BotAdded(Id),
    /// From this guild.
    BotRemoved(Id),
    /// Of this guild, begun or over.
    Outage(Id),
    /// An interaction and the event the bot gets.
    Asked {
        interaction: Id,
        event: Value,
    },
    Answered {
        interaction: Id,
        answer: Answer,
    },
    Failed(Id),
    ModalClosed {
        interaction: Id,
        modal: Id,
    },
}

/// What the bot answered an interaction with.
#[derive(Clone, Debug)]
pub(crate) enum Answer {
    Message(Id),
    Deferred(Id),
    DeferredUpdate,
    Update(Id),
    Choices(Value),
    Modal(Value),
}

impl Answer {
    /// Name in the person's protocol.
    pub(crate) fn name(&self) -> &'static str {
        match self {
            Self::Message(_) => "message",
            Self::Deferred(_) => "deferred",
            Self::DeferredUpdate => "deferred_update",
            Self::Update(_) => "update",
            Self::Choices(_) => "choices",
            Self::Modal(_) => "modal",
        }
    }
}
