//! Requests about messages, channels and members, each a function.

use std::time::Duration;

use serde::de::{DeserializeOwned, IgnoredAny};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use serenity::all::{ChannelId, GuildId, MessageId, UserId};
use serenity::http::{LightMethod, Request, Route};

use crate::discord::rest::components_v2::form_of;
use crate::discord::rest::message::with_body;
use crate::discord::rest::{Outgoing, Patience, Rest, RestError, Urgency};
use crate::service::MessageForm;

/// Time limit of a message to a channel, after which the outbox takes over.
pub(super) const MESSAGE: Duration = Duration::from_secs(60);
/// Time limit of a typing indicator, after which it would be wrong.
const TYPING: Duration = Duration::from_secs(8);
/// Number of messages in a page, the most that Discord returns.
pub(crate) const MOST_MESSAGES: u8 = 100;
/// Number of nonces tried for a message if Discord confuses it with another one.
const NONCES: u8 = 3;
/// Auto-archive time of threads, a week.
const THREAD_ARCHIVE_MINUTES: u16 = 10_080;

/// Existing message, with the fields that the bot uses.
#[derive(Clone, Debug, Deserialize)]
pub struct ExistingMessage {
    id: MessageId,
    author: Author,
    attachments: Vec<FoundFile>,
    #[serde(default)]
    components: Value,
    #[serde(default)]
    flags: u64,
    interaction_metadata: Option<IgnoredAny>,
}

#[derive(Clone, Debug, Deserialize)]
struct Author {
    id: UserId,
}

#[derive(Clone, Debug, Deserialize)]
struct FoundFile {
    filename: String,
}

impl ExistingMessage {
    pub(crate) fn id(&self) -> crate::service::MessageId {
        crate::service::MessageId(self.id.get())
    }

    pub(crate) fn form(&self) -> MessageForm {
        form_of(self.flags)
    }

    /// Returns whether `author` posted the message with a button that has this custom id.
    pub(crate) fn is_by_offering(&self, author: UserId, custom_id: &str) -> bool {
        let button = json!(custom_id).to_string();
        self.author.id == author && self.components.to_string().contains(&button)
    }

    /// Returns the custom id, with this beginning, of a component of the message, if `author` posted
    /// it without a file.
    pub(crate) fn offered_in_words(&self, author: UserId, beginning: &str) -> Option<String> {
        let components = self.components.to_string();
        let at = components.find(&format!("\"{beginning}"))? + 1;
        let id = components[at..].split('"').next()?;
        let is_meant = self.author.id == author && self.attachments.is_empty();
        is_meant.then(|| id.to_owned())
    }

    /// Returns whether `author` posted the message with a file whose name starts with `beginning`.
    pub(crate) fn is_by_with(&self, author: UserId, beginning: &str) -> bool {
        let mut files = self.files();
        self.author.id == author && files.any(|file| file.starts_with(beginning))
    }

    /// Returns whether an interaction has made the message, as when somebody shares something.
    pub(crate) fn is_answer(&self) -> bool {
        self.interaction_metadata.is_some()
    }

    /// Returns the names of the message's files.
    pub(crate) fn files(&self) -> impl Iterator<Item = &str> {
        self.attachments.iter().map(|file| file.filename.as_str())
    }
}

#[derive(Deserialize)]
pub(super) struct Created<T> {
    pub(super) id: T,
}

#[derive(Deserialize)]
struct Posted {
    id: MessageId,
    channel_id: ChannelId,
}

impl Rest {
    /// Posts a message to a channel or thread, if necessary [in words](Outgoing::or_in_words).
    ///
    /// # Errors
    ///
    /// If Discord does not accept it.
    pub async fn post(
        &self,
        channel: ChannelId,
        message: &Outgoing,
    ) -> Result<MessageId, RestError> {
        let Some(words) = message.in_words() else {
            return self.post_as_is(channel, message).await;
        };
        if !self.is_fileless(channel) {
            match self.post_as_is(channel, message).await {
                Err(refusal) if refusal.may_be_about_file() => {}
                posted => return posted,
            }
        }
        let posted = self.post_as_is(channel, &words).await?;
        self.note_in_words(channel, posted);
        Ok(posted)
    }

