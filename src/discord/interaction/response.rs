//! Private response to an interaction, at once or deferred.

use std::pin::pin;

use tokio::time::{Instant, timeout_at};

use crate::discord::interaction::context::RequestContext;
use crate::discord::rest::interactions::form::InputForm;
use crate::discord::rest::{Callback, Outgoing, Rest, RestError};
use crate::service::{MessageForm, MessageId};

/// Response that still has to be sent.
#[derive(Debug)]
pub(crate) struct Reply<'a> {
    rest: &'a Rest,
    context: &'a RequestContext,
    destination: Destination,
    is_deferred: bool,
    /// Followup that was sent for now.
    followup: Option<serenity::all::MessageId>,
}

/// Destination of a private response.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Destination {
    /// Into a message of its own.
    Message,
    /// Into the private message with the component, which is edited.
    InPlace,
    /// Into a followup. The interaction is acknowledged, so that its token can edit the message with
    /// the component later.
    Followup,
}

impl<'a> Reply<'a> {
    /// Creates a response that only the person sees.
    pub(crate) fn new(rest: &'a Rest, context: &'a RequestContext) -> Self {
        Self {
            rest,
            context,
            destination: Destination::Message,
            is_deferred: false,
            followup: None,
        }
    }

    /// Creates a response to a press or a form: in place of a private message; beside a public one,
    /// which the bot can edit only by the interaction if it is not a member.
    pub(crate) fn to_component(rest: &'a Rest, context: &'a RequestContext) -> Self {
        let destination = if context.private_form.is_some() {
            Destination::InPlace
        } else if context.pressed.is_some() && context.place.is_visited() {
            Destination::Followup
        } else {
            Destination::Message
        };
        Self {
            destination,
            ..Self::new(rest, context)
        }
    }

    /// Creates a response that replaces the message with the component, which must be private or a
    /// direct message.
    pub(crate) fn in_place(rest: &'a Rest, context: &'a RequestContext) -> Self {
        Self {
            destination: Destination::InPlace,
            ..Self::new(rest, context)
        }
    }

    /// Creates a response to a press on a private message, which everybody should see, and which
    /// leaves that message as it is.
    pub(crate) fn to_all(rest: &'a Rest, context: &'a RequestContext) -> Self {
        Self {
            destination: Destination::Followup,
            ..Self::new(rest, context)
        }
    }

    /// Returns a response that leaves the private message as it is.
    pub(crate) fn beside(self) -> Self {
        let destination = match self.destination {
            // The interaction was acknowledged: its own response would be an edit of that message.
            Destination::InPlace if self.is_deferred => Destination::Followup,
            Destination::InPlace => Destination::Message,
            Destination::Message | Destination::Followup => self.destination,
        };
        Self {
            destination,
            ..self
        }
    }

    /// Returns whether the response replaces a private message.
    pub(crate) fn is_in_place(&self) -> bool {
        self.destination == Destination::InPlace
    }

    /// Returns whether the response would open again the private message that the first press of a
    /// double press has just opened, or is about to open.
    pub(crate) fn is_repeated(&self) -> bool {
        self.context.is_double_press && !self.is_in_place()
    }

    /// Returns the form of the message that the response becomes, if that message can be replaced;
    /// `None` for a followup, about which nothing is known.
    pub(crate) fn replaceable(&self) -> Option<MessageForm> {
        match self.destination {
            Destination::Message => Some(MessageForm::Text),
            Destination::InPlace => self.context.private_form,
            Destination::Followup => None,
        }
    }

    /// Returns whether the response was deferred.
    pub(crate) fn is_deferred(&self) -> bool {
        self.is_deferred
    }

