//! Use of commands, and autocomplete of their options.

use serde_json::{Map, Value, json};

use crate::people::access::place;
use crate::people::interactions::upload;
use crate::people::interactions::value::{Reader, is_named, resolve_user, text_of};
use crate::people::protocol::Refusal;
use crate::world::changes::interaction::{AUTOCOMPLETE, COMMAND, Interaction};
use crate::world::commands::{Command, CommandOption};
use crate::world::installation::Place;
use crate::world::message_view::Viewer;
use crate::world::model::{Authorization, Channel, Context, FORUM, User};
use crate::world::snowflake::Id;
use crate::world::{World, commands, permissions};

/// Command as a person types it.
pub(crate) struct Typed<'a> {
    pub(crate) channel: Id,
    /// Name with group and subcommand.
    pub(crate) name: &'a str,
    pub(crate) options: &'a Map<String, Value>,
    /// Option being typed into.
    pub(crate) focused: Option<&'a str>,
}

/// Command with the path to its subcommand.
struct Found<'a> {
    command: &'a Command,
    path: Vec<&'a CommandOption>,
}

impl<'a> Found<'a> {
    fn options(&self) -> &'a [CommandOption] {
        self.path
            .last()
            .map_or(&self.command.options, |last| &last.options)
    }

    fn full_name(&self) -> String {
        let names = self.path.iter().map(|option| option.name.as_str());
        std::iter::once(self.command.name.as_str())
            .chain(names)
            .collect::<Vec<_>>()
            .join(" ")
    }
}

/// Sends a slash command, or an autocomplete request for the text typed so far.
///
/// # Errors
///
/// The command does not exist here, or an option is invalid.
pub(crate) fn slash(world: &mut World, person: Id, typed: &Typed<'_>) -> Result<Id, Refusal> {
    let files = upload::keep(world, typed.channel, typed.options)?;
    let channel = place(world, person, typed.channel)?;
    let user = world.user(person).expect("acting person");
    let found = find(world, user, channel, typed.name)?;
    let mut reader = Reader::new(world, user, channel, files);
    let mut options = fill(&mut reader, &found, typed)?;
    for option in found.path.iter().rev() {
        options = vec![json!({"type": option.kind, "name": option.name, "options": options})];
    }
    let mut data = data(found.command);
    if !options.is_empty() {
        data["options"] = json!(options);
    }
    if !reader.resolved.is_empty() {
        data["resolved"] = Value::Object(reader.resolved);
    }
    let kind = if typed.focused.is_some() {
        AUTOCOMPLETE
    } else {
        COMMAND
    };
    let command = Some(found.full_name());
    let authorization = authorize(world, user, channel, found.command)?;
    let new = Interaction {
        command,
        ..world.new_interaction(kind, (person, typed.channel), authorization)
    };
    Ok(world.begin_interaction(new, &data))
}

/// Uses a context menu command on a user or a message.
pub(crate) fn context(
    world: &mut World,
    person: Id,
    channel: Id,
    name: &str,
    target: Id,
) -> Result<Id, Refusal> {
    let place = place(world, person, channel)?;
    let user = world.user(person).expect("acting person");
    let is_message = world.message(target).is_some();
    let kind = if is_message {
        commands::MESSAGE
    } else {
        commands::USER
    };
    let command = usable(world, user, place, kind)
        .find(|command| is_named(name, &command.name, &command.name_localizations, user))
        .ok_or_else(|| Refusal(format!("There is no command `{name}` in this menu.")))?;
    let mut data = data(command);
    data["target_id"] = json!(target);
    let mut resolved = Map::new();
    if let Some(message) = world.message(target) {
        if !message.is_for(person) {
            return Refusal::new("There is no such message.");
        }
        let json = world.message_json(message, Viewer::Bot { reads_all: true });
        resolved.insert("messages".to_owned(), json!({target.to_string(): json}));
    } else {
        resolve_user(world, place, target, &mut resolved)?;
    }
    data["resolved"] = Value::Object(resolved);
    let authorization = authorize(world, user, place, command)?;
    let new = Interaction {
        command: Some(command.name.clone()),
        target_user: (!is_message).then_some(target),
        target_message: is_message.then_some(target),
        ..world.new_interaction(COMMAND, (person, channel), authorization)
    };
    Ok(world.begin_interaction(new, &data))
}

