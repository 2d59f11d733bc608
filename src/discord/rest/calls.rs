//! The requests this bot makes.

use std::time::Duration;

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use serenity::all::{
    ApplicationId, ChannelId, ChannelType, CreateAutocompleteResponse, CreateModal, InteractionId,
    MessageId, UserId,
};
use serenity::http::{LightMethod, Request, Route};
use tokio::time::Instant;

use crate::discord::rest::limiter::LONGEST_WAIT;
use crate::discord::rest::{Outgoing, Patience, Rest, RestError, Urgency};

/// Discord forgets an interaction that is not answered in three seconds.
const CALLBACK: Duration = Duration::from_millis(2_800);
/// So that a second attempt fits in after one that hangs.
const CALLBACK_ATTEMPT: Duration = Duration::from_millis(1_300);
/// An interaction can be answered further for fifteen minutes.
const WEBHOOK: Duration = Duration::from_secs(14 * 60);
/// After that, a message to a channel is left to the outbox.
const MESSAGE: Duration = Duration::from_secs(60);
/// After that, the trouble is worth a line in the log.
const GATEWAY: Duration = Duration::from_secs(5);
/// After that, it is no longer true.
const TYPING: Duration = Duration::from_secs(8);
/// More than any bot has.
const MOST_SHARDS: u32 = 10_000;
/// As many messages as Discord gives at once.
const MOST_MESSAGES: u32 = 100;
/// Nonces tried for a message until Discord does not take it for another one.
const NONCES: u8 = 3;
/// Discord closes a thread after a week without a word.
const THREAD_ARCHIVE_MINUTES: u16 = 10_080;

/// What is needed to answer an interaction.
#[derive(Clone, Debug)]
pub struct InteractionKey {
    /// The interaction.
    pub id: InteractionId,
    /// Its token.
    pub token: String,
    /// The bot's application.
    pub application: ApplicationId,
    /// When it arrived here.
    pub received: Instant,
}

impl InteractionKey {
    fn webhook_patience(&self) -> Patience {
        Patience {
            until: self.received + WEBHOOK,
            attempt: Duration::from_secs(15),
            urgency: Urgency::Answer,
        }
    }
}

/// The first answer to an interaction.
#[derive(Clone, Debug)]
pub enum Callback {
    /// A message.
    Reply(Outgoing),
    /// A message that follows later, seen only by the person.
    DeferPrivate,
    /// Nothing to see; the message pressed may change later.
    Acknowledge,
    /// The message pressed, changed.
    Update(Outgoing),
    /// What a person could type.
    Choices(CreateAutocompleteResponse),
    /// A form to fill in.
    Form(CreateModal),
}

impl Callback {
    fn to_json(&self) -> Result<Value, RestError> {
        Ok(match self {
            Self::Reply(message) => json!({"type": 4, "data": to_value(message)?}),
            Self::DeferPrivate => json!({"type": 5, "data": {"flags": 64}}),
            Self::Acknowledge => json!({"type": 6}),
            Self::Update(message) => json!({"type": 7, "data": to_value(message)?}),
            Self::Form(form) => json!({"type": 9, "data": to_value(form)?}),
            Self::Choices(choices) => json!({"type": 8, "data": to_value(choices)?}),
        })
    }

    /// A name for it, to count it by.
    const fn name(&self) -> &'static str {
        match self {
            Self::Reply(_) => "reply",
            Self::DeferPrivate => "defer",
            Self::Acknowledge => "acknowledge",
            Self::Update(_) => "update",
            Self::Choices(_) => "choices",
            Self::Form(_) => "form",
        }
    }

    fn message(&self) -> Option<&Outgoing> {
        match self {
            Self::Reply(message) | Self::Update(message) => Some(message),
            Self::DeferPrivate | Self::Acknowledge | Self::Choices(_) | Self::Form(_) => None,
        }
    }
}

/// A message that is there, as far as the bot looks at it.
#[derive(Clone, Debug, Deserialize)]
pub struct Found {
    id: MessageId,
    author: Author,
    attachments: Vec<FoundFile>,
    #[serde(default)]
    components: Value,
}

