//! The events that the bot wants, as serenity has them.

use serde::de::DeserializeOwned;
use serenity::all::{
    ChannelDeleteEvent, FullEvent, GuildCreateEvent, GuildDeleteEvent, GuildUpdateEvent,
    InteractionCreateEvent, MessageCreateEvent, ReadyEvent, ThreadDeleteEvent,
};

/// Reads an event by its name; nothing if it is another one, or what it carries is unknown here.
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
    // What it says may hold a token.
    read.inspect_err(|error| {
        let (line, column) = (error.line(), error.column());
        tracing::warn!(name, line, column, "an event cannot be read");
    })
    .ok()
}
