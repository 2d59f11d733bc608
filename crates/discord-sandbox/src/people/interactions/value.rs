//! Conversion of text typed into an option to the value that the bot receives.

use serde_json::{Map, Number, Value, json};

use crate::people::protocol::Refusal;
use crate::world::World;
use crate::world::commands::{Choice, CommandOption, Localizations, localized};
use crate::world::model::{Channel, User};
use crate::world::snowflake::Id;
use crate::world::view::{bare_member_json, roles_json};

/// Bound of the integers that JavaScript, and therefore Discord, can tell apart.
const LARGEST: f64 = 9_007_199_254_740_992.0;
/// Largest number of characters of an invalid value that are quoted.
const QUOTED: usize = 100;
/// Longest text in an option, in UTF-16 code units.
const TEXT: usize = 6_000;

/// Reader of the values that a person types in a channel.
pub(crate) struct Reader<'a> {
    world: &'a World,
    pub(crate) user: &'a User,
    channel: &'a Channel,
    /// JSON of the uploaded files, by option.
    files: Map<String, Value>,
    /// Users, channels, roles and files in the values, for the event's `resolved`.
    pub(crate) resolved: Map<String, Value>,
}

impl<'a> Reader<'a> {
    pub(crate) fn new(
        world: &'a World,
        user: &'a User,
        channel: &'a Channel,
        files: Map<String, Value>,
    ) -> Self {
        Self {
            world,
            user,
            channel,
            files,
            resolved: Map::new(),
        }
    }

    /// Returns the value of an option.
    ///
    /// # Errors
    ///
    /// The option requires something else.
    pub(crate) fn read(
        &mut self,
        option: &CommandOption,
        (name, typed): (&str, &Value),
    ) -> Result<Value, Refusal> {
        let text = text_of(typed);
        let json = |id: Id| json!(id);
        let value = if option.choices.is_empty() {
            match option.kind {
                3 => string(option, &text).ok_or("a text of another length"),
                4 => whole_number(option, &text).ok_or("a whole number in its range"),
                5 => text.parse().map(Value::Bool).map_err(|_| "true or false"),
                6 | 9 => self.person(&text).map(json).ok_or("a person"),
                7 => {
                    let place = self.place(&option.channel_types, &text);
                    place.map(json).ok_or("a channel")
                }
                8 => self.role(&text).map(json).ok_or("a role"),
                10 => number(option, &text).ok_or("a number in its range"),
                11 => self.file(name).ok_or("a file with its name and content"),
                _ => Err("something the sandbox cannot give"),
            }
        } else {
            self.choice(option, &text).ok_or("one of its choices")
        };
        value.map_err(|wanted| {
            let text: String = text.chars().take(QUOTED).collect();
            Refusal(format!(
                "Option `{}` wants {wanted}, not `{text}`.",
                option.name
            ))
        })
    }

    fn choice(&self, option: &CommandOption, text: &str) -> Option<Value> {
        let fits = |choice: &&Choice| {
            text_of(&choice.value) == text
                || is_named(text, &choice.name, &choice.name_localizations, self.user)
        };
        option
            .choices
            .iter()
            .find(fits)
            .map(|choice| choice.value.clone())
    }

    /// Adds the user with this name or id to the resolved objects.
    pub(crate) fn person(&mut self, text: &str) -> Option<Id> {
        let mut users = self.world.users();
        let user = users.find(|user| user.username == text || user.id.to_string() == text)?;
        resolve_user(self.world, self.channel, user.id, &mut self.resolved).ok()?;
        Some(user.id)
    }

    fn file(&mut self, name: &str) -> Option<Value> {
        let file = self.files.get(name)?.clone();
        let id: Id = file["id"].as_str()?.parse().ok()?;
        add(&mut self.resolved, "attachments", id, file);
        Some(json!(id))
    }

    /// Adds the channel with this id to the resolved objects, if the person sees it in the same
    /// guild and it is of one of these kinds; without kinds, any will do.
    pub(crate) fn place(&mut self, kinds: &[u8], text: &str) -> Option<Id> {
        let (world, user) = (self.world, self.user.id);
        let chosen = world
            .channel(text.parse().ok()?)
            .filter(|chosen| chosen.guild == self.channel.guild)
            .filter(|chosen| world.sees(user, chosen))
            .filter(|chosen| kinds.is_empty() || kinds.contains(&chosen.kind))?;
        let mut json = world.partial_channel_json(chosen, user);
        json["app_permissions"] = json!(world.app_permissions(chosen).to_string());
        add(&mut self.resolved, "channels", chosen.id, json);
        Some(chosen.id)
    }

    /// Adds the role with this id to the resolved objects, if the channel's guild has it.
    pub(crate) fn role(&mut self, text: &str) -> Option<Id> {
        let id: Id = text.parse().ok()?;
        let roles = roles_json(self.world.guild_of(self.channel)?);
        let role = roles.into_iter().find(|role| role["id"] == json!(id))?;
        add(&mut self.resolved, "roles", id, role);
        Some(id)
    }
}

fn string(option: &CommandOption, text: &str) -> Option<Value> {
    let length = text.encode_utf16().count();
    let is_short = option.min_length.is_some_and(|min| length < min);
    let is_long = length > option.max_length.unwrap_or(TEXT);
    (!is_short && !is_long).then(|| json!(text))
}

fn whole_number(option: &CommandOption, text: &str) -> Option<Value> {
    let whole: i64 = text.parse().ok()?;
    number(option, text).map(|_| json!(whole))
}

fn number(option: &CommandOption, text: &str) -> Option<Value> {
    let number: f64 = text.parse().ok()?;
    let bound = |bound: &Option<Number>| bound.as_ref().and_then(Number::as_f64);
    let is_low = bound(&option.min_value).is_some_and(|min| number < min);
    let is_high = bound(&option.max_value).is_some_and(|max| number > max);
    (!is_low && !is_high && number.abs() <= LARGEST).then(|| json!(number))
}

/// Returns the typed value as text.
pub(crate) fn text_of(value: &Value) -> String {
    value
        .as_str()
        .map_or_else(|| value.to_string(), str::to_owned)
}

/// Returns whether `name` is the default name or the one in the person's locale.
pub(crate) fn is_named(
    name: &str,
    default: &str,
    localizations: &Localizations,
    user: &User,
) -> bool {
    name == default || name == localized(default, localizations, &user.locale)
}

/// Adds a user, and their membership in the channel's guild, to the resolved objects.
///
/// # Errors
///
/// The user does not exist.
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
    let guild = world.guild_of(channel);
    if let Some(guild) = guild.filter(|guild| guild.has(user)) {
        let mut member = bare_member_json(guild, user);
        member["permissions"] = json!(world.permissions(id, channel).to_string());
        if let Some(fields) = member.as_object_mut() {
            fields.remove("mute");
            fields.remove("deaf");
        }
        add(resolved, "members", id, member);
    }
    Ok(())
}

fn add(resolved: &mut Map<String, Value>, kind: &str, id: Id, json: Value) {
    let kind = resolved.entry(kind).or_insert_with(|| json!({}));
    kind[id.to_string()] = json;
}
