//! Presses of buttons, and choices from menus.

use std::collections::HashMap;

use serde::Deserialize;
use serde_json::{Map, Value};
use serenity::all::{ChannelType, GuildId, MessageId, User};

use crate::discord::interaction::incoming::interaction::{self, Interaction};
use crate::discord::runtime::dedup::PressedButton;

/// Press of a button, or choice from a menu of any kind.
#[derive(Clone, Debug, Deserialize)]
pub struct Press {
    /// Person, place and way to answer.
    #[serde(flatten)]
    pub interaction: Interaction,
    data: Data,
}

#[derive(Clone, Debug, Deserialize)]
struct Data {
    custom_id: String,
    /// Chosen values; texts, and ids of the objects in [`Data::resolved`].
    #[serde(default)]
    values: Vec<Value>,
    #[serde(default)]
    resolved: Resolved,
}

#[derive(Clone, Debug, Default, Deserialize)]
struct Resolved {
    #[serde(default)]
    users: HashMap<String, ResolvedUser>,
    #[serde(default)]
    channels: HashMap<String, ResolvedChannel>,
    #[serde(default)]
    roles: Map<String, Value>,
}

#[derive(Clone, Debug, Deserialize)]
struct ResolvedUser(#[serde(deserialize_with = "interaction::user")] User);

#[derive(Clone, Debug, Deserialize)]
struct ResolvedChannel {
    #[serde(rename = "type", default)]
    kind: Value,
    /// The server, if Discord names it.
    guild_id: Option<GuildId>,
}

impl Press {
    pub(crate) fn custom_id(&self) -> &str {
        &self.data.custom_id
    }

    /// Returns the id of the message with the component.
    pub(crate) fn message(&self) -> Option<MessageId> {
        self.interaction.message.as_ref().map(|message| message.id)
    }

    /// Returns the button; `None` if something was chosen from a menu.
    pub(crate) fn button(&self) -> Option<PressedButton> {
        let is_button = self.data.values.is_empty();
        is_button.then(|| (self.message(), self.custom_id().to_owned()))
    }

    /// Returns the value chosen from a menu; `None` for a button.
    pub(crate) fn chosen(&self) -> Option<&str> {
        self.all_chosen().next()
    }

    /// Returns all values chosen from a menu; none for a button.
    pub(crate) fn all_chosen(&self) -> impl Iterator<Item = &str> {
        self.data.values.iter().filter_map(Value::as_str)
    }

    /// Returns whether the message is known to have the component.
    pub(crate) fn is_offered(&self) -> bool {
        let message = self.interaction.message.as_ref();
        message.is_some_and(|message| message.component(self.custom_id()).is_some())
    }

    /// Returns the ids that the menu has shown as chosen before this choice; `None` if the message
    /// is not known to have the menu.
    pub(crate) fn shown(&self) -> Option<Vec<u64>> {
        let message = self.interaction.message.as_ref()?;
        let menu = message.component(self.custom_id())?;
        let shown = menu["default_values"].as_array().into_iter().flatten();
        Some(shown.filter_map(|value| id(&value["id"])).collect())
    }

    /// Returns the people chosen from a menu, in the order of the choice.
    pub(crate) fn users(&self) -> Vec<&User> {
        let known = &self.data.resolved.users;
        let users = self.all_chosen().filter_map(|id| known.get(id));
        users.map(|known| &known.0).collect()
    }

    /// Returns whether a chosen channel is one of the server, of one of these kinds.
    pub(crate) fn knows_channel(&self, id: &str, kinds: &[ChannelType]) -> bool {
        let Some(channel) = self.data.resolved.channels.get(id) else {
            return false;
        };
        let kind = channel.kind.as_u64();
        let mut kinds = kinds.iter().map(|kind| u64::from(u8::from(*kind)));
        let is_here = channel.guild_id.is_none() || channel.guild_id == self.interaction.guild_id;
        is_here && kinds.any(|allowed| Some(allowed) == kind)
    }

    /// Returns whether a chosen role is one of the server.
    pub(crate) fn knows_role(&self, id: &str) -> bool {
        self.data.resolved.roles.contains_key(id)
    }
}

/// Reads an id, written as a text or as a number.
fn id(value: &Value) -> Option<u64> {
    value.as_u64().or_else(|| value.as_str()?.parse().ok())
}
