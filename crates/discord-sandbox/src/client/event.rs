//! What a scripted person sees.

use serde_json::Value;

/// Something that happened, as the person side of the sandbox tells it.
#[derive(Clone, Debug)]
pub struct Event {
    /// Name, such as `message_create`.
    pub kind: String,
    /// The whole event.
    pub body: Value,
}

impl Event {
    /// The message it is about, if it is about one.
    #[must_use]
    pub fn message(&self) -> Option<Message> {
        self.body
            .get("message")
            .filter(|message| message.is_object())
            .cloned()
            .map(Message)
    }

    /// Whether a message came or changed.
    #[must_use]
    pub fn is_message(&self) -> bool {
        matches!(self.kind.as_str(), "message_create" | "message_update")
    }
}

/// What the bot answered an interaction with at first.
#[derive(Clone, Debug)]
pub enum Response {
    /// A message.
    Message(Message),
    /// A message that says "thinking…".
    Deferred(Message),
    /// Nothing to be seen yet, on a message that stays.
    DeferredUpdate,
    /// The message that the component stands on, changed.
    Update(Message),
    /// Suggestions for what is being typed: names and values.
    Choices(Vec<(String, Value)>),
    /// A form to fill in, as Discord's JSON.
    Modal(Value),
    /// No answer in time, and the words Discord shows for that.
    Failed(String),
}

impl Response {
    pub(crate) fn read(event: &Event) -> Option<Self> {
        if event.kind == "failed" {
            let text = event.body["text"].as_str().unwrap_or_default();
            return Some(Self::Failed(text.to_owned()));
        }
        let message = || Message(event.body["message"].clone());
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

/// A message as the person sees it, in Discord's JSON.
#[derive(Clone, Debug, PartialEq)]
pub struct Message(pub Value);

impl Message {
    /// Its id.
    #[must_use]
    pub fn id(&self) -> &str {
        self.text("id")
    }

    /// The channel or thread it stands in.
    #[must_use]
    pub fn channel(&self) -> &str {
        self.text("channel_id")
    }

    /// Its text.
    #[must_use]
    pub fn content(&self) -> &str {
        self.text("content")
    }

    fn text(&self, name: &str) -> &str {
        self.0[name].as_str().unwrap_or_default()
    }

    /// User name of its author.
    #[must_use]
    pub fn author(&self) -> &str {
        self.0["author"]["username"].as_str().unwrap_or_default()
    }

    /// Whether only this person sees it.
    #[must_use]
    pub fn is_ephemeral(&self) -> bool {
        self.0["flags"].as_u64().unwrap_or(0) & 1 << 6 != 0
    }

    /// Whether the bot is still "thinking…".
    #[must_use]
    pub fn is_loading(&self) -> bool {
        self.0["flags"].as_u64().unwrap_or(0) & 1 << 7 != 0
    }

    /// Ids of those who were notified.
    #[must_use]
    pub fn pings(&self) -> Vec<&str> {
        let pings = self.0["pings"].as_array().into_iter().flatten();
        pings.filter_map(Value::as_str).collect()
    }

    /// Its embeds.
    #[must_use]
    pub fn embeds(&self) -> &[Value] {
        self.0["embeds"].as_array().map_or(&[], Vec::as_slice)
    }

    /// Addresses of everything it shows: attachments first, then pictures of embeds.
    #[must_use]
    pub fn pictures(&self) -> Vec<&str> {
        let attachments = self.0["attachments"].as_array().into_iter().flatten();
        let attached = attachments.filter_map(|attachment| attachment["url"].as_str());
        let embedded = self
            .embeds()
            .iter()
            .filter_map(|embed| embed["image"]["url"].as_str());
        attached.chain(embedded).collect()
    }

    /// Its attachments that stand below it, as Discord's JSON.
    #[must_use]
    pub fn attachments(&self) -> &[Value] {
        self.0["attachments"].as_array().map_or(&[], Vec::as_slice)
    }

    /// All its buttons and selects, in reading order.
    #[must_use]
    pub fn components(&self) -> Vec<&Value> {
        fn add<'a>(found: &mut Vec<&'a Value>, component: &'a Value) {
            if component.get("custom_id").is_some() || component.get("url").is_some() {
                found.push(component);
            }
            let inner = component["components"].as_array().into_iter().flatten();
            for inner in inner.chain(component.get("accessory")) {
                add(found, inner);
            }
        }
        let mut found = Vec::new();
        for component in self.0["components"].as_array().into_iter().flatten() {
            add(&mut found, component);
        }
        found
    }

    /// The component with this label or placeholder, or with a custom id that begins so.
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

    /// Labels of its buttons that can be pressed.
    #[must_use]
    pub fn labels(&self) -> Vec<&str> {
        self.components()
            .into_iter()
            .filter(|component| component["disabled"] != true)
            .filter_map(|component| component["label"].as_str())
            .collect()
    }
}
