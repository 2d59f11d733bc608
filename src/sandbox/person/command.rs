//! A person uses a command, or types into one of its options.

use serde_json::Map;
use serde_json::Value;
use serde_json::json;

use crate::sandbox::person::act::place;
use crate::sandbox::person::protocol::Refusal;
use crate::sandbox::person::snapshot::may;
use crate::sandbox::world::World;
use crate::sandbox::world::ask::Question;
use crate::sandbox::world::commands;
use crate::sandbox::world::commands::Choice;
use crate::sandbox::world::commands::Command;
use crate::sandbox::world::commands::CommandOption;
use crate::sandbox::world::commands::Localizations;
use crate::sandbox::world::commands::localized;
use crate::sandbox::world::interaction::AUTOCOMPLETE;
use crate::sandbox::world::interaction::COMMAND;
use crate::sandbox::world::message_view::Viewer;
use crate::sandbox::world::model::Channel;
use crate::sandbox::world::model::User;
use crate::sandbox::world::permissions;
use crate::sandbox::world::snowflake::Id;
use crate::sandbox::world::view::bare_member_json;

/// A command as a person types it.
pub(crate) struct Typed<'a> {
    pub(crate) channel: Id,
    /// Name with group and subcommand.
    pub(crate) name: &'a str,
    pub(crate) options: &'a Map<String, Value>,
    /// Option being typed into.
    pub(crate) focused: Option<&'a str>,
}

/// A command with the way down to its subcommand.
struct Found<'a> {
    command: &'a Command,
    path: Vec<&'a CommandOption>,
}

impl Found<'_> {
    fn options(&self) -> &[CommandOption] {
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

/// Sends a slash command, or the text typed so far.
pub(crate) fn slash(world: &mut World, person: Id, typed: &Typed<'_>) -> Result<Id, Refusal> {
    let channel = place(world, person, typed.channel)?;
    let user = world.user(person).expect("acting person");
    let found = find(world, user, channel, typed.name)?;
    let mut resolved = Map::new();
    let mut options = fill(world, user, channel, &found, typed, &mut resolved)?;
    for option in found.path.iter().rev() {
        options = vec![json!({"type": option.kind, "name": option.name, "options": options})];
    }
    let mut data = data(found.command);
    if !options.is_empty() {
        data["options"] = json!(options);
    }
    if !resolved.is_empty() {
        data["resolved"] = Value::Object(resolved);
    }
    let kind = if typed.focused.is_some() {
        AUTOCOMPLETE
    } else {
        COMMAND
    };
    let command = Some(found.full_name());
    Ok(world.ask(Question {
        command,
        ..Question::new(kind, person, typed.channel, data)
    }))
}

/// Uses a command of a person's or a message's menu.
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
    let question = Question {
        command: Some(command.name.clone()),
        target_user: (!is_message).then_some(target),
        target_message: is_message.then_some(target),
        ..Question::new(COMMAND, person, channel, data)
    };
    Ok(world.ask(question))
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
    let is_direct = channel.recipient.is_some();
    let mine = world.permissions(user.id, channel);
    let is_there = is_direct || world.guild.has_bot;
    let is_free = is_direct || mine & permissions::USE_APPLICATION_COMMANDS != 0;
    world
        .commands()
        .filter(move |command| is_there && is_free && command.kind == kind)
        .filter(move |command| command.is_offered_in(u8::from(is_direct)))
        .filter(move |command| {
            let needed = command.default_member_permissions.as_deref();
            is_direct || needed.is_none_or(|needed| may(world.guild_permissions(user.id), needed))
        })
}

fn is_named(name: &str, default: &str, localizations: &Localizations, user: &User) -> bool {
    name == default || name == localized(default, localizations, &user.locale)
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
        let inner = match found.path.last() {
            Some(last) => &last.options,
            None => &command.options,
        };
        let next = inner
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
    world: &World,
    user: &User,
    channel: &Channel,
    found: &Found<'_>,
    typed: &Typed<'_>,
    resolved: &mut Map<String, Value>,
) -> Result<Vec<Value>, Refusal> {
    for name in typed
        .options
        .keys()
        .map(String::as_str)
        .chain(typed.focused)
    {
        let known =
            |option: &CommandOption| is_named(name, &option.name, &option.name_localizations, user);
        if !found.options().iter().any(known) {
            return Refusal::new(format!("`/{}` has no option `{name}`.", typed.name));
        }
    }
    let mut filled = Vec::new();
    for option in found.options() {
        let named = |name: &str| is_named(name, &option.name, &option.name_localizations, user);
        let value = typed
            .options
            .iter()
            .find(|(name, _)| named(name))
            .map(|(_, value)| value);
        let is_focused = typed.focused.is_some_and(named);
        if is_focused {
            if !option.autocomplete {
                return Refusal::new(format!("Option `{}` has no autocomplete.", option.name));
            }
            let text = value.map_or_else(String::new, text_of);
            filled.push(json!({
                "type": option.kind, "name": option.name, "value": text, "focused": true,
            }));
            continue;
        }
        let Some(value) = value.filter(|value| !value.is_null()) else {
            if option.required && typed.focused.is_none() {
                return Refusal::new(format!("Required option `{}` is missing.", option.name));
            }
            continue;
        };
        let value = convert(world, user, channel, option, value, resolved)?;
        filled.push(json!({"type": option.kind, "name": option.name, "value": value}));
    }
    Ok(filled)
}