#[derive(Clone, Debug, Deserialize)]
struct Author {
    id: UserId,
}

#[derive(Clone, Debug, Deserialize)]
struct FoundFile {
    filename: String,
}

impl Found {
    /// Its number.
    #[must_use]
    pub fn id(&self) -> crate::service::MessageId {
        crate::service::MessageId(self.id.get())
    }

    /// Whether somebody has posted it with a button that carries this.
    #[must_use]
    pub fn is_by_offering(&self, author: UserId, custom_id: &str) -> bool {
        let button = json!(custom_id).to_string();
        self.author.id == author && self.components.to_string().contains(&button)
    }

    /// Whether somebody has posted it with a file whose name begins so.
    #[must_use]
    pub fn is_by_with(&self, author: UserId, beginning: &str) -> bool {
        let mut files = self.attachments.iter();
        self.author.id == author && files.any(|file| file.filename.starts_with(beginning))
    }
}

#[derive(Deserialize)]
struct Created<T> {
    id: T,
}

#[derive(Deserialize)]
struct Posted {
    id: MessageId,
    channel_id: ChannelId,
}

/// How to receive events.
#[derive(Clone, Debug, Deserialize)]
pub struct Gateway {
    /// Where.
    pub url: String,
    shards: u32,
    session_start_limit: StartLimit,
}

#[derive(Clone, Debug, Deserialize)]
struct StartLimit {
    remaining: u64,
    /// Milliseconds.
    reset_after: u64,
}

impl Gateway {
    /// How many shards Discord recommends; at least one.
    #[must_use]
    pub fn shards(&self) -> u32 {
        self.shards.clamp(1, MOST_SHARDS)
    }

    /// How many connections may be opened anew for now.
    #[must_use]
    pub fn starts_left(&self) -> u64 {
        self.session_start_limit.remaining
    }

    /// When there will be more of them.
    #[must_use]
    pub fn starts_again_after(&self) -> Duration {
        Duration::from_millis(self.session_start_limit.reset_after).min(LONGEST_WAIT)
    }
}

impl Rest {
    /// Asks how to receive events.
    ///
    /// # Errors
    ///
    /// If Discord did not answer.
    pub async fn gateway(&self) -> Result<Gateway, RestError> {
        let request = Request::new(Route::GatewayBot, LightMethod::Get);
        let patience = Patience::of(GATEWAY).at(Urgency::Answer);
        read(&self.send(request, patience).await?)
    }

    /// Answers an interaction for the first time.
    ///
    /// # Errors
    ///
    /// If Discord did not take it in time. An answer that is there already is none.
    pub async fn answer(&self, key: &InteractionKey, callback: &Callback) -> Result<(), RestError> {
        let route = Route::InteractionResponse {
            interaction_id: key.id,
            token: &key.token,
        };
        let request = with_body(
            Request::new(route, LightMethod::Post),
            &callback.to_json()?,
            callback.message(),
        );
        let patience = Patience {
            until: key.received + CALLBACK,
            attempt: CALLBACK_ATTEMPT,
            urgency: Urgency::Callback,
        };
        match self.send(request, patience).await {
            // Discord took an earlier attempt whose answer was lost.
            Err(error) if error.code() == Some(40060) => {}
            other => drop(other?),
        }
        self.metrics()
            .acknowledged(callback.name(), key.received.elapsed());
        Ok(())
    }

    /// Fills in the answer that was put off.
    ///
    /// # Errors
    ///
    /// If Discord did not take it.
    pub async fn edit_answer(
        &self,
        key: &InteractionKey,
        message: &Outgoing,
    ) -> Result<(), RestError> {
        let route = Route::WebhookOriginalInteractionResponse {
            application_id: key.application,
            token: &key.token,
        };
        let request = Request::new(route, LightMethod::Patch);
        let request = with_body(request, &to_value(message)?, Some(message));
        self.send(request, key.webhook_patience()).await.map(drop)
    }

