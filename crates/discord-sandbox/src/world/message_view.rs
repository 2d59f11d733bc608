//! Messages as the JSON that Discord sends to bots and people.

use serde_json::{Value, json};

use crate::world::World;
use crate::world::disk::files;
use crate::world::model::{Attachment, EPHEMERAL, Message, Origin};
use crate::world::snowflake::Id;
use crate::world::view::{bare_member_json, timestamp, user_json};

/// System message about a person who was added to a group.
pub(crate) const RECIPIENT_ADD: u8 = 1;
/// System message about a person who left a group.
pub(crate) const RECIPIENT_REMOVE: u8 = 2;
/// System message about a new thread.
pub(crate) const THREAD_CREATED: u8 = 18;
/// Reply to another message.
pub(crate) const REPLY: u8 = 19;
/// Response to a slash command.
pub(crate) const CHAT_INPUT_COMMAND: u8 = 20;
/// First message of a thread that was started from a message.
pub(crate) const THREAD_STARTER: u8 = 21;
/// Response to a context menu command.
pub(crate) const CONTEXT_MENU_COMMAND: u8 = 23;

/// Recipient of a message.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Viewer {
    /// The bot; `reads_all` if it may read messages that do not concern it.
    Bot { reads_all: bool },
    /// Person with this id.
    Person(Id),
}

impl World {
    /// Returns the JSON of a message for `viewer`.
    pub(crate) fn message_json(&self, message: &Message, viewer: Viewer) -> Value {
        let mut json = self.basic_message_json(message, viewer);
        if message.kind == REPLY || message.kind == THREAD_STARTER {
            let referenced = message.reply_to.and_then(|id| self.message(id));
            json["referenced_message"] = referenced.map_or(Value::Null, |referenced| {
                self.basic_message_json(referenced, viewer)
            });
        }
        json
    }

    fn basic_message_json(&self, message: &Message, viewer: Viewer) -> Value {
        let mentions: Vec<Value> = message
            .mentions
            .iter()
            .map(|&id| self.user_json(id))
            .collect();
        let mut json = json!({
            "id": message.id,
            "channel_id": message.channel,
            "type": message.kind,
            "author": self.user_json(message.author),
            "content": message.content,
            "timestamp": timestamp(message.id.ms()),
            "edited_timestamp": message.edited_ms.map(timestamp),
            "tts": message.tts,
            "mention_everyone": message.mention_everyone,
            "mentions": mentions,
            "mention_roles": message.mention_roles,
            "pinned": false,
            "flags": message.flags,
            "embeds": self.with_addresses(message, &message.embeds),
            "attachments": self.attachments_json(message),
            "components": self.components_json(message),
        });
        if message.author == self.bot {
            json["application_id"] = json!(self.bot);
        }
        if let Some(origin) = &message.origin {
            json["webhook_id"] = json!(self.bot);
            json["application_id"] = json!(self.bot);
            json["interaction_metadata"] = self.origin_json(origin, self.guild_at(message.channel));
            if let Some(name) = &origin.name {
                json["interaction"] = json!({
                    "id": origin.id,
                    "type": origin.kind,
                    "name": name,
                    "user": self.user_json(origin.user),
                });
            }
        }
        self.add_reference(&mut json, message);
        self.add_thread_of(&mut json, message, viewer);
        match viewer {
            Viewer::Person(_) => json["pings"] = json!(message.pings),
            Viewer::Bot { reads_all } => {
                if !reads_all && !self.concerns_bot(message) {
                    withhold(&mut json);
                }
            }
        }
        json
    }

    /// Returns whether the bot may read the message without the privileged intent.
    ///
    /// Source: Discord, "Message Content Intent"; a reply with ping counts as a mention.
    fn concerns_bot(&self, message: &Message) -> bool {
        let is_direct = self
            .channel(message.channel)
            .is_some_and(|channel| channel.recipient.is_some());
        is_direct || message.author == self.bot || message.mentions.contains(&self.bot)
    }