    async fn post_as_is(
        &self,
        channel: ChannelId,
        message: &Outgoing,
    ) -> Result<MessageId, RestError> {
        for attempt in 0..NONCES {
            match self.post_once(channel, message, attempt).await {
                Ok(posted) if posted.channel_id == channel => return Ok(posted.id),
                // Discord took it for another message, in another channel.
                Ok(other) => {
                    tracing::warn!(%channel, other = %other.channel_id, "Discord matched a nonce to another message");
                }
                // The message with this nonce has been deleted.
                Err(error) if error.is_unknown_message() => {}
                Err(error) => return Err(error),
            }
        }
        Err(RestError::GaveUp("no nonce is free".to_owned()))
    }

    async fn post_once(
        &self,
        channel: ChannelId,
        message: &Outgoing,
        attempt: u8,
    ) -> Result<Posted, RestError> {
        let mut body = to_value(message)?;
        if let Some(nonce) = message.nonce(channel, attempt) {
            body["nonce"] = json!(nonce);
            body["enforce_nonce"] = json!(true);
        }
        if let Some(reference) = message.reference() {
            body["message_reference"] = reference;
        }
        let route = Route::ChannelMessages {
            channel_id: channel,
        };
        let request = Request::new(route, LightMethod::Post);
        let patience = message.patience(MESSAGE);
        let sent = self.send_message(request, body, Some(message), patience);
        read(&sent.await?)
    }

    /// Returns whether the bot is on a server.
    pub(crate) async fn is_member(&self, guild: GuildId) -> Result<bool, RestError> {
        let request = Request::new(Route::Guild { guild_id: guild }, LightMethod::Get);
        match self.send(request, Patience::of(MESSAGE)).await {
            Ok(_guild) => Ok(true),
            Err(error) if error.is_unknown_guild() => Ok(false),
            Err(error) => Err(error),
        }
    }

    /// Returns the messages of a channel after one of them, oldest first, one page at most.
    pub(crate) async fn messages_after(
        &self,
        channel: ChannelId,
        message: MessageId,
    ) -> Result<Vec<ExistingMessage>, RestError> {
        let route = Route::ChannelMessages {
            channel_id: channel,
        };
        let params = vec![
            ("after", message.to_string()),
            ("limit", MOST_MESSAGES.to_string()),
        ];
        let request = Request::new(route, LightMethod::Get).params(Some(params));
        let mut found: Vec<ExistingMessage> =
            read(&self.send(request, Patience::of(MESSAGE)).await?)?;
        found.sort_by_key(|message| message.id);
        Ok(found)
    }

    /// Edits one of the bot's own messages. Unarchives the thread first if needed, as a new message
    /// would.
    ///
    /// # Errors
    ///
    /// If Discord does not accept it.
    pub async fn edit(
        &self,
        channel: ChannelId,
        message: MessageId,
        change: &Outgoing,
    ) -> Result<(), RestError> {
        match self.retouch(channel, message, change).await {
            Err(archived) if archived.is_archived() => {
                match self.unarchive(channel).await {
                    // The thread is locked and stays archived.
                    Err(RestError::Refused { .. }) => return Err(archived),
                    woken => woken?,
                }
                self.retouch(channel, message, change).await
            }
            edited => edited,
        }
    }

    /// Edits one of the bot's own messages, unless it is in an archived thread; if necessary
    /// [in words](Outgoing::or_in_words).
    ///
    /// # Errors
    ///
    /// If Discord does not accept it.
    pub async fn retouch(
        &self,
        channel: ChannelId,
        message: MessageId,
        change: &Outgoing,
    ) -> Result<(), RestError> {
        let Some(words) = change.in_words() else {
            return self.retouch_as_is(channel, message, change).await;
        };
        if !self.is_fileless(channel) {
            match self.retouch_as_is(channel, message, change).await {
                Err(refusal) if refusal.may_be_about_file() => {}
                edited => return edited,
            }
        }
        self.retouch_as_is(channel, message, &words).await?;
        self.note_in_words(channel, message);
        Ok(())
    }

