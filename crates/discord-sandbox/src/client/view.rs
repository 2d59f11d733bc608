//! Current state of the world as a scripted person sees it, updated by events.

use std::collections::BTreeMap;

use serde_json::Value;

use crate::client::event::{Event, Message};

/// Channels, messages and commands that a person currently sees.
#[derive(Debug, Default)]
pub struct View {
    me: String,
    bot: String,
    is_bot_online: bool,
    is_installed: bool,
    channels: BTreeMap<String, Value>,
    messages: BTreeMap<u64, Message>,
    commands: Vec<Value>,
}

impl View {
    /// Returns the person's user id.
    #[must_use]
    pub fn me(&self) -> &str {
        &self.me
    }

    /// Returns the bot's user id.
    #[must_use]
    pub fn bot(&self) -> &str {
        &self.bot
    }

    /// Returns whether the bot is connected.
    #[must_use]
    pub fn is_bot_online(&self) -> bool {
        self.is_bot_online
    }

    /// Returns whether the person has installed the application for themselves.
    #[must_use]
    pub fn is_installed(&self) -> bool {
        self.is_installed
    }

    /// Returns whether a command of this name is offered.
    #[must_use]
    pub fn has_command(&self, name: &str) -> bool {
        self.commands.iter().any(|command| command["name"] == name)
    }

    /// Returns the offered commands, as Discord's JSON.
    #[must_use]
    pub fn commands(&self) -> &[Value] {
        &self.commands
    }

    /// Returns the channels and threads, as Discord's JSON.
    pub fn channels(&self) -> impl Iterator<Item = &Value> {
        self.channels.values()
    }

    /// Returns the id of a channel by its id or name; `@bot` is the DM with the bot, `@lukasz` the
    /// one with the person of that user name.
    #[must_use]
    pub fn channel(&self, name: &str) -> Option<String> {
        if self.channels.contains_key(name) {
            return Some(name.to_owned());
        }
        let name = name.trim_start_matches('#');
        let is_with = |channel: &Value, who: &str| {
            let other = &channel["recipients"][0];
            let is_other = if who == "bot" {
                other["id"] == *self.bot
            } else {
                other["username"] == who
            };
            channel["type"] == 1 && is_other
        };
        let mut channels = self.channels.iter();
        let found = channels.find(|(_, channel)| match name.strip_prefix('@') {
            Some(who) => is_with(channel, who),
            None => channel["name"] == name,
        });
        found.map(|(id, _)| id.clone())
    }

    /// Returns the id of the server of a channel, given by its id; a DM or a group has none.
    #[must_use]
    pub fn server_of(&self, channel: &str) -> Option<String> {
        let server = &self.channels.get(channel)?["guild_id"];
        server.as_str().map(str::to_owned)
    }

    /// Returns the id of the channel of this name in a server, given by its id.
    pub(crate) fn channel_in(&self, server: &str, name: &str) -> Option<String> {
        let is_it = |channel: &Value| channel["guild_id"] == server && channel["name"] == name;
        let mut channels = self.channels.iter();
        let found = channels.find(|(_, channel)| is_it(channel));
        found.map(|(id, _)| id.clone())
    }

    /// Returns a message by its id.
    #[must_use]
    pub fn message(&self, id: &str) -> Option<Message> {
        self.messages.get(&id.parse().ok()?).cloned()
    }

    /// Returns the messages of a channel, given by its id, oldest first.
    #[must_use]
    pub fn messages(&self, channel: &str) -> Vec<Message> {
        let messages = self.messages.values();
        let messages = messages.filter(|message| message.channel() == channel);
        messages.cloned().collect()
    }

    /// Applies an event.
    pub(crate) fn apply(&mut self, event: &Event) {
        let body = &event.body;
        match event.kind.as_str() {
            "world" => self.begin(body),
            "message_create" | "message_update" | "response" => {
                if let Some(message) = event.message() {
                    self.keep_message(message);
                }
            }
            "message_delete" => {
                if let Some(id) = number(&body["message"]) {
                    self.messages.remove(&id);
                }
            }
            "channel_create" | "channel_update" => {
                self.keep_channel(&body["channel"]);
                for message in list(&body["messages"]) {
                    self.keep_message(message.into());
                }
            }
            "channel_delete" => {
                let id = body["channel"].as_str().unwrap_or_default();
                self.channels.remove(id);
                self.messages.retain(|_, message| message.channel() != id);
            }
            "commands" => self.commands = list(&body["commands"]),
            "user_update" if body["user"]["id"] == *self.me => {
                self.is_installed = body["user"]["installed"] == true;
            }
            "bot" => self.is_bot_online = body["online"] == true,
            _ => {}
        }
    }

    fn begin(&mut self, world: &Value) {
        let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
        self.me = text(&world["me"]["id"]);
        self.bot = text(&world["bot"]["user"]["id"]);
        self.is_bot_online = world["bot"]["online"] == true;
        self.is_installed = world["me"]["installed"] == true;
        self.commands = list(&world["commands"]);
        for channel in list(&world["channels"]) {
            self.keep_channel(&channel);
        }
        let pages = world["messages"]
            .as_object()
            .into_iter()
            .flat_map(|pages| pages.values());
        for message in pages.flat_map(list) {
            self.keep_message(message.into());
        }
    }

    fn keep_message(&mut self, message: Message) {
        if let Ok(id) = message.id().parse() {
            self.messages.insert(id, message);
        }
    }

    fn keep_channel(&mut self, channel: &Value) {
        if let Some(id) = channel["id"].as_str() {
            self.channels.insert(id.to_owned(), channel.clone());
        }
    }
}

fn list(value: &Value) -> Vec<Value> {
    value.as_array().cloned().unwrap_or_default()
}

fn number(id: &Value) -> Option<u64> {
    id.as_str()?.parse().ok()
}
