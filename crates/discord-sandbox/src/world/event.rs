//! Changes of the world, to be sent to the bot and to people.

use serde_json::Value;
use strum::IntoStaticStr;

use crate::world::model::Channel;
use crate::world::snowflake::Id;

/// Change that is sent to the bot's gateway and to the people it concerns.
#[derive(Clone, Debug)]
pub(crate) enum WorldEvent {
    MessageCreated(Id),
    MessageUpdated(Id),
    MessageDeleted {
        channel: Id,
        message: Id,
        only_for: Option<Id>,
    },
    ChannelCreated(Id),
    ChannelUpdated(Id),
    ChannelDeleted(Box<Channel>),
    /// A permission change made the channel visible to the person.
    ChannelShown {
        channel: Id,
        user: Id,
    },
    /// A permission change hid the channel from the person.
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
    /// A guild was created, without the bot.
    GuildCreated,
    /// The permissions of a role changed.
    RoleUpdated {
        guild: Id,
        role: Id,
    },
    /// The bot was added to this guild.
    BotAdded(Id),
    /// The bot was removed from this guild.
    BotRemoved(Id),
    /// An outage of this guild started or ended.
    Outage(Id),
    /// Interaction and the event that the bot receives.
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

/// Response of the bot to an interaction; as a text, its kind in the protocol of people.
#[derive(Clone, Debug, IntoStaticStr)]
#[strum(serialize_all = "snake_case")]
pub(crate) enum Answer {
    Message(Id),
    Deferred(Id),
    DeferredUpdate,
    Update(Id),
    Choices(Value),
    Modal(Value),
}