    async fn retouch_as_is(
        &self,
        channel: ChannelId,
        message: MessageId,
        change: &Outgoing,
    ) -> Result<(), RestError> {
        let route = Route::ChannelMessage {
            channel_id: channel,
            message_id: message,
        };
        let request = Request::new(route, LightMethod::Patch);
        let (body, patience) = (to_value(change)?, change.patience(MESSAGE));
        let sent = self.send_message(request, body, Some(change), patience);
        sent.await.map(drop)
    }

    async fn unarchive(&self, thread: ChannelId) -> Result<(), RestError> {
        let route = Route::Channel { channel_id: thread };
        let request = Request::new(route, LightMethod::Patch);
        let request = with_body(request, &json!({"archived": false}), None);
        self.send(request, Patience::of(MESSAGE)).await.map(drop)
    }

    /// Deletes one of the bot's own messages.
    pub(crate) async fn delete(
        &self,
        channel: ChannelId,
        message: MessageId,
    ) -> Result<(), RestError> {
        let route = Route::ChannelMessage {
            channel_id: channel,
            message_id: message,
        };
        let request = Request::new(route, LightMethod::Delete);
        self.send(request, Patience::of(MESSAGE)).await.map(drop)
    }

    /// Opens the DM with a person, or finds the existing one; fails if the person forbids it.
    pub(crate) async fn open_direct(&self, person: UserId) -> Result<ChannelId, RestError> {
        let request = Request::new(Route::UserMeDmChannels, LightMethod::Post);
        let body = json!({"recipient_id": person});
        let request = with_body(request, &body, None);
        self.created(request, Patience::of(MESSAGE)).await
    }

    /// Shows for ten seconds that the bot is typing.
    ///
    /// # Errors
    ///
    /// If Discord does not accept it.
    pub async fn typing(&self, channel: ChannelId) -> Result<(), RestError> {
        let route = Route::ChannelTyping {
            channel_id: channel,
        };
        let request = Request::new(route, LightMethod::Post);
        let patience = Patience::of(TYPING).at(Urgency::Background);
        self.send(request, patience).await.map(drop)
    }

    /// Opens a public thread at a message, which can have only one: without a message, a request
    /// that is sent again would open another.
    ///
    /// # Errors
    ///
    /// If Discord does not accept it.
    pub async fn open_thread(
        &self,
        channel: ChannelId,
        message: MessageId,
        name: &str,
    ) -> Result<ChannelId, RestError> {
        let body = json!({"name": name, "auto_archive_duration": THREAD_ARCHIVE_MINUTES});
        let route = Route::ChannelMessageThreads {
            channel_id: channel,
            message_id: message,
        };
        let request = with_body(Request::new(route, LightMethod::Post), &body, None);
        self.created(request, Patience::of(MESSAGE)).await
    }

    /// Returns whether a channel or thread exists; fails if the bot may not see it.
    pub(crate) async fn has_channel(&self, channel: ChannelId) -> Result<bool, RestError> {
        let route = Route::Channel {
            channel_id: channel,
        };
        let request = Request::new(route, LightMethod::Get);
        match self.send(request, Patience::of(MESSAGE)).await {
            Ok(_channel) => Ok(true),
            Err(error) if error.is_unknown_channel() => Ok(false),
            Err(error) => Err(error),
        }
    }

    /// Sends a request and returns the id of the created object.
    pub(super) async fn created<T: DeserializeOwned>(
        &self,
        request: Request<'_>,
        patience: Patience,
    ) -> Result<T, RestError> {
        let body = self.send(request, patience).await?;
        read::<Created<T>>(&body).map(|created| created.id)
    }
}

pub(super) fn to_value(value: &impl Serialize) -> Result<Value, RestError> {
    serde_json::to_value(value).map_err(|error| RestError::Unreadable(error.to_string()))
}

pub(super) fn read<T: DeserializeOwned>(body: &[u8]) -> Result<T, RestError> {
    serde_json::from_slice(body).map_err(|error| RestError::Unreadable(error.to_string()))
}
