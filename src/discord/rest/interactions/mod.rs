//! Answers to interactions. They count toward no limit but that of their own interaction.
//!
//! Source: Discord, "Receiving and Responding to Interactions".

pub mod form;
pub mod key;
pub mod response_times;

use serde::Deserialize;
use serde_json::{Value, json};
use serenity::all::{CreateAutocompleteResponse, MessageFlags, MessageId};
use serenity::http::{LightMethod, Request, Route};

use crate::discord::rest::endpoints::{ExistingMessage, read, to_value};
use crate::discord::rest::interactions::form::InputForm;
use crate::discord::rest::{Outgoing, Patience, Rest, RestError};

pub use key::InteractionKey;

/// Message that an interaction has made, or on which it was a press.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Made {
    /// The initial response; for a press, the message with the component.
    Original,
    /// A followup.
    FollowUp(MessageId),
}

/// Body of the response to [`Rest::answer_publicly`].
#[derive(Deserialize)]
struct Whole {
    resource: Resource,
}

#[derive(Deserialize)]
struct Resource {
    message: Spoken,
}

/// Message that an interaction has made.
#[derive(Deserialize)]
struct Spoken {
    id: MessageId,
    #[serde(default)]
    flags: MessageFlags,
}

impl Spoken {
    /// Returns the id of a message that everybody sees. A server can make Discord show the messages
    /// of user-installed apps only to their users.
    fn public(self) -> Option<MessageId> {
        (!self.flags.contains(MessageFlags::EPHEMERAL)).then_some(self.id)
    }
}

/// Initial response to an interaction.
#[derive(Clone, Debug)]
pub enum Callback {
    /// A message.
    Reply(Outgoing),
    /// A later message that only the person sees.
    DeferPrivate,
    /// No visible answer; the message with the component may be edited later.
    Acknowledge,
    /// An edit of the message with the component.
    Update(Outgoing),
    /// An edit that takes the buttons off the message with the component, which is made of text.
    TakeButtons,
    /// Suggestions for an option.
    Choices(CreateAutocompleteResponse),
    /// A form.
    Form(InputForm),
}

impl Callback {
    fn to_json(&self) -> Result<Value, RestError> {
        Ok(match self {
            Self::Reply(message) => json!({"type": 4, "data": to_value(message)?}),
            Self::DeferPrivate => json!({"type": 5, "data": {"flags": 64}}),
            Self::Acknowledge => json!({"type": 6}),
            Self::Update(message) => json!({"type": 7, "data": to_value(message)?}),
            Self::TakeButtons => json!({"type": 7, "data": {"components": []}}),
            Self::Form(form) => json!({"type": 9, "data": to_value(form)?}),
            Self::Choices(choices) => json!({"type": 8, "data": to_value(choices)?}),
        })
    }

    /// Returns the name used in metrics.
    const fn name(&self) -> &'static str {
        match self {
            Self::Reply(_) => "reply",
            Self::DeferPrivate => "defer",
            Self::Acknowledge => "acknowledge",
            Self::Update(_) | Self::TakeButtons => "update",
            Self::Choices(_) => "choices",
            Self::Form(_) => "form",
        }
    }

    fn message(&self) -> Option<&Outgoing> {
        match self {
            Self::Reply(message) | Self::Update(message) => Some(message),
            Self::DeferPrivate
            | Self::Acknowledge
            | Self::TakeButtons
            | Self::Choices(_)
            | Self::Form(_) => None,
        }
    }
}

impl Rest {
    /// Sends the initial response to an interaction.
    ///
    /// # Errors
    ///
    /// If Discord does not accept it in time. A response that already exists is not an error.
    pub async fn answer(&self, key: &InteractionKey, callback: &Callback) -> Result<(), RestError> {
        let (body, message) = (callback.to_json()?, callback.message());
        let patience = key.callback_patience(self.response_times);
        let (sent, is_alone) = self
            .send_message_noting(callback_request(key), body, message, patience)
            .await;
        let sent = match sent {
            // Discord accepted an earlier attempt whose response was lost, or that of another
            // process.
            Err(error) if error.code() == Some(40060) => {
                if is_alone {
                    key.note_response();
                }
                Ok(())
            }
            other => other.map(drop),
        };
        if let Callback::Acknowledge | Callback::Update(_) | Callback::TakeButtons = callback
            && sent.is_ok()
        {
            key.hold_pressed();
        }
        if !matches!(callback, Callback::DeferPrivate) || sent.is_err() {
            key.settle(sent.is_ok());
        }
        sent?;
        self.metrics()
            .acknowledged(callback.name(), key.received.elapsed());
        Ok(())
    }

    /// Responds to an interaction with a message that everybody sees, and returns the message's id;
    /// `None` if Discord shows it to the person alone.
    ///
    /// # Errors
    ///
    /// If Discord does not accept it in time. Unless it is [refused](RestError::Refused), the
    /// message may exist.
    pub async fn answer_publicly(
        &self,
        key: &InteractionKey,
        message: &Outgoing,
    ) -> Result<Option<MessageId>, RestError> {
        let callback = Callback::Reply(message.clone());
        let request =
            callback_request(key).params(Some(vec![("with_response", "true".to_owned())]));
        let patience = key.callback_patience(self.response_times);
        let sent = self.send_message(request, callback.to_json()?, Some(message), patience);
        let sent = match sent.await {
            Ok(body) => read::<Whole>(&body).map(|whole| whole.resource.message),
            // Discord accepted an earlier attempt whose response was lost.
            Err(error) if error.code() == Some(40060) => self.original(key).await,
            Err(error) => Err(error),
        };
        key.settle(sent.is_ok());
        let message = sent?;
        self.metrics()
            .acknowledged(callback.name(), key.received.elapsed());
        Ok(message.public())
    }

