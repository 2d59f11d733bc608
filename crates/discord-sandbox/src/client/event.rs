//! Events, responses and messages that a scripted person receives.

use std::sync::Arc;

use serde_json::Value;

/// Event that the sandbox sends to a person.
#[derive(Clone, Debug)]
pub struct Event {
    /// Name, such as `message_create`.
    pub kind: String,
    /// Complete event.
    pub body: Value,
    message: Option<Message>,
}

impl Event {
    pub(crate) fn new(body: Value) -> Self {
        let message = body.get("message").filter(|message| message.is_object());
        Self {
            kind: body["type"].as_str().unwrap_or_default().to_owned(),
            message: message.cloned().map(Message::from),
            body,
        }
    }

    /// Returns the message in the event, if it has one.
    #[must_use]
    pub fn message(&self) -> Option<Message> {
        self.message.clone()
    }

    /// Returns whether the event is a new or changed message.
    #[must_use]
    pub fn is_message(&self) -> bool {
        matches!(self.kind.as_str(), "message_create" | "message_update")
    }
}

/// Initial response of the bot to an interaction.
#[derive(Clone, Debug)]
pub enum Response {
    /// A message.
    Message(Message),
    /// A message that says "thinking…".
    Deferred(Message),
    /// No visible answer yet; the message with the component stays as it is.
    DeferredUpdate,
    /// An edit of the message with the component.
    Update(Message),
    /// Suggestions for the text being typed: names and values.
    Choices(Vec<(String, Value)>),
    /// A modal, as Discord's JSON.
    Modal(Value),
    /// No response in time, with the text that Discord shows.
    Failed(String),
}

impl Response {
    pub(crate) fn read(event: &Event) -> Option<Self> {
        if event.kind == "failed" {
            let text = event.body["text"].as_str().unwrap_or_default();
            return Some(Self::Failed(text.to_owned()));
        }
        let message = || event.message().unwrap_or_default();
        Some(match event.body["kind"].as_str()? {
            "message" => Self::Message(message()),
            "deferred" => Self::Deferred(message()),
            "deferred_update" => Self::DeferredUpdate,
            "update" => Self::Update(message()),
            "choices" => {
                let choices = event.body["choices"].as_array().into_iter().flatten();
                let pair = |choice: &Value| {
                    let name = choice["name"].as_str().unwrap_or_default();
                    (name.to_owned(), choice["value"].clone())
                };
                Self::Choices(choices.map(pair).collect())
            }
            "modal" => Self::Modal(event.body["modal"].clone()),
            _ => return None,
        })
    }
}

/// Message as the person sees it, as Discord's JSON. It is shared, because whoever waits for a
/// message looks at all of them each time that something happens.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Message(pub Arc<Value>);

impl From<Value> for Message {
    fn from(json: Value) -> Self {
        Self(Arc::new(json))
    }
}

impl Message {
    /// Returns the id.
    #[must_use]
    pub fn id(&self) -> &str {
        self.text("id")
    }

    /// Returns the id of the channel or thread.
    #[must_use]
    pub fn channel(&self) -> &str {
        self.text("channel_id")
    }

    /// Returns the text; that of a message made of components is in [`Self::all_text`].
    #[must_use]
    pub fn content(&self) -> &str {
        self.text("content")
    }

    fn text(&self, name: &str) -> &str {
        self.0[name].as_str().unwrap_or_default()
    }

    /// Returns the user name of the author.
    #[must_use]
    pub fn author(&self) -> &str {
        self.0["author"]["username"].as_str().unwrap_or_default()
    }

    /// Returns whether only this person can see the message.
    #[must_use]
    pub fn is_ephemeral(&self) -> bool {
        self.0["flags"].as_u64().unwrap_or(0) & 1 << 6 != 0
    }

    /// Returns whether the bot is still "thinking…".
    #[must_use]
    pub fn is_loading(&self) -> bool {
        self.0["flags"].as_u64().unwrap_or(0) & 1 << 7 != 0
    }

