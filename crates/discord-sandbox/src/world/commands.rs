//! Application commands, in the form in which a bot registers them.

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use crate::world::model::Context;
use crate::world::permissions::{self, Permissions};
use crate::world::snowflake::Id;

/// Slash command.
pub(crate) const CHAT_INPUT: u8 = 1;
/// Command in the context menu of a user.
pub(crate) const USER: u8 = 2;
/// Command in the context menu of a message.
pub(crate) const MESSAGE: u8 = 3;

/// Installation in a guild, in the numbers of `integration_types`.
pub(crate) const GUILD_INSTALL: u8 = 0;
/// Installation to a person.
pub(crate) const USER_INSTALL: u8 = 1;

/// Option that holds options of its own.
pub(crate) const SUB_COMMAND: u8 = 1;
/// Option that holds subcommands.
pub(crate) const SUB_COMMAND_GROUP: u8 = 2;

/// Texts by locale.
pub(crate) type Localizations = Option<Map<String, Value>>;

/// Registered command; it serializes to the JSON that Discord returns.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Command {
    pub(crate) id: Id,
    pub(crate) application_id: Id,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) guild_id: Option<Id>,
    pub(crate) version: Id,
    #[serde(rename = "type", default = "chat_input")]
    pub(crate) kind: u8,
    pub(crate) name: String,
    #[serde(default)]
    pub(crate) name_localizations: Localizations,
    #[serde(default)]
    pub(crate) description: String,
    #[serde(default)]
    pub(crate) description_localizations: Localizations,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(crate) options: Vec<CommandOption>,
    #[serde(default)]
    pub(crate) default_member_permissions: Option<String>,
    #[serde(default)]
    pub(crate) contexts: Option<Vec<u8>>,
    #[serde(default = "guild_install")]
    pub(crate) integration_types: Vec<u8>,
    #[serde(default = "yes")]
    pub(crate) dm_permission: bool,
    #[serde(default)]
    pub(crate) nsfw: bool,
}

/// Argument, subcommand or group of subcommands.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct CommandOption {
    #[serde(rename = "type")]
    pub(crate) kind: u8,
    pub(crate) name: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) name_localizations: Localizations,
    pub(crate) description: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) description_localizations: Localizations,
    #[serde(default, skip_serializing_if = "is_false")]
    pub(crate) required: bool,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(crate) choices: Vec<Choice>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(crate) options: Vec<CommandOption>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(crate) channel_types: Vec<u8>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) min_value: Option<serde_json::Number>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) max_value: Option<serde_json::Number>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) min_length: Option<usize>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) max_length: Option<usize>,
    #[serde(default, skip_serializing_if = "is_false")]
    pub(crate) autocomplete: bool,
}

/// Value that a person can pick.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Choice {
    pub(crate) name: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) name_localizations: Localizations,
    pub(crate) value: Value,
}

impl Command {
    /// Returns whether the command can be used in this kind of place; by default, in all. A command
    /// of one guild can be used there only.
    pub(crate) fn is_offered_in(&self, context: Context) -> bool {
        let is_default = match context {
            Context::BotDirect => self.dm_permission,
            Context::Guild | Context::Private => true,
        };
        let contexts = self.contexts.as_ref();
        let is_offered =
            contexts.map_or(is_default, |contexts| contexts.contains(&context.number()));
        is_offered && (context == Context::Guild || self.guild_id.is_none())
    }

    /// Returns whether the command comes with this kind of installation.
    pub(crate) fn is_for(&self, installation: u8) -> bool {
        match self.guild_id {
            Some(_) => installation == GUILD_INSTALL,
            None => self.integration_types.contains(&installation),
        }
    }

    /// Returns whether a member with the permissions `mine` may use the command; `"0"` stands for
    /// administrators only.
    pub(crate) fn is_allowed_with(&self, mine: Permissions) -> bool {
        let Some(needed) = &self.default_member_permissions else {
            return true;
        };
        let needed: Permissions = needed.parse().unwrap_or(0);
        mine & permissions::ADMINISTRATOR != 0 || (needed != 0 && mine & needed == needed)
    }
}

/// Returns the text for a locale, or the default.
pub(crate) fn localized<'a>(
    default: &'a str,
    localizations: &'a Localizations,
    locale: &str,
) -> &'a str {
    localizations
        .as_ref()
        .and_then(|texts| texts.get(locale))
        .and_then(Value::as_str)
        .unwrap_or(default)
}

fn chat_input() -> u8 {
    CHAT_INPUT
}

fn guild_install() -> Vec<u8> {
    vec![GUILD_INSTALL]
}

fn yes() -> bool {
    true
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde hands a reference")]
fn is_false(flag: &bool) -> bool {
    !flag
}