    fn add_reference(&self, json: &mut Value, message: &Message) {
        let mut reference = match (message.kind, message.reply_to, message.thread) {
            (THREAD_CREATED, _, Some(thread)) => json!({"type": 0, "channel_id": thread}),
            (_, Some(replied), _) => {
                let channel = self
                    .message(replied)
                    .map_or(message.channel, |to| to.channel);
                json!({"type": 0, "channel_id": channel, "message_id": replied})
            }
            _ => return,
        };
        if let Some(guild) = self.guild_at(message.channel) {
            reference["guild_id"] = json!(guild);
        }
        json["message_reference"] = reference;
    }

    fn add_thread_of(&self, json: &mut Value, message: &Message, viewer: Viewer) {
        let viewer = match viewer {
            Viewer::Bot { .. } => self.bot,
            Viewer::Person(id) => id,
        };
        let thread = message.thread.and_then(|id| self.channel(id));
        if let Some(thread) = thread.filter(|_| message.kind != THREAD_CREATED) {
            json["thread"] = self.channel_json(thread, viewer);
        }
    }

    /// Returns the metadata of the interaction that a message came from.
    pub(crate) fn origin_json(&self, origin: &Origin, guild: Option<Id>) -> Value {
        let mut json = json!({
            "id": origin.id,
            "type": origin.kind,
            "user": self.user_json(origin.user),
            "authorizing_integration_owners": origin.authorization.owners_json(guild),
        });
        if let Some(name) = &origin.name {
            json["name"] = json!(name);
            json["command_type"] = json!(1);
        }
        if let Some(original) = origin.original {
            json["original_response_message_id"] = json!(original);
        }
        if let Some(message) = origin.message {
            json["interacted_message_id"] = json!(message);
        }
        if let Some(user) = origin.target_user {
            json["target_user"] = self.user_json(user);
            json["command_type"] = json!(2);
        }
        if let Some(message) = origin.target_message {
            json["target_message_id"] = json!(message);
            json["command_type"] = json!(3);
        }
        if let Some(triggering) = &origin.triggering {
            json["triggering_interaction_metadata"] = self.origin_json(triggering, guild);
        }
        json
    }

    /// Returns the attachments listed below the message, without those shown in an embed.
    fn attachments_json(&self, message: &Message) -> Vec<Value> {
        message
            .attachments
            .iter()
            .filter(|attachment| !is_embedded(message, attachment))
            .map(|attachment| {
                let mut json = self.attachment_json(message.channel, attachment);
                if message.flags & EPHEMERAL != 0 {
                    json["ephemeral"] = json!(true);
                }
                json
            })
            .collect()
    }

    /// Returns the JSON of an attachment.
    pub(crate) fn attachment_json(&self, channel: Id, attachment: &Attachment) -> Value {
        let url = self.attachment_url(channel, attachment);
        let mut json = json!({
            "id": attachment.id,
            "filename": attachment.filename,
            "size": attachment.size,
            "url": url,
            "proxy_url": url,
        });
        if let Some(title) = &attachment.title {
            json["title"] = json!(title);
        }
        if let Some(description) = &attachment.description {
            json["description"] = json!(description);
        }
        if let Some(content_type) = &attachment.content_type {
            json["content_type"] = json!(content_type);
        }
        if let Some((width, height)) = attachment.dimensions {
            json["width"] = json!(width);
            json["height"] = json!(height);
        }
        json
    }

    /// Returns the signed URL of an attachment.
    fn attachment_url(&self, channel: Id, attachment: &Attachment) -> String {
        let path = format!(
            "/attachments/{channel}/{}/{}",
            attachment.id, attachment.filename
        );
        let query = files::sign(&self.secret, &path, self.now_ms);
        format!("{}{path}?{query}", self.base_url)
    }

    /// Returns embeds or components with the URLs of the attachments they show.
    fn with_addresses(&self, message: &Message, parts: &[Value]) -> Vec<Value> {
        let mut parts = parts.to_vec();
        for part in &mut parts {
            self.add_addresses(message, part);
        }
        parts
    }

