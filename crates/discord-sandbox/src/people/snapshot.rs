//! Snapshot of the world as one person sees it.

use serde_json::{Map, Value, json};

use crate::people::access::may_write;
use crate::world::changes::interaction::{Interaction, Stage};
use crate::world::commands::Command;
use crate::world::installation::Place;
use crate::world::message_view::Viewer;
use crate::world::model::{Channel, Guild, LOCALES, User};
use crate::world::snowflake::Id;
use crate::world::{World, view};

/// Number of messages per channel in the snapshot.
pub(crate) const SHOWN: usize = 50;

/// Returns the JSON of a user with the settings that people can change in the sandbox: the locale,
/// and whether they have installed the application.
pub(crate) fn user_json(user: &User) -> Value {
    let mut json = view::user_json(user);
    json["locale"] = json!(user.locale);
    json["installed"] = json!(user.installed);
    json
}

/// Returns the JSON of a channel, and whether `person` may write in it.
pub(crate) fn channel_json(world: &World, person: Id, channel: &Channel) -> Value {
    let mut json = world.channel_json(channel, person);
    json["may_write"] = json!(may_write(world, person, channel));
    json
}

/// Returns everything that `person` can see; `online` tells whether the bot is connected.
pub(crate) fn world(world: &World, person: Id, online: bool) -> Value {
    let users: Vec<Value> = world.users().map(user_json).collect();
    let visible = || {
        world
            .channels()
            .filter(move |channel| world.sees(person, channel))
    };
    let channels: Vec<Value> = visible()
        .map(|channel| channel_json(world, person, channel))
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
            "online": online,
            "application_id": world.bot,
        },
        "users": users,
        "channels": channels,
        "messages": messages,
        "commands": commands(world, person),
        "offered": offered(world, person),
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

/// Returns the guilds of `person`, oldest first, with their members, their roles and the commands
/// that Discord's client would offer to `person` there.
pub(crate) fn guilds(world: &World, person: Id) -> Vec<Value> {
    let Some(user) = world.user(person) else {
        return Vec::new();
    };
    let described = |guild: &Guild| {
        let members: Vec<Id> = world.members(guild).map(|user| user.id).collect();
        let roles = guild.roles.iter();
        let roles = roles.map(|role| json!({"id": role.id, "name": role.name}));
        json!({
            "id": guild.id,
            "name": guild.name,
            "owner_id": guild.owner,
            "members": members,
            "roles": roles.collect::<Vec<_>>(),
            "commands": offered_in(world, user, Place::Guild(guild)),
        })
    };
    world
        .guilds()
        .filter(|guild| guild.has(user))
        .map(described)
        .collect()
}

/// Returns the ids of the commands that Discord's client would offer to `person` outside guilds: in
/// the DM with the bot, and in DMs and groups of people.
pub(crate) fn offered(world: &World, person: Id) -> Value {
    let user = world.user(person);
    let there = |place| user.map_or_else(Vec::new, |user| offered_in(world, user, place));
    json!({"bot_dm": there(Place::BotDirect), "private": there(Place::Private)})
}

fn offered_in(world: &World, user: &User, place: Place<'_>) -> Vec<Id> {
    world
        .commands()
        .filter(|command| world.is_offered(user, place, command))
        .map(|command| command.id)
        .collect()
}

/// Returns the commands that Discord's client would offer to `person` anywhere.
pub(crate) fn commands(world: &World, person: Id) -> Vec<Value> {
    let Some(user) = world.user(person) else {
        return Vec::new();
    };
    let guilds = || world.guilds().filter(|guild| guild.has(user));
    let places = || {
        let elsewhere = [Place::BotDirect, Place::Private];
        guilds().map(Place::Guild).chain(elsewhere)
    };
    let is_somewhere =
        |command: &&Command| places().any(|place| world.is_offered(user, place, command));
    world
        .commands()
        .filter(is_somewhere)
        .filter_map(|command| serde_json::to_value(command).ok())
        .collect()
}
