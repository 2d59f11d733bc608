//! The private answer to an interaction, at once or later.

use std::pin::pin;
use std::time::Duration;

use serenity::all::CreateModal;
use tokio::time::timeout_at;

use crate::discord::interaction::context::Asker;
use crate::discord::rest::{Callback, Outgoing, Rest, RestError};

/// What takes longer is announced to Discord first and answered later.
const AT_ONCE: Duration = Duration::from_millis(1_400);

/// An answer that is still owed.
#[derive(Debug)]
pub(crate) struct Reply<'a> {
    rest: &'a Rest,
    asker: &'a Asker,
    /// The message that was pressed is itself private, and changes instead of a new one.
    in_place: bool,
    is_deferred: bool,
}

impl<'a> Reply<'a> {
    /// An answer seen only by the person.
    #[must_use]
    pub(crate) fn new(rest: &'a Rest, asker: &'a Asker) -> Self {
        Self {
            rest,
            asker,
            in_place: false,
            is_deferred: false,
        }
    }

    /// An answer in place of the private message that was pressed.
    #[must_use]
    pub(crate) fn in_place(rest: &'a Rest, asker: &'a Asker) -> Self {
        Self {
            rest,
            asker,
            in_place: true,
            is_deferred: false,
        }
    }

    /// Whether the answer takes the place of a private message.
    #[must_use]
    pub(crate) fn is_in_place(&self) -> bool {
        self.in_place
    }

    /// Whether the answer was put off.
    #[must_use]
    pub(crate) fn is_deferred(&self) -> bool {
        self.is_deferred
    }

    /// Waits for work, and tells Discord that the answer comes later if it takes long.
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

    /// Says it.
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

    /// Changes the public message that was pressed; only if the answer was not put off.
    ///
    /// # Errors
    ///
    /// If Discord did not take it.
    pub(crate) async fn update(self, message: Outgoing) -> Result<(), RestError> {
        self.rest
            .answer(&self.asker.key, &Callback::Update(message))
            .await
    }

    /// Opens a form; only if the answer was not put off.
    pub(crate) async fn form(self, form: CreateModal) {
        let key = &self.asker.key;
        report(self.rest.answer(key, &Callback::Form(form)).await);
    }

    /// Lets it rest at what everybody sees, or says `otherwise` if Discord was promised words.
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

/// An answer that did not arrive is noted; what was done is on disk and shown to everybody.
fn report(result: Result<(), RestError>) {
    if let Err(error) = result {
        tracing::warn!(%error, "an answer did not arrive");
    }
}
