//! Messages of the bot, in the form in which Discord receives them.

use std::time::{Duration, Instant};

use serde::ser::Error;
use serde::{Serialize, Serializer};
use serde_json::{Value, json};
use serenity::all::{ChannelId, CreateActionRow, CreateAttachment, MessageId, UserId};
use serenity::http::{Multipart, MultipartUpload, Request};

use crate::discord::rest::components_v2::{Container, IS_COMPONENTS_V2, TEXT_LIMIT};
use crate::discord::rest::{Patience, Urgency};
use crate::service::{MessageForm, PersonId};

/// Discord's limit for the text of a message, in characters.
pub const CONTENT_LIMIT: usize = 2_000;
const TITLE_LIMIT: usize = 256;
const PAGE_LIMIT: usize = 4_096;
/// Discord's limit for the description of a file, in characters.
pub const ALT_LIMIT: usize = 1_024;

const EPHEMERAL: u64 = 1 << 6;
const SUPPRESS_NOTIFICATIONS: u64 = 1 << 12;

/// Picture attached to a message.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Picture {
    /// Name of the file; it ends in `.png`.
    pub name: String,
    /// Bytes of the file.
    pub png: Vec<u8>,
    /// Alt text.
    pub alt: String,
}

/// File attached to a message.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct File {
    /// Name of the file.
    pub name: String,
    /// Bytes of the file.
    pub bytes: Vec<u8>,
    /// Description of the file.
    pub about: String,
}

impl From<Picture> for File {
    fn from(picture: Picture) -> Self {
        Self {
            name: picture.name,
            bytes: picture.png,
            about: picture.alt,
        }
    }
}

/// Message, edit or response. It mentions no one by default.
#[derive(Clone, Debug, Default)]
pub struct Outgoing {
    /// Heading, if the text is that of a page.
    title: Option<String>,
    text: String,
    /// Arrangement, if the message is made of components.
    container: Option<Container>,
    rows: Vec<CreateActionRow>,
    allowed_mentions: AllowedMentions,
    /// An edit without this field keeps the existing file.
    attachments: Option<Vec<Attachment>>,
    flags: u64,
    /// Message to which it replies.
    below: Option<MessageId>,
    /// Name under which the message is posted only once.
    once: Option<String>,
    file: Option<(String, Vec<u8>)>,
    /// Text that replaces it, without its file, in a channel that accepts no files.
    in_words: Option<String>,
    urgency: Option<Urgency>,
    /// Time at which its data was read, if that may be outdated after a freeze of the process.
    as_of: Option<Instant>,
    /// Time after which it would be wrong.
    until: Option<tokio::time::Instant>,
}

/// Message as Discord reads it.
#[derive(Serialize)]
struct Body<'a> {
    #[serde(skip_serializing_if = "Option::is_none")]
    content: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    embeds: Option<Value>,
    components: Value,
    allowed_mentions: &'a AllowedMentions,
    #[serde(skip_serializing_if = "Option::is_none")]
    attachments: Option<&'a [Attachment]>,
    #[serde(skip_serializing_if = "Option::is_none")]
    flags: Option<u64>,
}

impl Serialize for Outgoing {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let form = match &self.container {
            Some(container) => self.as_components(container),
            None => self.as_text(),
        };
        let (content, embeds, mut components) = form.map_err(S::Error::custom)?;
        write_ids_as_text(&mut components);
        let of_form = if self.container.is_some() {
            IS_COMPONENTS_V2
        } else {
            0
        };
        let body = Body {
            content,
            embeds,
            components,
            allowed_mentions: &self.allowed_mentions,
            attachments: self.attachments.as_deref(),
            flags: Some(self.flags | of_form).filter(|flags| *flags != 0),
        };
        body.serialize(serializer)
    }
}

/// Allowed mentions; Discord's default would notify every user, every role and `@everyone` in the
/// text.
#[derive(Clone, Debug, Default, Serialize)]
struct AllowedMentions {
    parse: [String; 0],
    users: Vec<UserId>,
    replied_user: bool,
}

