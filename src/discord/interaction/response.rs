//! Private response to an interaction, at once or deferred.

use std::pin::pin;
use std::time::Duration;

use serenity::all::CreateModal;
use tokio::time::timeout_at;

use crate::discord::interaction::context::RequestContext;
use crate::discord::rest::{Callback, InteractionKey, Outgoing, Rest, RestError};
use crate::service::{ChannelId, MessageId};

/// Time after which a response is deferred.
pub(crate) const AT_ONCE: Duration = Duration::from_millis(1_400);

/// Response that still has to be sent.
#[derive(Debug)]
pub(crate) struct Reply<'a> {
    rest: &'a Rest,
    asker: &'a RequestContext,
    /// True if the component is on a private message, which is then edited instead of adding one.
    in_place: bool,
    is_deferred: bool,
}

impl<'a> Reply<'a> {
    /// Creates a response that only the person sees.
    #[must_use]
    pub(crate) fn new(rest: &'a Rest, asker: &'a RequestContext) -> Self {
        Self {
            rest,
            asker,
            in_place: false,
            is_deferred: false,
        }
    }

    /// Creates a response that replaces the private message with the component.
    #[must_use]
    pub(crate) fn in_place(rest: &'a Rest, asker: &'a RequestContext) -> Self {
        Self {
            rest,
            asker,
            in_place: true,
            is_deferred: false,
        }
    }

    /// Returns a response that leaves the private message as it is, unless it has been deferred.
    #[must_use]
    pub(crate) fn beside(self) -> Self {
        Self {
            in_place: self.in_place && self.is_deferred,
            ..self
        }
    }

    /// Returns whether the response replaces a private message.
    #[must_use]
    pub(crate) fn is_in_place(&self) -> bool {
        self.in_place
    }

    /// Returns whether the response was deferred.
    #[must_use]
    pub(crate) fn is_deferred(&self) -> bool {
        self.is_deferred
    }

    /// Returns the key of the interaction.
    #[must_use]
    pub(crate) fn key(&self) -> &InteractionKey {
        &self.asker.key
    }

    /// Returns whether the interaction is in this channel.
    #[must_use]
    pub(crate) fn is_in(&self, channel: ChannelId) -> bool {
        self.asker.place.channel == channel
    }

    /// Waits for `work`, and defers the response if that takes long.
    pub(crate) async fn wait<T>(&mut self, work: impl Future<Output = T>) -> T {
        let mut work = pin!(work);
        if let Ok(result) = timeout_at(self.asker.key.received + AT_ONCE, &mut work).await {
            return result;
        }
        let later = if self.in_place {
            Callback::Acknowledge
        } else {
            Callback::DeferPrivate
        };
        self.is_deferred = true;
        report(self.rest.answer(&self.asker.key, &later).await);
        work.await
    }

    /// Sends the response.
    pub(crate) async fn say(self, message: Outgoing) {
        let key = &self.asker.key;
        report(if self.is_deferred {
            self.rest.edit_answer(key, &message).await
        } else if self.in_place {
            self.rest.answer(key, &Callback::Update(message)).await
        } else {
            self.rest
                .answer(key, &Callback::Reply(message.private()))
                .await
        });
    }

    /// Responds that no button or menu of this bot offers what was asked for.
    pub(crate) async fn refuse_unknown(self) {
        let unknown = self.asker.words.unknown_button();
        self.say(Outgoing::text(unknown)).await;
    }

    /// Sends a response that everybody sees, and returns its id; only if the response was not
    /// deferred.
    ///
    /// # Errors
    ///
    /// If Discord does not accept it.
    pub(crate) async fn publish(self, message: &Outgoing) -> Result<MessageId, RestError> {
        let sent = self.rest.answer_publicly(&self.asker.key, message).await?;
        Ok(MessageId(sent.get()))
    }

    /// Edits the public message with the component; only if the response was not deferred.
    ///
    /// # Errors
    ///
    /// If Discord does not accept it.
    pub(crate) async fn update(self, message: Outgoing) -> Result<(), RestError> {
        self.rest
            .answer(&self.asker.key, &Callback::Update(message))
            .await
    }

    /// Opens a form; only if the response was not deferred.
    pub(crate) async fn form(self, form: CreateModal) {
        let key = &self.asker.key;
        report(self.rest.answer(key, &Callback::Form(form)).await);
    }

    /// Acknowledges without a message, or sends `otherwise` if the response was deferred as a
    /// message.
    pub(crate) async fn acknowledge(self, otherwise: impl FnOnce() -> Outgoing) {
        if self.is_deferred && !self.in_place {
            return self.say(otherwise()).await;
        }
        if !self.is_deferred {
            report(
                self.rest
                    .answer(&self.asker.key, &Callback::Acknowledge)
                    .await,
            );
        }
    }
}

/// Logs a response that did not arrive; the action itself is stored and publicly visible.
fn report(result: Result<(), RestError>) {
    if let Err(error) = result {
        tracing::warn!(%error, "an answer did not arrive");
    }
}
