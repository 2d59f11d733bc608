//! Presses of buttons, and choices from menus.

use std::collections::HashMap;

use serde::Deserialize;
use serde_json::Value;
use serenity::all::{MessageId, User};

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
    /// Chosen values; texts, and ids of what [`Data::resolved`] describes.
    #[serde(default)]
    values: Vec<Value>,
    #[serde(default)]
    resolved: Resolved,
}

#[derive(Clone, Debug, Default, Deserialize)]
struct Resolved {
    #[serde(default)]
    users: HashMap<String, ResolvedUser>,
}

#[derive(Clone, Debug, Deserialize)]
struct ResolvedUser(#[serde(deserialize_with = "interaction::user")] User);

impl Press {
    /// Returns the custom id of the component.
    #[must_use]
    pub fn custom_id(&self) -> &str {
        &self.data.custom_id
    }

    /// Returns the id of the message with the component.
    #[must_use]
    pub fn message(&self) -> Option<MessageId> {
        self.interaction.message.map(|message| message.id)
    }

    /// Returns the button; `None` if something was chosen from a menu.
    #[must_use]
    pub fn button(&self) -> Option<PressedButton> {
        let is_button = self.data.values.is_empty();
        is_button.then(|| (self.message(), self.custom_id().to_owned()))
    }

    /// Returns the value chosen from a menu; `None` for a button.
    #[must_use]
    pub fn chosen(&self) -> Option<&str> {
        self.all_chosen().next()
    }

    /// Returns all values chosen from a menu; none for a button.
    pub fn all_chosen(&self) -> impl Iterator<Item = &str> {
        self.data.values.iter().filter_map(Value::as_str)
    }

    /// Returns the people chosen from a menu, in the order of the choice.
    #[must_use]
    pub fn users(&self) -> Vec<&User> {
        let known = &self.data.resolved.users;
        let users = self.all_chosen().filter_map(|id| known.get(id));
        users.map(|known| &known.0).collect()
    }
}