    /// Says something further to the person of an interaction.
    ///
    /// # Errors
    ///
    /// If Discord did not take it.
    pub async fn follow_up(
        &self,
        key: &InteractionKey,
        message: &Outgoing,
    ) -> Result<(), RestError> {
        let route = Route::WebhookFollowupMessages {
            application_id: key.application,
            token: &key.token,
        };
        let request = Request::new(route, LightMethod::Post);
        let request = with_body(request, &to_value(message)?, Some(message));
        self.send(request, key.webhook_patience()).await.map(drop)
    }

    /// Posts a message to a channel or thread.
    ///
    /// # Errors
    ///
    /// If Discord did not take it.
    pub async fn post(
        &self,
        channel: ChannelId,
        message: &Outgoing,
    ) -> Result<MessageId, RestError> {
        for attempt in 0..NONCES {
            match self.post_once(channel, message, attempt).await {
                Ok(posted) if posted.channel_id == channel => return Ok(posted.id),
                // Discord took it for another one, which is not there.
                Ok(other) => {
                    tracing::warn!(%channel, other = %other.channel_id, "a nonce was used elsewhere");
                }
                // The message that was posted so has been deleted.
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
        let route = Route::ChannelMessages {
            channel_id: channel,
        };
        let request = Request::new(route, LightMethod::Post);
        let request = with_body(request, &body, Some(message));
        read(&self.send(request, message.patience(MESSAGE)).await?)
    }

    /// The messages of a channel after one of them, the oldest first, as many as Discord gives at
    /// once.
    ///
    /// # Errors
    ///
    /// If Discord did not answer, or the bot may not read there.
    pub async fn messages_after(
        &self,
        channel: ChannelId,
        message: MessageId,
    ) -> Result<Vec<Found>, RestError> {
        let route = Route::ChannelMessages {
            channel_id: channel,
        };
        let params = vec![
            ("after", message.to_string()),
            ("limit", MOST_MESSAGES.to_string()),
        ];
        let request = Request::new(route, LightMethod::Get).params(Some(params));
        let patience = Patience::of(MESSAGE).at(Urgency::Aside);
        let mut found: Vec<Found> = read(&self.send(request, patience).await?)?;
        found.sort_by_key(|message| message.id);
        Ok(found)
    }

    /// Changes one of the bot's own messages. A thread that rests is woken for that, as a new
    /// message would.
    ///
    /// # Errors
    ///
    /// If Discord did not take it.
    pub async fn edit(
        &self,
        channel: ChannelId,
        message: MessageId,
        change: &Outgoing,
    ) -> Result<(), RestError> {
        match self.retouch(channel, message, change).await {
            Err(archived) if archived.is_archived() => {
                match self.wake(channel).await {
                    // It is locked, and rests for good.
                    Err(RestError::Refused { .. }) => return Err(archived),
                    woken => woken?,
                }
                self.retouch(channel, message, change).await
            }
            edited => edited,
        }
    }

    /// Changes one of the bot's own messages, unless it is in a thread that rests.
    ///
    /// # Errors
    ///
    /// If Discord did not take it.
    pub async fn retouch(
        &self,
        channel: ChannelId,
        message: MessageId,
        change: &Outgoing,
    ) -> Result<(), RestError> {
        let request = edit_request(channel, message);
        let request = with_body(request, &to_value(change)?, Some(change));
        self.send(request, change.patience(MESSAGE)).await.map(drop)
    }

    /// Takes a thread out of the archive.
    async fn wake(&self, thread: ChannelId) -> Result<(), RestError> {
        let route = Route::Channel { channel_id: thread };
        let request = Request::new(route, LightMethod::Patch);
        let request = with_body(request, &json!({"archived": false}), None);
        self.send(request, Patience::of(MESSAGE)).await.map(drop)
    }

    /// Deletes one of the bot's own messages.
    ///
    /// # Errors
    ///
    /// If Discord did not take it.
    pub async fn delete(&self, channel: ChannelId, message: MessageId) -> Result<(), RestError> {
        let route = Route::ChannelMessage {
            channel_id: channel,
            message_id: message,
        };
        let request = Request::new(route, LightMethod::Delete);
        self.send(request, Patience::of(MESSAGE)).await.map(drop)
    }

    /// Opens the private conversation with a person, or finds the one there is.
    ///
    /// # Errors
    ///
    /// If Discord did not take it, or the person does not want it.
    pub async fn open_direct(&self, person: UserId) -> Result<ChannelId, RestError> {
        let request = Request::new(Route::UserMeDmChannels, LightMethod::Post);
        let body = json!({"recipient_id": person});
        let request = with_body(request, &body, None);
        self.created(request, Patience::of(MESSAGE)).await
    }

    /// Shows for ten seconds that the bot types.
    ///
    /// # Errors
    ///
    /// If Discord did not take it.
    pub async fn typing(&self, channel: ChannelId) -> Result<(), RestError> {
        let route = Route::ChannelTyping {
            channel_id: channel,
        };
        let request = Request::new(route, LightMethod::Post);
        let patience = Patience::of(TYPING).at(Urgency::Aside);
        self.send(request, patience).await.map(drop)
    }

    /// Opens a public thread below a message, or else without one.
    ///
    /// # Errors
    ///
    /// If Discord did not take it.
    pub async fn open_thread(
        &self,
        channel: ChannelId,
        message: Option<MessageId>,
        name: &str,
    ) -> Result<ChannelId, RestError> {
        let mut body = json!({"name": name, "auto_archive_duration": THREAD_ARCHIVE_MINUTES});
        if message.is_none() {
            body["type"] = json!(ChannelType::PublicThread);
        }
        let route = match message {
            Some(message_id) => Route::ChannelMessageThreads {
                channel_id: channel,
                message_id,
            },
            None => Route::ChannelThreads {
                channel_id: channel,
            },
        };
        let request = with_body(Request::new(route, LightMethod::Post), &body, None);
        self.created(request, Patience::of(MESSAGE)).await
    }

    /// The commands Discord knows, as it lists them, localizations included.
    ///
    /// # Errors
    ///
    /// If Discord did not answer.
    pub async fn commands(&self, application: ApplicationId) -> Result<Value, RestError> {
        let route = Route::Commands {
            application_id: application,
        };
        let request = Request::new(route, LightMethod::Get)
            .params(Some(vec![("with_localizations", "true".to_owned())]));
        read(&self.send(request, Patience::of(MESSAGE)).await?)
    }

    /// Replaces the commands Discord knows.
    ///
    /// # Errors
    ///
    /// If Discord did not take them.
    pub async fn set_commands(
        &self,
        application: ApplicationId,
        commands: &impl Serialize,
    ) -> Result<(), RestError> {
        let route = Route::Commands {
            application_id: application,
        };
        let body = to_value(commands)?;
        let request = with_body(Request::new(route, LightMethod::Put), &body, None);
        self.send(request, Patience::of(MESSAGE)).await.map(drop)
    }

    /// Sends a request and reads the number of what it made.
    async fn created<T: DeserializeOwned>(
        &self,
        request: Request<'_>,
        patience: Patience,
    ) -> Result<T, RestError> {
        let body = self.send(request, patience).await?;
        read::<Created<T>>(&body).map(|created| created.id)
    }
}

fn edit_request(channel: ChannelId, message: MessageId) -> Request<'static> {
    let route = Route::ChannelMessage {
        channel_id: channel,
        message_id: message,
    };
    Request::new(route, LightMethod::Patch)
}

/// Puts JSON into a request, and the picture of `message` beside it.
fn with_body<'a>(request: Request<'a>, body: &Value, message: Option<&Outgoing>) -> Request<'a> {
    let body = body.to_string();
    match message.and_then(|message| message.multipart(&body)) {
        Some(multipart) => request.multipart(Some(multipart)),
        None => request.body(Some(body.into_bytes())),
    }
}

fn to_value(value: &impl Serialize) -> Result<Value, RestError> {
    serde_json::to_value(value).map_err(|error| RestError::Unreadable(error.to_string()))
}

fn read<T: DeserializeOwned>(body: &[u8]) -> Result<T, RestError> {
    serde_json::from_slice(body).map_err(|error| RestError::Unreadable(error.to_string()))
}