#[derive(Clone, Debug, Serialize)]
struct Attachment {
    id: u64,
    filename: String,
    description: String,
}

impl Outgoing {
    /// Creates a message with a text, which is cut at Discord's limit.
    #[must_use]
    pub fn text(content: impl Into<String>) -> Self {
        Self {
            text: content.into(),
            ..Self::default()
        }
    }

    /// Makes a response visible only to the person.
    pub(crate) fn private(mut self) -> Self {
        self.flags = EPHEMERAL;
        self
    }

    /// Notifies without a sound, if `is_silent`.
    pub(crate) fn silent(mut self, is_silent: bool) -> Self {
        if is_silent {
            self.flags = SUPPRESS_NOTIFICATIONS;
        }
        self
    }

    /// Sets the rows of buttons below the text.
    #[must_use]
    pub fn rows(mut self, rows: Vec<CreateActionRow>) -> Self {
        self.rows = rows;
        self
    }

    /// Creates a message with a heading and a longer text, as an embed.
    pub(crate) fn page(title: impl Into<String>, text: impl Into<String>) -> Self {
        Self {
            title: Some(title.into()),
            ..Self::text(text)
        }
    }

    /// Makes the message one of components, in this arrangement.
    pub(crate) fn in_container(mut self, container: Container) -> Self {
        self.container = Some(container);
        self
    }

    /// Brings the message into the form of the one that it replaces.
    pub(crate) fn in_form(mut self, form: MessageForm) -> Self {
        if form == MessageForm::Components {
            self.container.get_or_insert_default();
        } else if let Some(container) = self.container.take() {
            if container.beside_text.is_some() {
                // Without text beside it, the picture would be as large as a board.
                (self.attachments, self.file) = (None, None);
            }
            let lines = container.lines.into_iter().map(|(line, _)| line);
            for text in lines
                .chain([container.footnote])
                .filter(|text| !text.is_empty())
            {
                self.text.push('\n');
                self.text.push_str(&text);
            }
        }
        self
    }

    /// Allows the text to notify these people and no others.
    pub(crate) fn calling(mut self, people: impl IntoIterator<Item = PersonId>) -> Self {
        self.allowed_mentions.users = people
            .into_iter()
            .map(|person| UserId::new(person.0))
            .collect();
        self
    }

    /// Adds a picture.
    #[must_use]
    pub fn picture(self, picture: Picture) -> Self {
        self.file(picture.into())
    }

    pub(crate) fn file(mut self, file: File) -> Self {
        self.attachments = Some(vec![Attachment {
            id: 0,
            filename: file.name.clone(),
            description: cut(&file.about, ALT_LIMIT),
        }]);
        self.file = Some((file.name, file.bytes));
        self
    }

    /// Removes the existing picture.
    #[must_use]
    pub fn without_picture(mut self) -> Self {
        self.attachments = Some(Vec::new());
        self.file = None;
        self
    }

    /// Sets the text that is sent instead in a channel in which the bot may attach no files. An
    /// answer to an interaction may always have files.
    ///
    /// Source: <https://github.com/discord/discord-api-docs/issues/5316>.
    #[must_use]
    pub fn or_in_words(mut self, text: String) -> Self {
        self.in_words = Some(text);
        self
    }

    /// Returns the message without its file, if it has one and can do without it.
    pub(super) fn in_words(&self) -> Option<Self> {
        let text = self.in_words.clone().filter(|_| self.file.is_some())?;
        let mut words = self.clone().without_picture();
        if let Some(container) = &mut words.container {
            container.beside_text = None;
        }
        Some(Self { text, ..words })
    }

    /// Makes the message a reply to another one, which need not exist anymore, if it is posted to a
    /// channel: Discord decides to which message an answer to an interaction replies.
    pub(crate) fn below(mut self, message: Option<MessageId>) -> Self {
        self.below = message;
        self
    }

    /// Returns the reference to the message to which this one replies in a channel.
    ///
    /// Source: Discord, "Create Message"; "Execute Webhook" has no such field.
    pub(super) fn reference(&self) -> Option<Value> {
        let message = self.below?;
        Some(json!({"message_id": message, "fail_if_not_exists": false}))
    }

