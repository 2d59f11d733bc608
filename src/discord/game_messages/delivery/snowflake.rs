//! Ids of servers, channels and messages, and the times in them.

use serenity::all as discord;

use crate::service::{ChannelId, GuildId, MessageId, Timestamp};

/// Start of Discord's time, in milliseconds since 1970.
const EPOCH: u64 = 1_420_070_400_000;

/// Returns the id of a channel for a request.
pub(crate) fn channel_id(channel: ChannelId) -> discord::ChannelId {
    discord::ChannelId::new(channel.0)
}

/// Returns the id of a server for a request.
pub(in crate::discord::game_messages) fn guild_id(guild: GuildId) -> discord::GuildId {
    discord::GuildId::new(guild.0)
}

/// Returns the id of a message for a request.
pub(crate) fn message_id(message: MessageId) -> discord::MessageId {
    discord::MessageId::new(message.0)
}

/// Returns the time at which Discord made an id.
pub(crate) fn moment_of(id: u64) -> Timestamp {
    Timestamp((id >> 22) + EPOCH)
}

/// Returns the message with the button that was pressed, or on which a command was used, or else the
/// interaction itself, with its time by Discord's clock, which all processes share: by these, a
/// repeated request for a new game is recognized.
pub(crate) fn start_of(
    interaction: discord::InteractionId,
    message: Option<MessageId>,
) -> (MessageId, Timestamp) {
    let id = interaction.get();
    (message.unwrap_or(MessageId(id)), moment_of(id))
}

/// Returns an id lower than that of any message posted at or after a time.
pub(crate) fn before_all_at(moment: Timestamp) -> MessageId {
    MessageId(moment.0.saturating_sub(EPOCH) << 22)
}