    /// Returns the context of the interaction.
    pub(crate) fn context(&self) -> &'a RequestContext {
        self.context
    }

    /// Returns the time at which the response is deferred.
    pub(crate) fn defers_at(&self) -> Instant {
        self.context.key.received + self.rest.response_times.defers_after
    }

    /// Returns whether the response can still show progress at this time.
    pub(crate) fn shows_progress_at(&self, at: Instant) -> bool {
        at < self.context.key.received + self.rest.response_times.progress_for
    }

    /// Waits for `work`, and defers the response if that takes long.
    pub(crate) async fn wait<T>(&mut self, work: impl Future<Output = T>) -> T {
        let mut work = pin!(work);
        if let Ok(result) = timeout_at(self.defers_at(), &mut work).await {
            return result;
        }
        self.defer().await;
        work.await
    }

    pub(crate) async fn defer(&mut self) {
        let later = match self.destination {
            Destination::Message => Callback::DeferPrivate,
            Destination::InPlace | Destination::Followup => Callback::Acknowledge,
        };
        self.is_deferred = true;
        report(self.rest.answer(&self.context.key, &later).await);
    }

    /// Acknowledges a press on a public message, so that its token can edit that message; the
    /// response becomes a followup, which takes one more request. Returns whether the token can edit
    /// the message.
    pub(crate) async fn hold_pressed(&mut self) -> bool {
        if self.context.pressed.is_some() && !self.is_deferred {
            self.destination = Destination::Followup;
            self.defer().await;
        }
        self.context.key.holds_pressed()
    }

    /// Sends a response that another one will replace.
    pub(crate) async fn say_for_now(mut self, message: Outgoing) -> Self {
        match self.send(message).await {
            Ok(followup) => self.followup = followup,
            failed => report(failed.map(drop)),
        }
        self.is_deferred = true;
        self
    }

    /// Sends the response.
    pub(crate) async fn say(self, message: Outgoing) {
        report(self.send(message).await.map(drop));
    }

    /// Sends the response, and returns the id of the followup, if it is one.
    async fn send(&self, message: Outgoing) -> Result<Option<serenity::all::MessageId>, RestError> {
        let key = &self.context.key;
        let message = match self.context.private_form {
            Some(form) if self.destination == Destination::InPlace => message.in_form(form),
            Some(_) | None => message,
        };
        let sent = match self.destination {
            Destination::Followup => return self.follow_up(message).await.map(Some),
            Destination::InPlace => self.replace(message).await,
            Destination::Message if self.is_deferred => self.rest.edit_answer(key, &message).await,
            Destination::Message => {
                let callback = Callback::Reply(message.private());
                self.rest.answer(key, &callback).await
            }
        };
        sent.map(|()| None)
    }

    /// Replaces the private message, or sends another one if it has been deleted since, as happens
    /// to the response to a press just before whose result the channel shows.
    async fn replace(&self, message: Outgoing) -> Result<(), RestError> {
        let key = &self.context.key;
        let replaced = if self.is_deferred {
            self.rest.edit_answer(key, &message).await
        } else {
            let callback = Callback::Update(message.clone());
            self.rest.answer(key, &callback).await
        };
        match replaced {
            Err(error) if error.is_unknown_message() && self.is_deferred => {
                let sent = self.rest.follow_up(key, &message.private()).await;
                sent.map(drop)
            }
            Err(error) if error.is_unknown_message() => {
                let callback = Callback::Reply(message.private());
                self.rest.answer(key, &callback).await
            }
            replaced => replaced,
        }
    }

    /// Responds that no button or menu of this bot offers the requested action.
    pub(crate) async fn refuse_unknown(self) {
        let unknown = self.context.words.text("unknown-button", &[]);
        self.say(Outgoing::text(unknown)).await;
    }

    /// Acknowledges the interaction, unless that is done, and sends a private followup, or edits the
    /// one that was sent for now; returns its id.
    async fn follow_up(&self, message: Outgoing) -> Result<serenity::all::MessageId, RestError> {
        let key = &self.context.key;
        if let Some(id) = self.followup {
            return self
                .rest
                .edit_follow_up(key, id, &message)
                .await
                .map(|()| id);
        }
        if !self.is_deferred {
            self.rest.answer(key, &Callback::Acknowledge).await?;
        }
        self.rest.follow_up(key, &message.private()).await
    }

    /// Sends a response that everybody sees, and returns its id; `None` if Discord shows it to the
    /// person alone. If it was deferred, it must be one [to all](Reply::to_all).
    ///
    /// # Errors
    ///
    /// If Discord does not accept it.
    pub(crate) async fn publish(self, message: &Outgoing) -> Result<Option<MessageId>, RestError> {
        let key = &self.context.key;
        let sent = if self.is_deferred {
            self.rest.follow_up_publicly(key, message).await?
        } else {
            self.rest.answer_publicly(key, message).await?
        };
        Ok(sent.map(|id| MessageId(id.get())))
    }

    /// Edits the public message with the component; only if the response was not deferred.
    ///
    /// # Errors
    ///
    /// If Discord does not accept it.
    pub(crate) async fn update(self, message: Outgoing) -> Result<(), RestError> {
        self.rest
            .answer(&self.context.key, &Callback::Update(message))
            .await
    }

    /// Takes the buttons off the public message with the component; only if the response was not
    /// deferred.
    pub(crate) async fn take_buttons(self) {
        let callback = Callback::TakeButtons;
        let taken = self.rest.answer(&self.context.key, &callback).await;
        match taken {
            Err(error) if error.is_unknown_message() => self.acknowledge(Outgoing::default).await,
            taken => report(taken),
        }
    }

    /// Opens a form; only if the response was not deferred.
    pub(crate) async fn form(self, form: InputForm) {
        let key = &self.context.key;
        report(self.rest.answer(key, &Callback::Form(form)).await);
    }

    /// Responds without a message. Discord requires one after a command: it is deferred, and then
    /// deleted.
    pub(crate) async fn say_nothing(mut self) {
        let is_press = self.context.pressed.is_some() || self.context.private_form.is_some();
        if !is_press && !self.is_deferred {
            self.defer().await;
        }
        if self.is_deferred && self.destination == Destination::Message {
            // There is nothing to delete if Discord did not accept it, and if another process has
            // responded, that response stays.
            if !self.context.key.is_refused() && !self.context.key.had_response() {
                report(self.rest.delete_answer(&self.context.key).await);
            }
            return;
        }
        self.acknowledge(Outgoing::default).await;
    }

    /// Acknowledges without a message, or sends `otherwise` if the response was deferred as a
    /// message.
    pub(crate) async fn acknowledge(self, otherwise: impl FnOnce() -> Outgoing) {
        if self.is_deferred && self.destination == Destination::Message {
            return self.say(otherwise()).await;
        }
        if !self.is_deferred {
            report(
                self.rest
                    .answer(&self.context.key, &Callback::Acknowledge)
                    .await,
            );
        }
    }
}

/// Logs a response that did not arrive; the action itself is stored and publicly visible.
fn report(result: Result<(), RestError>) {
    if let Err(error) = result {
        tracing::warn!(%error, "a response could not be sent");
    }
}