    /// Sets the urgency, which otherwise depends on whether a person is waiting.
    pub(crate) fn urgency(mut self, urgency: Urgency) -> Self {
        self.urgency = Some(urgency);
        self
    }

    /// Sends the message only if the process was not frozen since its data was read.
    #[must_use]
    pub fn as_of(mut self, read: Instant) -> Self {
        self.as_of = Some(read);
        self
    }

    /// Sends the message before this time or not at all.
    #[must_use]
    pub fn until(mut self, until: tokio::time::Instant) -> Self {
        self.until = Some(until);
        self
    }

    /// Returns the time limits for posting the message to a channel.
    pub(super) fn patience(&self, total: Duration) -> Patience {
        let usual = Patience::of(total);
        let patience = self.fresh(usual.at(self.urgency.unwrap_or(usual.urgency)));
        let until = self.until.unwrap_or(patience.until);
        Patience {
            until: until.min(patience.until),
            ..patience
        }
    }

    /// Returns time limits with the time at which the message's data was read.
    pub(super) fn fresh(&self, patience: Patience) -> Patience {
        Patience {
            as_of: self.as_of,
            ..patience
        }
    }

    /// Lets the message be posted at most once per channel within a few minutes, no matter how
    /// often it is sent.
    #[must_use]
    pub fn once(mut self, name: impl Into<String>) -> Self {
        self.once = Some(name.into());
        self
    }

    /// Returns the nonce by which Discord recognizes the message in a channel when it is sent
    /// again, if it may be posted only once. It differs by attempt.
    ///
    /// Discord compares nonces over all channels of a bot, while each process of the bot counts its
    /// games from 1. The hash must be the same after a restart, which the standard library's does
    /// not promise.
    pub(super) fn nonce(&self, channel: ChannelId, attempt: u8) -> Option<String> {
        const OFFSET: u64 = 0xcbf2_9ce4_8422_2325;
        const PRIME: u64 = 0x0100_0000_01b3;
        let name = self.once.as_ref()?;
        let bytes = channel.get().to_le_bytes().into_iter().chain([attempt]);
        // FNV-1a
        let hash = bytes.chain(name.bytes()).fold(OFFSET, |hash, byte| {
            (hash ^ u64::from(byte)).wrapping_mul(PRIME)
        });
        Some(format!("{hash:016x}"))
    }

    /// Returns the text, an embed and rows, as a message of content has them.
    fn as_text(&self) -> Parts {
        let rows = serde_json::to_value(&self.rows)?;
        Ok(match &self.title {
            Some(title) => {
                let (title, text) = (cut(title, TITLE_LIMIT), cut(&self.text, PAGE_LIMIT));
                let embed = json!([{"title": title, "description": text}]);
                (Some(String::new()), Some(embed), rows)
            }
            None => (Some(cut(&self.text, CONTENT_LIMIT)), Some(json!([])), rows),
        })
    }

    /// Returns the components of a message that has nothing else.
    fn as_components(&self, container: &Container) -> Parts {
        let text = match &self.title {
            Some(title) => format!("### {title}\n{}", self.text),
            None => self.text.clone(),
        };
        let text = cut(&text, TEXT_LIMIT.saturating_sub(container.chars()).max(1));
        let files = self.attachments.iter().flatten();
        let mut files = files.map(|file| (file.filename.as_str(), file.description.as_str()));
        let file = files
            .next_back()
            .filter(|_| container.beside_text.is_none());
        let components = container.components(&text, file, &self.rows)?;
        Ok((None, None, components))
    }

    /// Returns the file as a part of a request with the JSON `payload`.
    fn multipart(&self, payload: &str) -> Option<Multipart> {
        let (name, bytes) = self.file.as_ref()?;
        let file = CreateAttachment::bytes(bytes.clone(), name.clone());
        Some(Multipart {
            upload: MultipartUpload::Attachments(vec![file]),
            fields: Vec::new(),
            payload_json: Some(payload.to_owned()),
        })
    }
}

