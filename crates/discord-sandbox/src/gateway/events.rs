//! Gateway events for changes of the world.

use serde_json::{Value, json};

use crate::gateway::hub::Hub;
use crate::gateway::intents;
use crate::world::World;
use crate::world::event::WorldEvent;
use crate::world::message_view::Viewer;
use crate::world::model::Channel;
use crate::world::snowflake::Id;
use crate::world::view::{member_json, role_json};

/// Sends the gateway events for a change.
pub(crate) fn tell(world: &World, hub: &mut Hub, event: &WorldEvent) {
    match event {
        WorldEvent::MessageCreated(id) => tell_message(world, hub, "MESSAGE_CREATE", *id),
        WorldEvent::MessageUpdated(id) => tell_message(world, hub, "MESSAGE_UPDATE", *id),
        WorldEvent::MessageDeleted {
            channel,
            message,
            only_for,
        } => {
            if only_for.is_none() {
                let wanted = [intents::GUILD_MESSAGES, intents::DIRECT_MESSAGES];
                let data = json!({"id": message, "channel_id": channel});
                tell_in(world, hub, "MESSAGE_DELETE", *channel, wanted, data);
            }
        }
        WorldEvent::Typing { channel, user } => tell_typing(world, hub, *channel, *user),
        WorldEvent::Asked { event, .. } => {
            hub.dispatch("INTERACTION_CREATE", 0, |_| Some(event.clone()));
        }
        WorldEvent::ChannelCreated(id) => tell_channel(world, hub, "CREATE", *id),
        WorldEvent::ChannelUpdated(id) => tell_channel(world, hub, "UPDATE", *id),
        WorldEvent::ChannelDeleted(channel) => tell_channel_deleted(world, hub, channel),
        WorldEvent::ThreadMemberAdded { thread, user } => tell_joined(world, hub, *thread, *user),
        WorldEvent::MemberAdded { guild, user } | WorldEvent::MemberRemoved { guild, user } => {
            tell_member(world, hub, *guild, *user);
        }
        WorldEvent::RoleUpdated { guild, role } => tell_role(world, hub, *guild, *role),
        WorldEvent::BotAdded(guild) | WorldEvent::BotRemoved(guild) => {
            tell_guild(world, hub, *guild);
        }
        WorldEvent::Outage(guild) => tell_outage(world, hub, *guild),
        WorldEvent::ChannelShown { channel, user } => {
            if *user == world.bot {
                tell_shown(world, hub, *channel);
            }
        }
        WorldEvent::GuildCreated
        | WorldEvent::ChannelHidden { .. }
        | WorldEvent::UserUpdated(_)
        | WorldEvent::CommandsChanged
        | WorldEvent::Answered { .. }
        | WorldEvent::Failed(_)
        | WorldEvent::ModalClosed { .. } => {}
    }
}

/// Sends that the bot joined or left a guild.
fn tell_guild(world: &World, hub: &mut Hub, guild: Id) {
    let Some(guild) = world.guild(guild) else {
        return;
    };
    if guild.has_bot {
        hub.dispatch("GUILD_CREATE", intents::GUILDS, |wanted| {
            Some(world.guild_create_json(guild, wanted & intents::GUILD_MEMBERS != 0))
        });
    } else {
        hub.dispatch("GUILD_DELETE", intents::GUILDS, |_| {
            Some(json!({"id": guild.id}))
        });
    }
}

/// Sends the start or end of an outage, between which the guild sends no events.
fn tell_outage(world: &World, hub: &mut Hub, guild: Id) {
    let has_bot = world.guild(guild).is_some_and(|guild| guild.has_bot);
    if world.is_out(guild) && has_bot {
        hub.dispatch("GUILD_DELETE", intents::GUILDS, |_| {
            Some(json!({"id": guild, "unavailable": true}))
        });
        hub.outages.insert(guild.to_string());
    } else if hub.outages.remove(&guild.to_string()) {
        tell_guild(world, hub, guild);
    }
}

/// Sends that a person joined or left a guild.
fn tell_member(world: &World, hub: &mut Hub, guild: Id, user: Id) {
    let guild = world.guild(guild).filter(|guild| guild.has_bot);
    let Some((guild, user)) = guild.zip(world.user(user)) else {
        return;
    };
    let event = if guild.has(user) {
        "GUILD_MEMBER_ADD"
    } else {
        "GUILD_MEMBER_REMOVE"
    };
    hub.dispatch(event, intents::GUILD_MEMBERS, |_| {
        let mut data = if guild.has(user) {
            member_json(guild, user)
        } else {
            json!({"user": world.user_json(user.id)})
        };
        data["guild_id"] = json!(guild.id);
        Some(data)
    });
}

fn tell_role(world: &World, hub: &mut Hub, guild: Id, role: Id) {
    let Some(guild) = world.guild(guild).filter(|guild| guild.has_bot) else {
        return;
    };
    let mut roles = guild.roles.iter().enumerate();
    let Some((position, role)) = roles.find(|(_, held)| held.id == role) else {
        return;
    };
    let data = json!({"guild_id": guild.id, "role": role_json(role, position)});
    hub.dispatch("GUILD_ROLE_UPDATE", intents::GUILDS, |_| Some(data.clone()));
}