fn data(command: &Command) -> Value {
    let mut data = json!({"id": command.id, "name": command.name, "type": command.kind});
    if let Some(guild) = command.guild_id {
        data["guild_id"] = json!(guild);
    }
    data
}

fn usable<'a>(
    world: &'a World,
    user: &'a User,
    channel: &'a Channel,
    kind: u8,
) -> impl Iterator<Item = &'a Command> {
    let mine = world.permissions(user.id, channel);
    let guild = world.guild_of(channel);
    let may = guild.is_none() || mine & permissions::USE_APPLICATION_COMMANDS != 0;
    let is_free = may && channel.kind != FORUM;
    let place = match (guild, channel.context()) {
        (Some(guild), _) => Place::Guild(guild),
        (None, Context::BotDirect) => Place::BotDirect,
        (None, Context::Private | Context::Guild) => Place::Private,
    };
    world
        .commands()
        .filter(move |command| is_free && command.kind == kind)
        .filter(move |command| world.is_offered(user, place, command))
}

/// Returns the installations that authorize the command.
///
/// # Errors
///
/// No installation authorizes it: the DM with the bot also offers commands that need an
/// installation for the person.
fn authorize(
    world: &World,
    user: &User,
    channel: &Channel,
    command: &Command,
) -> Result<Authorization, Refusal> {
    let authorization = world.authorization(user, channel, command);
    if authorization.is_given() {
        return Ok(authorization);
    }
    Refusal::new(format!(
        "`{}` needs the application to be installed for you.",
        command.name
    ))
}

fn find<'a>(
    world: &'a World,
    user: &'a User,
    channel: &'a Channel,
    name: &str,
) -> Result<Found<'a>, Refusal> {
    let mut words = name.trim_start_matches('/').split_whitespace();
    let first = words.next().unwrap_or_default();
    let command = usable(world, user, channel, commands::CHAT_INPUT)
        .find(|command| is_named(first, &command.name, &command.name_localizations, user))
        .ok_or_else(|| Refusal(format!("There is no command `/{first}` here for you.")))?;
    let mut found = Found {
        command,
        path: Vec::new(),
    };
    for word in words {
        let next = found
            .options()
            .iter()
            .filter(|option| is_branch(option))
            .find(|option| is_named(word, &option.name, &option.name_localizations, user))
            .ok_or_else(|| Refusal(format!("`/{first}` has no subcommand `{word}`.")))?;
        found.path.push(next);
    }
    if found.options().iter().any(is_branch) {
        return Refusal::new(format!("`/{name}` needs a subcommand."));
    }
    Ok(found)
}

fn is_branch(option: &CommandOption) -> bool {
    matches!(
        option.kind,
        commands::SUB_COMMAND | commands::SUB_COMMAND_GROUP
    )
}

fn fill(
    reader: &mut Reader<'_>,
    found: &Found<'_>,
    typed: &Typed<'_>,
) -> Result<Vec<Value>, Refusal> {
    let user = reader.user;
    let means = |name: &str, option: &CommandOption| {
        is_named(name, &option.name, &option.name_localizations, user)
    };
    for name in typed
        .options
        .keys()
        .map(String::as_str)
        .chain(typed.focused)
    {
        if !found.options().iter().any(|option| means(name, option)) {
            return Refusal::new(format!("`/{}` has no option `{name}`.", typed.name));
        }
    }
    let mut filled = Vec::new();
    for option in found.options() {
        let mut given = typed.options.iter().filter(|(name, _)| means(name, option));
        let given = given.next();
        if typed.focused.is_some_and(|name| means(name, option)) {
            filled.push(focused(option, given.map(|(_, value)| value))?);
            continue;
        }
        let Some((name, value)) = given.filter(|(_, value)| !value.is_null()) else {
            if option.required && typed.focused.is_none() {
                return Refusal::new(format!("Required option `{}` is missing.", option.name));
            }
            continue;
        };
        let value = reader.read(option, (name, value))?;
        filled.push(json!({"type": option.kind, "name": option.name, "value": value}));
    }
    Ok(filled)
}

/// Returns the option being typed into, with the text so far.
fn focused(option: &CommandOption, value: Option<&Value>) -> Result<Value, Refusal> {
    if !option.autocomplete {
        return Refusal::new(format!("Option `{}` has no autocomplete.", option.name));
    }
    let text = value.map_or_else(String::new, text_of);
    Ok(json!({"type": option.kind, "name": option.name, "value": text, "focused": true}))
}
