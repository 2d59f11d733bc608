//! Actions that create places, and that install or remove the application.

use serde_json::{Value, json};

use crate::people::access::named;
use crate::people::protocol::Refusal;
use crate::people::snapshot;
use crate::world::model::{Channel, GROUP, GUILD_CHANNELS, Guild};
use crate::world::snowflake::Id;
use crate::world::{World, permissions};

/// Largest number of people in a group.
const GROUP_LIMIT: usize = 10;
/// Longest name of a group, a server or a channel, in characters.
const NAME_LIMIT: usize = 100;

/// Opens the DM with a person or, without a name, with the bot.
pub(crate) fn open_dm(world: &mut World, person: Id, with: Option<&str>) -> Result<Value, Refusal> {
    let channel = match with {
        None => world.open_direct(person),
        Some(name) => {
            let other = named(world, name)?.id;
            if other == person {
                return Refusal::new("Nobody writes to themselves.");
            }
            world.open_between(person, other)
        }
    };
    Ok(shown(world, person, channel))
}

/// Creates a group of the person and these others.
pub(crate) fn create_group(
    world: &mut World,
    person: Id,
    with: &[String],
    name: &str,
) -> Result<Value, Refusal> {
    let others = find_all(world, with)?;
    let is_other = |other: &&Id| **other != person;
    let count = others.iter().filter(is_other).count() + 1;
    if !(2..=GROUP_LIMIT).contains(&count) {
        return Refusal::new(format!(
            "A group has 2 to {GROUP_LIMIT} people, not {count}."
        ));
    }
    check_name(name, 0)?;
    let group = world.create_group(person, others, name);
    Ok(shown(world, person, group))
}

/// Adds a person to a group, which every member may do.
pub(crate) fn add_to_group(
    world: &mut World,
    person: Id,
    group: Id,
    who: &str,
) -> Result<Value, Refusal> {
    let who = named(world, who)?.id;
    let members = &own_group(world, person, group)?.people;
    if members.len() >= GROUP_LIMIT && !members.contains(&who) {
        return Refusal::new(format!("A group has at most {GROUP_LIMIT} people."));
    }
    world.join_group(group, person, who);
    Ok(json!({}))
}

/// Leaves a group.
pub(crate) fn leave_group(world: &mut World, person: Id, group: Id) -> Result<Value, Refusal> {
    own_group(world, person, group)?;
    world.leave_group(group, person);
    Ok(json!({}))
}

/// Creates a server of the person's own, without the bot.
pub(crate) fn create_server(
    world: &mut World,
    person: Id,
    name: &str,
    channels: &[String],
    with: Option<&[String]>,
) -> Result<Value, Refusal> {
    for name in channels.iter().map(String::as_str).chain([name]) {
        check_name(name, 1)?;
    }
    let members = with.map(|names| find_all(world, names)).transpose()?;
    let default = ["general".to_owned()];
    let channels = if channels.is_empty() {
        &default[..]
    } else {
        channels
    };
    let guild = world.create_guild(person, name, channels, members.as_deref());
    Ok(json!({"guild": guild}))
}

/// Creates a channel in a server whose channels the person manages.
pub(crate) fn create_channel(
    world: &mut World,
    person: Id,
    server: Id,
    name: &str,
    kind: u8,
) -> Result<Value, Refusal> {
    check_name(name, 1)?;
    if !GUILD_CHANNELS.contains(&kind) {
        return Refusal::new(format!(
            "A channel is one of {GUILD_CHANNELS:?}, not {kind}."
        ));
    }
    let guild = own_server(world, person, server)?;
    if world.guild_permissions(guild, person) & permissions::MANAGE_CHANNELS == 0 {
        return Refusal::new("Only who manages the channels adds one.");
    }
    let channel = world.create_channel(server, name, kind);
    Ok(shown(world, person, channel))
}

/// Installs the application in a server or, without one, to the person; or removes it.
pub(crate) fn install(
    world: &mut World,
    person: Id,
    server: Option<Id>,
    present: bool,
) -> Result<Value, Refusal> {
    let Some(server) = server else {
        world.set_installed(person, present);
        return Ok(json!({}));
    };
    let guild = own_server(world, person, server)?;
    if world.guild_permissions(guild, person) & permissions::MANAGE_GUILD == 0 {
        return Refusal::new("Only who manages the server decides that.");
    }
    world.set_bot(server, present);
    Ok(json!({}))
}

/// Returns the response that shows a channel to the person.
pub(crate) fn shown(world: &World, person: Id, channel: Id) -> Value {
    let channel = world.channel(channel);
    json!({"channel": channel.map(|channel| snapshot::channel_json(world, person, channel))})
}

fn own_server(world: &World, person: Id, server: Id) -> Result<&Guild, Refusal> {
    let user = world.user(person).expect("acting person");
    world
        .guild(server)
        .filter(|guild| guild.has(user))
        .ok_or_else(|| Refusal("There is no such server.".to_owned()))
}

fn own_group(world: &World, person: Id, group: Id) -> Result<&Channel, Refusal> {
    world
        .channel(group)
        .filter(|group| group.kind == GROUP && group.people.contains(&person))
        .ok_or_else(|| Refusal("There is no such group.".to_owned()))
}

/// Returns the people with these names, each once.
fn find_all(world: &World, names: &[String]) -> Result<Vec<Id>, Refusal> {
    let mut found = Vec::new();
    for name in names {
        let person = named(world, name)?.id;
        if !found.contains(&person) {
            found.push(person);
        }
    }
    Ok(found)
}

fn check_name(name: &str, least: usize) -> Result<(), Refusal> {
    let length = name.chars().count();
    if (least..=NAME_LIMIT).contains(&length) {
        return Ok(());
    }
    Refusal::new(format!(
        "A name has {least} to {NAME_LIMIT} characters, not {length}."
    ))
}
