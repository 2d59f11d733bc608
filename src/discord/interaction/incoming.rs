//! Interactions as Discord sends them, however they arrive.
//!
//! Discord adds kinds and fields at any time. What the bot does not know is ignored and is never an
//! error; what it needs is read from the raw JSON. Commands become serenity's type, because poise
//! runs them.
//!
//! Source: Discord, "Receiving and Responding to Interactions".

use serde::Deserialize;
use serde_json::{Value, json};
use serenity::all::{
    ApplicationId, AuthorizingIntegrationOwners, ChannelId, CommandInteraction,
    ComponentInteraction, GuildId, InteractionContext, InteractionId, Member, Message,
    PartialChannel, Permissions, User,
};

/// Interaction that has arrived.
#[derive(Clone, Debug)]
pub enum Incoming {
    /// A command, typed or chosen from a menu.
    Command(Box<CommandInteraction>),
    /// A command that is being typed.
    Autocomplete(Box<CommandInteraction>),
    /// A press of a button, or a choice from a menu.
    Press(Box<ComponentInteraction>),
    /// A submitted form.
    Form(Box<Form>),
}

impl Incoming {
    /// Reads an interaction; `None` for a kind that the bot does not know.
    ///
    /// # Errors
    ///
    /// The text is not the JSON of an interaction.
    pub fn read(text: &str) -> Result<Option<Self>, serde_json::Error> {
        let mut json: Value = serde_json::from_str(text)?;
        complete(&mut json);
        Ok(match json["type"].as_u64() {
            Some(2) => Some(Self::Command(serde_json::from_value(json)?)),
            Some(3) => Some(Self::Press(serde_json::from_value(json)?)),
            Some(4) => Some(Self::Autocomplete(serde_json::from_value(json)?)),
            Some(5) => Some(Self::Form(serde_json::from_value(json)?)),
            _ => None,
        })
    }

    /// Returns the id of the interaction.
    #[must_use]
    pub fn id(&self) -> InteractionId {
        match self {
            Self::Command(asked) | Self::Autocomplete(asked) => asked.id,
            Self::Press(press) => press.id,
            Self::Form(form) => form.id,
        }
    }

    /// Returns the custom id of the component or form; `None` for a command.
    #[must_use]
    pub fn custom_id(&self) -> Option<&str> {
        match self {
            Self::Command(_) | Self::Autocomplete(_) => None,
            Self::Press(press) => Some(&press.data.custom_id),
            Self::Form(form) => Some(form.custom_id()),
        }
    }

    /// Returns the kind of interaction, for the log.
    #[must_use]
    pub const fn kind(&self) -> &'static str {
        match self {
            Self::Command(_) => "Command",
            Self::Autocomplete(_) => "Autocomplete",
            Self::Press(_) => "Component",
            Self::Form(_) => "Modal",
        }
    }
}

/// Adds what serenity's types require and the bot can do without, and leaves out what they cannot
/// read.
fn complete(json: &mut Value) {
    let user = json["member"]["user"].clone();
    let Some(fields) = json.as_object_mut() else {
        return;
    };
    for (name, value) in [
        ("version", json!(1)),
        ("locale", json!("en-US")),
        ("attachment_size_limit", json!(10_485_760)),
    ] {
        fields.entry(name).or_insert(value);
    }
    if !fields.contains_key("user") && !user.is_null() {
        fields.insert("user".to_owned(), user);
    }
    // The bot sells nothing.
    fields.insert("entitlements".to_owned(), json!([]));
    let owners = fields.get_mut("authorizing_integration_owners");
    if let Some(owners) = owners.and_then(Value::as_object_mut) {
        owners.retain(|kind, _| matches!(kind.as_str(), "0" | "1"));
    }
    if fields.get("context").and_then(Value::as_u64).is_none() {
        fields.remove("context");
    }
}

/// Submitted form. Its fields are inputs in rows, as in older clients, or inputs with labels.
#[derive(Clone, Debug, Deserialize)]
pub struct Form {
    /// Id of the interaction.
    pub id: InteractionId,
    /// Application of the bot.
    pub application_id: ApplicationId,
    /// Token of the interaction.
    pub token: String,
    /// The server, unless it is a private conversation.
    pub guild_id: Option<GuildId>,
    /// The channel or thread.
    pub channel_id: ChannelId,
    /// The channel or thread, with its kind.
    pub channel: Option<PartialChannel>,
    /// The person as a member of the server.
    pub member: Option<Member>,
    /// The person.
    pub user: User,
    /// Locale of the person's client.
    pub locale: String,
    /// Locale of the server.
    pub guild_locale: Option<String>,
    /// Permissions of the bot in the channel.
    pub app_permissions: Option<Permissions>,
    /// Kind of place.
    pub context: Option<InteractionContext>,
    /// Installations that the interaction relies on.
    #[serde(default)]
    pub authorizing_integration_owners: AuthorizingIntegrationOwners,
    /// The message with the component that has opened the form.
    pub message: Option<Box<Message>>,
    data: FormData,
}