    /// Returns the initial response.
    async fn original(&self, key: &InteractionKey) -> Result<Spoken, RestError> {
        let request = Request::new(original(key), LightMethod::Get);
        let patience = key.callback_patience(self.response_times);
        read(&self.send(request, patience).await?)
    }

    /// Returns the message with the component, after a press that was acknowledged.
    pub(crate) async fn pressed_message(
        &self,
        key: &InteractionKey,
    ) -> Result<ExistingMessage, RestError> {
        let request = Request::new(original(key), LightMethod::Get);
        let patience = Patience::of(self.response_times.wait_limit());
        read(&self.send(request, patience).await?)
    }

    /// Edits the initial response, such as a deferred one.
    pub(crate) async fn edit_answer(
        &self,
        key: &InteractionKey,
        message: &Outgoing,
    ) -> Result<(), RestError> {
        let patience = key.webhook_patience();
        let edited = self.amend(key, Made::Original, message, patience).await;
        key.settle(edited.is_ok());
        edited
    }

    /// Deletes the initial response; for a press on a private message, that message.
    ///
    /// # Errors
    ///
    /// If Discord does not accept it.
    pub async fn delete_answer(&self, key: &InteractionKey) -> Result<(), RestError> {
        let request = Request::new(original(key), LightMethod::Delete);
        let deleted = match self.send(request, key.webhook_patience()).await {
            // The person has dismissed it, or an earlier attempt has deleted it.
            Err(error) if error.is_unknown_message() => Ok(()),
            deleted => deleted.map(drop),
        };
        key.settle(deleted.is_ok());
        deleted
    }

    /// Edits a message that the interaction has made.
    pub(crate) async fn edit_made(
        &self,
        key: &InteractionKey,
        made: Made,
        change: &Outgoing,
    ) -> Result<(), RestError> {
        let patience = change.patience(self.response_times.wait_limit());
        self.amend(key, made, change, patience).await
    }

    async fn amend(
        &self,
        key: &InteractionKey,
        made: Made,
        change: &Outgoing,
        patience: Patience,
    ) -> Result<(), RestError> {
        let route = match made {
            Made::Original => original(key),
            Made::FollowUp(message_id) => Route::WebhookFollowupMessage {
                application_id: key.application,
                token: &key.token,
                message_id,
            },
        };
        let request = Request::new(route, LightMethod::Patch);
        let sent = self.send_message(request, to_value(change)?, Some(change), patience);
        sent.await.map(drop)
    }

    /// Sends a followup to the person of an interaction, and returns its id.
    pub(crate) async fn follow_up(
        &self,
        key: &InteractionKey,
        message: &Outgoing,
    ) -> Result<MessageId, RestError> {
        let (request, body) = (follow_up_request(key), to_value(message)?);
        let patience = key.webhook_patience();
        let sent = self.send_message(request, body, Some(message), patience);
        let sent = sent.await;
        key.note_followup(&sent);
        read::<Spoken>(&sent?).map(|message| message.id)
    }

    /// Responds to an interaction with a message, or adds it to the response that was given before: a
    /// deferred one becomes this message.
    ///
    /// # Errors
    ///
    /// If Discord does not accept it.
    pub async fn answer_or_follow_up(
        &self,
        key: &InteractionKey,
        message: &Outgoing,
    ) -> Result<(), RestError> {
        let callback = Callback::Reply(message.clone());
        let answered = self.answer(key, &callback).await;
        if answered.is_ok() && !key.had_response() {
            return Ok(());
        }
        self.follow_up(key, message).await.map(drop)
    }

    /// Edits a followup to the person of an interaction, which does not count as another one.
    pub(crate) async fn edit_follow_up(
        &self,
        key: &InteractionKey,
        id: MessageId,
        message: &Outgoing,
    ) -> Result<(), RestError> {
        let patience = key.webhook_patience();
        self.amend(key, Made::FollowUp(id), message, patience).await
    }

    /// Sends a followup that everybody sees, at most once, and returns its id; `None` if Discord
    /// shows it to the person alone.
    ///
    /// # Errors
    ///
    /// If Discord does not accept it soon. Unless it is [refused](RestError::Refused), the message
    /// may exist.
    pub async fn follow_up_publicly(
        &self,
        key: &InteractionKey,
        message: &Outgoing,
    ) -> Result<Option<MessageId>, RestError> {
        let limit = self.response_times.wait_limit();
        let patience = Patience {
            attempt: limit,
            is_repeatable: false,
            ..Patience::of(limit)
        };
        let patience = message.fresh(patience);
        let (request, body) = (follow_up_request(key), to_value(message)?);
        let sent = self.send_message(request, body, Some(message), patience);
        let sent = sent.await;
        key.note_followup(&sent);
        read::<Spoken>(&sent?).map(Spoken::public)
    }
}

fn callback_request(key: &InteractionKey) -> Request<'_> {
    let route = Route::InteractionResponse {
        interaction_id: key.id,
        token: &key.token,
    };
    Request::new(route, LightMethod::Post)
}

fn follow_up_request(key: &InteractionKey) -> Request<'_> {
    let route = Route::WebhookFollowupMessages {
        application_id: key.application,
        token: &key.token,
    };
    Request::new(route, LightMethod::Post)
}

fn original(key: &InteractionKey) -> Route<'_> {
    Route::WebhookOriginalInteractionResponse {
        application_id: key.application,
        token: &key.token,
    }
}
