//! Snapshot of the world as one person sees it.

use serde_json::{Map, Value, json};

use crate::shared::Core;
use crate::world::changes::interaction::{Interaction, Stage};
use crate::world::commands::Command;
use crate::world::message_view::Viewer;
use crate::world::model::{Guild, User};
use crate::world::snowflake::Id;
use crate::world::{World, permissions, view};

/// Number of messages per channel in the snapshot.
const SHOWN: usize = 50;

/// Locales of Discord's client.
pub(crate) const LOCALES: [&str; 32] = [
    "id", "da", "de", "en-GB", "en-US", "es-ES", "es-419", "fr", "hr", "it", "lt", "hu", "nl",
    "no", "pl", "pt-BR", "ro", "fi", "sv-SE", "vi", "tr", "cs", "el", "bg", "ru", "uk", "hi", "th",
    "zh-CN", "ja", "zh-TW", "ko",
];

/// Returns the JSON of a user with the locale, which people can change in the sandbox.
pub(crate) fn user_json(user: &User) -> Value {
    let mut json = view::user_json(user);
    json["locale"] = json!(user.locale);
    json
}

/// Returns everything that `person` can see.
pub(crate) fn world(core: &Core, person: Id) -> Value {
    let world = &core.world;
    let users: Vec<Value> = world.users().map(user_json).collect();
    let visible = || {
        world
            .channels()
            .filter(move |channel| world.sees(person, channel))
    };
    let channels: Vec<Value> = visible()
        .map(|channel| world.channel_json(channel, person))
        .collect();
    let messages: Map<String, Value> = visible()
        .map(|channel| {
            let page = messages(world, person, channel.id, None, SHOWN);
            (channel.id.to_string(), json!(page))
        })
        .collect();
    let mine = || {
        world
            .interactions()
            .filter(move |asked| asked.user == person)
    };
    let interactions: Vec<Value> = mine()
        .filter(|asked| matches!(asked.stage, Stage::Pending | Stage::Deferred))
        .map(Interaction::to_person)
        .collect();
    let modals: Vec<&Value> = mine().filter_map(|asked| asked.modal.as_ref()).collect();
    json!({
        "type": "world",
        "me": world.user(person).map(user_json),
        "locales": LOCALES,
        "guilds": guilds(world, person),
        "bot": {
            "user": world.user(world.bot).map(user_json),
            "online": core.hub.is_online(),
            "application_id": world.bot,
        },
        "users": users,
        "channels": channels,
        "messages": messages,
        "commands": commands(world, person),
        "interactions": interactions,
        "modals": modals,
    })
}

/// Returns the last `limit` messages before `before` that `person` may see, oldest first.
pub(crate) fn messages(
    world: &World,
    person: Id,
    channel: Id,
    before: Option<Id>,
    limit: usize,
) -> Vec<Value> {
    let mut page: Vec<Value> = world
        .messages_in(channel)
        .rev()
        .filter(|message| message.is_for(person))
        .filter(|message| before.is_none_or(|before| message.id < before))
        .take(limit)
        .map(|message| world.message_json(message, Viewer::Person(person)))
        .collect();
    page.reverse();
    page
}

/// Returns the guilds of `person`, oldest first, with their members and the commands that Discord's
/// client would offer to `person` there.
pub(crate) fn guilds(world: &World, person: Id) -> Vec<Value> {
    let mine = |guild: &&Guild| world.user(person).is_some_and(|user| guild.has(user));
    let described = |guild: &Guild| {
        let members: Vec<Id> = world.members(guild).map(|user| user.id).collect();
        let offered = world.commands();
        let offered = offered.filter(|command| is_offered(world, person, Some(guild), command));
        json!({
            "id": guild.id,
            "name": guild.name,
            "icon": null,
            "owner_id": guild.owner,
            "preferred_locale": "en-US",
            "members": members,
            "commands": offered.map(|command| command.id).collect::<Vec<_>>(),
        })
    };
    world.guilds().filter(mine).map(described).collect()
}

/// Returns the commands that Discord's client would offer to `person` anywhere.
pub(crate) fn commands(world: &World, person: Id) -> Vec<Value> {
    let places = || world.guilds().map(Some).chain([None]);
    world
        .commands()
        .filter(|command| places().any(|guild| is_offered(world, person, guild, command)))
        .filter_map(|command| serde_json::to_value(command).ok())
        .collect()
}

/// Returns whether Discord's client offers a command to `person` in a guild or, without one, in the
/// DM with the bot.
pub(crate) fn is_offered(
    world: &World,
    person: Id,
    guild: Option<&Guild>,
    command: &Command,
) -> bool {
    let Some(guild) = guild else {
        return command.is_offered_in(1);
    };
    let mine = world.guild_permissions(guild, person);
    let needed = command.default_member_permissions.as_deref();
    guild.has_bot
        && command.is_offered_in(0)
        && command.guild_id.is_none_or(|scope| scope == guild.id)
        && needed.is_none_or(|needed| may(mine, needed))
}

/// Returns whether the permissions `mine` suffice for a command that requires `needed`; `"0"`
/// stands for administrators only.
fn may(mine: u64, needed: &str) -> bool {
    let needed: u64 = needed.parse().unwrap_or(0);
    mine & permissions::ADMINISTRATOR != 0 || (needed != 0 && mine & needed == needed)
}