fn text_of(value: &Value) -> String {
    value
        .as_str()
        .map_or_else(|| value.to_string(), str::to_owned)
}

fn convert(
    world: &World,
    user: &User,
    channel: &Channel,
    option: &CommandOption,
    value: &Value,
    resolved: &mut Map<String, Value>,
) -> Result<Value, Refusal> {
    let text = text_of(value);
    let wrong = |wanted: &str| {
        Refusal(format!(
            "Option `{}` wants {wanted}, not `{text}`.",
            option.name
        ))
    };
    if !option.choices.is_empty() {
        let fits = |choice: &&Choice| {
            text_of(&choice.value) == text
                || is_named(&text, &choice.name, &choice.name_localizations, user)
        };
        let choice = option.choices.iter().find(fits);
        return choice
            .map(|choice| choice.value.clone())
            .ok_or_else(|| wrong("a choice"));
    }
    match option.kind {
        3 => {
            let length = text.encode_utf16().count();
            let is_short = option.min_length.is_some_and(|min| length < min);
            if is_short || length > option.max_length.unwrap_or(6_000) {
                return Err(wrong("a text of another length"));
            }
            Ok(json!(text))
        }
        4 => {
            let number: i64 = text.parse().map_err(|_| wrong("a whole number"))?;
            #[expect(clippy::cast_precision_loss, reason = "Discord allows 53 bits")]
            check_range(option, number as f64).ok_or_else(|| wrong("a number in its range"))?;
            Ok(json!(number))
        }
        5 => text
            .parse::<bool>()
            .map(Value::Bool)
            .map_err(|_| wrong("true or false")),
        6 | 9 => {
            let chosen = world
                .users()
                .find(|user| user.username == text || user.id.to_string() == text)
                .ok_or_else(|| wrong("a person"))?;
            resolve_user(world, channel, chosen.id, resolved)?;
            Ok(json!(chosen.id))
        }
        7 => {
            let chosen = text.parse().ok().and_then(|id: Id| world.channel(id));
            let chosen = chosen
                .filter(|chosen| world.sees(user.id, chosen))
                .filter(|chosen| {
                    option.channel_types.is_empty() || option.channel_types.contains(&chosen.kind)
                })
                .ok_or_else(|| wrong("a channel"))?;
            let mut json = world.partial_channel_json(chosen, user.id);
            json["app_permissions"] = json!(world.permissions(world.bot, chosen).to_string());
            add(resolved, "channels", chosen.id, json);
            Ok(json!(chosen.id))
        }
        8 => {
            let roles = world.roles_json();
            let role = roles.into_iter().find(|role| role["id"] == json!(text));
            let role = role.ok_or_else(|| wrong("a role"))?;
            let id: Id = text.parse().map_err(|_| wrong("a role"))?;
            add(resolved, "roles", id, role);
            Ok(json!(id))
        }
        10 => {
            let number: f64 = text.parse().map_err(|_| wrong("a number"))?;
            check_range(option, number).ok_or_else(|| wrong("a number in its range"))?;
            Ok(json!(number))
        }
        _ => Err(wrong("something the sandbox cannot give")),
    }
}

fn check_range(option: &CommandOption, number: f64) -> Option<()> {
    let bound =
        |bound: &Option<serde_json::Number>| bound.as_ref().and_then(serde_json::Number::as_f64);
    let is_low = bound(&option.min_value).is_some_and(|min| number < min);
    let is_high = bound(&option.max_value).is_some_and(|max| number > max);
    (!is_low && !is_high && number.abs() <= 9_007_199_254_740_992.0).then_some(())
}

fn add(resolved: &mut Map<String, Value>, kind: &str, id: Id, json: Value) {
    let kind = resolved.entry(kind).or_insert_with(|| json!({}));
    kind[id.to_string()] = json;
}

/// Notes a user, and the membership in the guild, among the resolved things.
pub(crate) fn resolve_user(
    world: &World,
    channel: &Channel,
    id: Id,
    resolved: &mut Map<String, Value>,
) -> Result<(), Refusal> {
    let user = world
        .user(id)
        .ok_or_else(|| Refusal("There is no such person.".to_owned()))?;
    add(resolved, "users", id, world.user_json(id));
    if channel.recipient.is_none() {
        let mut member = bare_member_json(user);
        member["permissions"] = json!(world.permissions(id, channel).to_string());
        if let Some(fields) = member.as_object_mut() {
            fields.remove("mute");
            fields.remove("deaf");
        }
        add(resolved, "members", id, member);
    }
    Ok(())
}