fn tell_typing(world: &World, hub: &mut Hub, channel: Id, user: Id) {
    let wanted = [
        intents::GUILD_MESSAGE_TYPING,
        intents::DIRECT_MESSAGE_TYPING,
    ];
    let data = json!({
        "channel_id": channel, "user_id": user, "timestamp": world.now_ms / 1_000,
    });
    tell_in(world, hub, "TYPING_START", channel, wanted, data);
}

fn tell_message(world: &World, hub: &mut Hub, event: &str, id: Id) {
    let Some(message) = world.message(id) else {
        return;
    };
    let Some(channel) = world.channel(message.channel) else {
        return;
    };
    let is_ephemeral = message.only_for.is_some();
    if !world.has_bot_in(channel) || (!is_ephemeral && !world.sees(world.bot, channel)) {
        return;
    }
    let wanted = if is_ephemeral || channel.recipient.is_some() {
        intents::DIRECT_MESSAGES
    } else {
        intents::GUILD_MESSAGES
    };
    hub.dispatch(event, wanted, |wanted| {
        let reads_all = wanted & intents::MESSAGE_CONTENT != 0;
        let mut data = world.message_json(message, Viewer::Bot { reads_all });
        world.add_event_fields(&mut data, message);
        Some(data)
    });
}

/// Sends an event of a channel if the bot sees that channel, with the guild if there is one.
fn tell_in(
    world: &World,
    hub: &mut Hub,
    event: &str,
    channel: Id,
    [in_guild, direct]: [u64; 2],
    mut data: Value,
) {
    let Some(channel) = world
        .channel(channel)
        .filter(|channel| world.sees(world.bot, channel))
    else {
        return;
    };
    let wanted = if let Some(guild) = channel.guild {
        data["guild_id"] = json!(guild);
        in_guild
    } else {
        direct
    };
    hub.dispatch(event, wanted, |_| Some(data.clone()));
}

/// Returns whether a thread was deleted with its parent; Discord sends an event for the parent
/// only.
fn went_with_parent(world: &World, channel: &Channel) -> bool {
    let parent = channel.parent.filter(|_| channel.is_thread());
    parent.is_some_and(|parent| world.channel(parent).is_none())
}

/// Returns whether the bot receives events of the channel: it does for channels it cannot see, but
/// not for threads in them.
fn is_told_of(world: &World, channel: &Channel) -> bool {
    let has_bot = world.guild_of(channel).is_some_and(|guild| guild.has_bot);
    has_bot && (!channel.is_thread() || world.sees(world.bot, channel))
}

/// Sends a thread that the bot sees from now on; other channels it knows already.
fn tell_shown(world: &World, hub: &mut Hub, id: Id) {
    let thread = world.channel(id).filter(|channel| channel.is_thread());
    if let Some(thread) = thread {
        let data = world.channel_json(thread, world.bot);
        hub.dispatch("THREAD_CREATE", intents::GUILDS, |_| Some(data.clone()));
    }
}

fn tell_channel(world: &World, hub: &mut Hub, what: &str, id: Id) {
    let channel = world.channel(id);
    let Some(channel) = channel.filter(|channel| is_told_of(world, channel)) else {
        return;
    };
    let is_thread = channel.is_thread();
    let kind = if is_thread { "THREAD" } else { "CHANNEL" };
    let mut data = world.channel_json(channel, world.bot);
    if what == "CREATE" && is_thread {
        data["newly_created"] = json!(true);
    }
    let event = format!("{kind}_{what}");
    hub.dispatch(&event, intents::GUILDS, |_| Some(data.clone()));
}

fn tell_channel_deleted(world: &World, hub: &mut Hub, channel: &Channel) {
    if !is_told_of(world, channel) || went_with_parent(world, channel) {
        return;
    }
    let (event, data) = if channel.is_thread() {
        let data = json!({
            "id": channel.id,
            "guild_id": channel.guild,
            "parent_id": channel.parent,
            "type": channel.kind,
        });
        ("THREAD_DELETE", data)
    } else {
        ("CHANNEL_DELETE", world.channel_json(channel, world.bot))
    };
    hub.dispatch(event, intents::GUILDS, |_| Some(data.clone()));
}

/// Sends that a user joined a thread; without the members intent, the bot receives only its own.
fn tell_joined(world: &World, hub: &mut Hub, thread: Id, user: Id) {
    let Some((channel, inner)) = world
        .channel(thread)
        .and_then(|channel| Some((channel, channel.thread.as_ref()?)))
    else {
        return;
    };
    let mut member = world.thread_member_json(thread, user);
    member["presence"] = Value::Null;
    if let Some((guild, user)) = world.guild_of(channel).zip(world.user(user)) {
        member["member"] = member_json(guild, user);
    }
    let data = json!({
        "id": thread,
        "guild_id": channel.guild,
        "member_count": inner.members.len(),
        "added_members": [member],
    });
    hub.dispatch("THREAD_MEMBERS_UPDATE", intents::GUILDS, |wanted| {
        let knows = user == world.bot || wanted & intents::GUILD_MEMBERS != 0;
        knows.then(|| data.clone())
    });
}