    /// Returns the ids of the notified users.
    #[must_use]
    pub fn pings(&self) -> Vec<&str> {
        let pings = self.0["pings"].as_array().into_iter().flatten();
        pings.filter_map(Value::as_str).collect()
    }

    /// Returns the embeds, as Discord's JSON.
    #[must_use]
    pub fn embeds(&self) -> &[Value] {
        self.0["embeds"].as_array().map_or(&[], Vec::as_slice)
    }

    /// Returns the text and all text in components, in reading order, a line each.
    #[must_use]
    pub fn all_text(&self) -> String {
        let mut lines = vec![self.content()];
        self.visit(&mut |component| lines.extend(component["content"].as_str()));
        lines.retain(|line| !line.is_empty());
        lines.join("\n")
    }

    /// Calls `look` for every component, in reading order.
    fn visit<'a>(&'a self, look: &mut impl FnMut(&'a Value)) {
        fn enter<'a>(component: &'a Value, look: &mut impl FnMut(&'a Value)) {
            look(component);
            let inner = component["components"].as_array().into_iter().flatten();
            for inner in inner.chain(component.get("accessory")) {
                enter(inner, look);
            }
        }
        for component in self.0["components"].as_array().into_iter().flatten() {
            enter(component, look);
        }
    }

    /// Returns the URLs of the attachments, then those of the images in embeds, then those of the
    /// pictures in components.
    #[must_use]
    pub fn pictures(&self) -> Vec<&str> {
        let attached = self
            .attachments()
            .iter()
            .map(|attachment| &attachment["url"]);
        let embedded = self.embeds().iter().map(|embed| &embed["image"]["url"]);
        let shown = self.shown().into_iter().map(|item| &item["media"]["url"]);
        let urls = attached.chain(embedded).chain(shown);
        urls.filter_map(Value::as_str).collect()
    }

    /// Returns the descriptions of the attachments, then those of the pictures in components.
    #[must_use]
    pub fn descriptions(&self) -> Vec<&str> {
        let pictures = self.attachments().iter().chain(self.shown());
        pictures
            .filter_map(|picture| picture["description"].as_str())
            .collect()
    }

    /// Returns everything in components that may hold a picture, in reading order.
    fn shown(&self) -> Vec<&Value> {
        let mut shown = Vec::new();
        self.visit(&mut |component| {
            shown.extend(component["items"].as_array().into_iter().flatten());
            shown.push(component);
        });
        shown
    }

    /// Returns the attachments listed below the message, as Discord's JSON.
    #[must_use]
    pub fn attachments(&self) -> &[Value] {
        self.0["attachments"].as_array().map_or(&[], Vec::as_slice)
    }

    /// Returns all buttons and selects, in reading order.
    #[must_use]
    pub fn components(&self) -> Vec<&Value> {
        let mut found = Vec::new();
        self.visit(&mut |component| {
            if component.get("custom_id").is_some() || component.get("url").is_some() {
                found.push(component);
            }
        });
        found
    }

    /// Returns the component with this label or placeholder, or with a custom id that starts with
    /// it.
    #[must_use]
    pub fn component(&self, name: &str) -> Option<&Value> {
        let components = self.components();
        let is_called = |component: &&&Value| {
            ["label", "placeholder"]
                .iter()
                .any(|field| component[field] == name)
        };
        let begins = |component: &&&Value| {
            component["custom_id"]
                .as_str()
                .is_some_and(|id| id.starts_with(name))
        };
        let called = components.iter().find(is_called);
        called.or_else(|| components.iter().find(begins)).copied()
    }

    /// Returns the labels of the enabled buttons.
    #[must_use]
    pub fn labels(&self) -> Vec<&str> {
        self.components()
            .into_iter()
            .filter(|component| component["disabled"] != true)
            .filter_map(|component| component["label"].as_str())
            .collect()
    }
}