    /// Returns the components with the files they show.
    fn components_json(&self, message: &Message) -> Vec<Value> {
        let mut parts = message.components.clone();
        for part in &mut parts {
            describe_files(message, part);
            self.add_addresses(message, part);
        }
        parts
    }

    fn add_addresses(&self, message: &Message, value: &mut Value) {
        for key in ["url", "icon_url"] {
            let Some(attachment) = named(message, value.get(key)) else {
                continue;
            };
            let url = self.attachment_url(message.channel, attachment);
            value[key] = json!(url);
            value[format!("proxy_{key}")] = json!(url);
            if let Some((width, height)) = attachment.dimensions.filter(|_| key == "url") {
                value["width"] = json!(width);
                value["height"] = json!(height);
                value["content_type"] = json!(attachment.content_type);
            }
        }
        for part in parts(value) {
            self.add_addresses(message, part);
        }
    }

    /// Adds the fields that only the events for a created or changed message have.
    pub(crate) fn add_event_fields(&self, json: &mut Value, message: &Message) {
        let channel = self.channel(message.channel);
        json["channel_type"] = json!(channel.map(|channel| channel.kind));
        // Discord sends ephemeral messages without a guild, as if in a DM.
        let guild = channel.and_then(|channel| self.guild_of(channel));
        let Some(guild) = guild.filter(|_| message.only_for.is_none()) else {
            return;
        };
        json["guild_id"] = json!(guild.id);
        if let Some(author) = self.user(message.author) {
            json["member"] = bare_member_json(guild, author);
        }
        if let Some(mentions) = json["mentions"].as_array_mut() {
            for (mention, user) in mentions.iter_mut().zip(&message.mentions) {
                let Some(user) = self.user(*user) else {
                    continue;
                };
                *mention = user_json(user);
                mention["member"] = bare_member_json(guild, user);
            }
        }
    }
}

/// Adds the data that Discord sends about the files in a component: their ids and, for a file, name
/// and size.
fn describe_files(message: &Message, value: &mut Value) {
    for key in ["media", "file"] {
        let Some(shown) = value.get_mut(key).filter(|shown| shown.is_object()) else {
            continue;
        };
        let attachment = named(message, shown.get("url"));
        if let Some(attachment) = attachment {
            shown["id"] = json!(attachment.id);
            shown["attachment_id"] = json!(attachment.id);
        } else {
            shown["proxy_url"] = shown["url"].clone();
        }
        if let Some(attachment) = attachment.filter(|_| key == "file") {
            value["name"] = json!(attachment.filename);
            value["size"] = json!(attachment.size);
        }
    }
    for part in parts(value) {
        describe_files(message, part);
    }
}

/// Returns the values in a list or an object.
fn parts(value: &mut Value) -> Vec<&mut Value> {
    match value {
        Value::Array(parts) => parts.iter_mut().collect(),
        Value::Object(parts) => parts.values_mut().collect(),
        _ => Vec::new(),
    }
}

fn withhold(json: &mut Value) {
    json["content"] = json!("");
    for list in ["embeds", "attachments", "components"] {
        json[list] = json!([]);
    }
}

/// Returns whether an embed or a component shows the attachment.
fn is_embedded(message: &Message, attachment: &Attachment) -> bool {
    fn shows(message: &Message, attachment: &Attachment, value: &Value) -> bool {
        match value {
            Value::String(_) => {
                named(message, Some(value)).is_some_and(|shown| shown.id == attachment.id)
            }
            Value::Array(parts) => parts.iter().any(|part| shows(message, attachment, part)),
            Value::Object(parts) => parts.values().any(|part| shows(message, attachment, part)),
            _ => false,
        }
    }
    let mut parts = message.embeds.iter().chain(&message.components);
    parts.any(|part| shows(message, attachment, part))
}

/// Returns the attachment that an `attachment://` URL names.
fn named<'a>(message: &'a Message, url: Option<&Value>) -> Option<&'a Attachment> {
    let name = url?.as_str()?.strip_prefix("attachment://")?;
    message.attachments.iter().find(|attachment| {
        attachment.filename == name || attachment.filename == files::sanitized(name)
    })
}
