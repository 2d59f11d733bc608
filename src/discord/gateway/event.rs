//! Conversion of the events that the bot uses to serenity's types.

use serde::de::DeserializeOwned;
use serenity::all::{
    ChannelDeleteEvent, FullEvent, GuildCreateEvent, GuildDeleteEvent, GuildUpdateEvent,
    InteractionCreateEvent, MessageCreateEvent, ReadyEvent, ThreadDeleteEvent,
};

/// Parses an event by its name; `None` if the bot does not use it or the data cannot be parsed.
pub(super) fn read(name: &str, data: &str) -> Option<FullEvent> {
    Some(match name {
        "READY" => FullEvent::Ready {
            data_about_bot: parse::<ReadyEvent>(name, data)?.ready,
        },
        "GUILD_CREATE" => FullEvent::GuildCreate {
            guild: parse::<GuildCreateEvent>(name, data)?.guild,
            is_new: None,
        },
        "GUILD_UPDATE" => FullEvent::GuildUpdate {
            old_data_if_available: None,
            new_data: parse::<GuildUpdateEvent>(name, data)?.guild,
        },
        "GUILD_DELETE" => FullEvent::GuildDelete {
            incomplete: parse::<GuildDeleteEvent>(name, data)?.guild,
            full: None,
        },
        "CHANNEL_DELETE" => FullEvent::ChannelDelete {
            channel: parse::<ChannelDeleteEvent>(name, data)?.channel,
            messages: None,
        },
        "THREAD_DELETE" => FullEvent::ThreadDelete {
            thread: parse::<ThreadDeleteEvent>(name, data)?.thread,
            full_thread_data: None,
        },
        "INTERACTION_CREATE" => FullEvent::InteractionCreate {
            interaction: parse::<InteractionCreateEvent>(name, data)?.interaction,
        },
        "MESSAGE_CREATE" => FullEvent::Message {
            new_message: parse::<MessageCreateEvent>(name, data)?.message,
        },
        _ => return None,
    })
}

fn parse<T: DeserializeOwned>(name: &str, data: &str) -> Option<T> {
    let read = serde_json::from_str(data);
    // The message of the error may contain a token.
    read.inspect_err(|error| {
        let (line, column) = (error.line(), error.column());
        tracing::warn!(name, line, column, "an event cannot be read");
    })
    .ok()
}