#[derive(Clone, Debug, Deserialize)]
struct FormData {
    custom_id: String,
    #[serde(default)]
    components: Vec<Part>,
}

/// Part of a form, of any kind: a row or a label with its input, or an input.
#[derive(Clone, Debug, Default, Deserialize)]
struct Part {
    #[serde(default)]
    custom_id: String,
    /// Text, number or check mark.
    #[serde(default)]
    value: Value,
    /// Choices from a menu or a group.
    #[serde(default)]
    values: Vec<Value>,
    #[serde(default)]
    components: Vec<Part>,
    component: Option<Box<Part>>,
}

impl Part {
    /// Returns the input with this custom id, in the part or below it.
    fn find(&self, custom_id: &str) -> Option<&Self> {
        if self.custom_id == custom_id {
            return Some(self);
        }
        let below = self.component.as_deref().into_iter();
        let mut below = below.chain(&self.components);
        below.find_map(|part| part.find(custom_id))
    }
}

impl Form {
    /// Returns the custom id of the form.
    #[must_use]
    pub fn custom_id(&self) -> &str {
        &self.data.custom_id
    }

    /// Returns the text of an input; empty if there is none.
    #[must_use]
    pub fn text(&self, custom_id: &str) -> String {
        let value = self.part(custom_id).map(|part| &part.value);
        value.and_then(Value::as_str).unwrap_or_default().to_owned()
    }

    /// Returns the choices from a menu or a group, of which a radio button is the only one.
    #[must_use]
    pub fn choices(&self, custom_id: &str) -> Vec<String> {
        let Some(part) = self.part(custom_id) else {
            return Vec::new();
        };
        let values = part.values.iter().chain([&part.value]);
        values
            .filter_map(|value| value.as_str().map(str::to_owned))
            .collect()
    }

    /// Returns whether a box is checked.
    #[must_use]
    pub fn is_checked(&self, custom_id: &str) -> bool {
        self.part(custom_id)
            .is_some_and(|part| part.value == Value::Bool(true))
    }

    fn part(&self, custom_id: &str) -> Option<&Part> {
        let mut parts = self.data.components.iter();
        parts.find_map(|part| part.find(custom_id))
    }
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::{Form, Incoming};

    fn form(components: &Value) -> Box<Form> {
        let json = json!({"id": "7", "application_id": "1", "type": 5, "token": "t", "version": 1,
            "channel_id": "3", "user": {"id": "10", "username": "anna"}, "context": 2, "new": {},
            "authorizing_integration_owners": {"1": "10", "9": {}},
            "data": {"custom_id": "form", "components": components}});
        match Incoming::read(&json.to_string()).expect("an interaction") {
            Some(Incoming::Form(form)) => form,
            other => panic!("expected a form, got {other:?}"),
        }
    }

    #[test]
    fn inputs_are_read_from_rows_and_from_labels() {
        let rows = json!([{"type": 1, "components": [
            {"type": 4, "custom_id": "line", "value": "b2-b3"}]}]);
        assert_eq!(form(&rows).text("line"), "b2-b3");
        let labels = form(&json!([
            {"type": 18, "id": 1, "component": {"type": 4, "custom_id": "line", "value": "b2-b3"}},
            {"type": 18, "component": {"type": 3, "custom_id": "menu", "values": ["a", "b"]}},
            {"type": 18, "component": {"type": 21, "custom_id": "radio", "value": "c"}},
            {"type": 18, "component": {"type": 23, "custom_id": "box", "value": true}},
            {"type": 10, "content": "text"},
            {"type": 99, "component": {"type": 98}}
        ]));
        assert_eq!(labels.custom_id(), "form");
        assert_eq!(labels.text("line"), "b2-b3");
        assert_eq!(labels.choices("menu"), ["a", "b"]);
        assert_eq!(labels.choices("radio"), ["c"]);
        assert!(labels.is_checked("box") && !labels.is_checked("menu"));
        assert_eq!(labels.text("other"), "");
        assert_eq!(labels.authorizing_integration_owners.0.len(), 1);
    }

    #[test]
    fn a_command_needs_only_what_the_bot_uses() {
        let least = json!({"id": "7", "application_id": "1", "type": 2, "token": "t",
            "channel_id": "3", "user": {"id": "10", "username": "anna"}, "context": "new",
            "authorizing_integration_owners": {"7": [], "1": "10"}, "entitlements": [{}],
            "data": {"id": "1", "name": "focus", "type": 1}});
        let read = Incoming::read(&least.to_string()).expect("an interaction");
        assert!(matches!(read, Some(Incoming::Command(_))), "{read:?}");
    }

    #[test]
    fn an_unknown_kind_is_none() {
        let unknown = json!({"id": "7", "type": 77, "token": "t"});
        let read = Incoming::read(&unknown.to_string()).expect("an interaction");
        assert!(read.is_none());
        assert!(Incoming::read("[]").expect("json").is_none());
        assert!(Incoming::read("{").is_err());
    }
}