/// Adds a JSON body to a request, and the file of `message` if it has one.
pub(super) fn with_body<'a>(
    request: Request<'a>,
    body: &Value,
    message: Option<&Outgoing>,
) -> Request<'a> {
    let body = body.to_string();
    match message.and_then(|message| message.multipart(&body)) {
        Some(multipart) => request.multipart(Some(multipart)),
        None => request.body(Some(body.into_bytes())),
    }
}

/// Content, embeds and components.
type Parts = Result<(Option<String>, Option<Value>, Value), serde_json::Error>;

/// Converts the ids of a menu's default values to strings, as Discord documents them; serenity
/// writes numbers.
fn write_ids_as_text(components: &mut Value) {
    match components {
        Value::Object(fields) => {
            let shown = fields.get_mut("default_values");
            let shown = shown.and_then(Value::as_array_mut);
            for id in shown.into_iter().flatten().map(|value| &mut value["id"]) {
                if id.is_number() {
                    *id = id.to_string().into();
                }
            }
            fields.values_mut().for_each(write_ids_as_text);
        }
        Value::Array(items) => items.iter_mut().for_each(write_ids_as_text),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
    }
}

/// Cuts a text that is too long.
fn cut(text: &str, limit: usize) -> String {
    if text.chars().count() <= limit {
        return text.to_owned();
    }
    text.chars().take(limit - 1).chain(['…']).collect()
}

#[cfg(test)]
mod tests {
    use serenity::all::{ChannelId, MessageId};

    use super::{CONTENT_LIMIT, Outgoing, Picture};

    #[test]
    fn nonces_differ_by_channel_name_and_attempt() {
        let nonce = |channel, name: &str, attempt| {
            let message = Outgoing::text("x").once(name);
            message.nonce(ChannelId::new(channel), attempt)
        };
        let here = nonce(7, "1-2", 0);
        assert_eq!(here, nonce(7, "1-2", 0));
        for other in [nonce(8, "1-2", 0), nonce(7, "1-3", 0), nonce(7, "1-2", 1)] {
            assert_ne!(here, other);
        }
        // Discord allows 25 characters.
        assert!(nonce(u64::MAX - 1, &"9".repeat(99), 9).is_some_and(|nonce| nonce.len() <= 25));
        assert_eq!(Outgoing::text("x").nonce(ChannelId::new(7), 0), None);
    }

    #[test]
    fn a_message_calls_nobody_by_default() {
        let json = serde_json::to_value(Outgoing::text("hi @everyone <@1>")).expect("json");
        let none = serde_json::json!({"parse": [], "users": [], "replied_user": false});
        assert_eq!(json["allowed_mentions"], none);
    }

    #[test]
    fn only_a_post_to_a_channel_refers_to_another_message() {
        let message = Outgoing::text("x").below(Some(MessageId::new(7)));
        let json = serde_json::to_value(&message).expect("json");
        assert_eq!(json.get("message_reference"), None);
        let reference = serde_json::json!({"message_id": "7", "fail_if_not_exists": false});
        assert_eq!(message.reference(), Some(reference));
    }

    #[test]
    fn an_edit_without_picture_keeps_the_old_one() {
        let json = serde_json::to_value(Outgoing::text("x")).expect("json");
        assert_eq!(json.get("attachments"), None);
        let picture = Picture {
            name: "a.png".into(),
            png: vec![1],
            alt: "a board".into(),
        };
        let json = serde_json::to_value(Outgoing::text("x").picture(picture)).expect("json");
        let listed = serde_json::json!([{"id": 0, "filename": "a.png", "description": "a board"}]);
        assert_eq!(json["attachments"], listed);
    }

    #[test]
    fn long_text_is_cut_at_the_limit() {
        let message = Outgoing::text("ü".repeat(CONTENT_LIMIT + 1));
        let json = serde_json::to_value(message).expect("json");
        let content = json["content"].as_str().expect("a text");
        assert_eq!(content.chars().count(), CONTENT_LIMIT);
        assert!(content.ends_with('…'));
    }
}
