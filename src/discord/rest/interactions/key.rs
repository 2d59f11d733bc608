//! Key of an interaction: the data needed to answer it, and the progress of the answers.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU8, Ordering};
use std::time::Duration;

use serenity::all::{ApplicationId, InteractionId};
use tokio::sync::SetOnce;
use tokio::time::{Instant, timeout};

use crate::discord::rest::interactions::response_times::{ResponseTimes, WEBHOOK};
use crate::discord::rest::{Patience, RestError, Urgency};

/// Number of followups that Discord accepts where the bot is only user-installed.
const FOLLOWUPS: u8 = 5;

/// Data needed to respond to an interaction.
#[derive(Clone, Debug)]
pub struct InteractionKey {
    /// Id of the interaction.
    pub id: InteractionId,
    /// Token of the interaction.
    pub token: String,
    /// Application of the bot.
    pub application: ApplicationId,
    /// Time of arrival.
    pub received: Instant,
    /// True if Discord accepts only a few followups.
    is_limited: bool,
    progress: Arc<ResponseProgress>,
}

/// Progress of the responses to an interaction, shared by everything that handles it.
#[derive(Debug, Default)]
pub struct ResponseProgress {
    /// Set once the initial response is complete; false if Discord did not accept it.
    settled: SetOnce<bool>,
    /// True if the initial response has left the message with the component to be edited.
    holds_pressed: AtomicBool,
    /// True if Discord had a response of another process already when one was sent.
    had_response: AtomicBool,
    /// Number of followups.
    followups: AtomicU8,
    /// True if Discord has refused a followup meant for everybody, or has shown it to the person
    /// alone.
    is_muted: AtomicBool,
}

impl InteractionKey {
    /// Creates the key of an interaction that has not been answered.
    #[must_use]
    pub fn new(
        id: InteractionId,
        token: String,
        application: ApplicationId,
        received: Instant,
    ) -> Self {
        Self {
            id,
            token,
            application,
            received,
            is_limited: false,
            progress: Arc::default(),
        }
    }

    /// Shares the progress of an interaction that others handle as well.
    pub(crate) fn sharing(mut self, progress: Arc<ResponseProgress>) -> Self {
        self.progress = progress;
        self
    }

    /// Notes that Discord accepts only a few followups, because only a person's installation
    /// authorized the interaction.
    pub(crate) fn limited(mut self, is_limited: bool) -> Self {
        self.is_limited = is_limited;
        self
    }

    /// Returns whether Discord still accepts further responses at this time.
    pub(crate) fn is_alive(&self, now: Instant) -> bool {
        now < self.received + WEBHOOK
    }

    /// Returns whether Discord may accept one more followup that everybody sees.
    pub(crate) fn has_followups(&self) -> bool {
        let sent = self.progress.followups.load(Ordering::Relaxed);
        let is_muted = self.progress.is_muted.load(Ordering::Relaxed);
        !is_muted && (!self.is_limited || sent < FOLLOWUPS)
    }

    /// Returns whether Discord did not accept the initial response.
    #[must_use]
    pub fn is_refused(&self) -> bool {
        self.progress.settled.get() == Some(&false)
    }

    /// Notes that Discord has refused a followup meant for everybody, or has shown it to the person
    /// alone.
    pub(crate) fn mute(&self) {
        self.progress.is_muted.store(true, Ordering::Relaxed);
    }

    /// Returns whether the message with the component is the one that can be edited as the original
    /// response.
    pub(crate) fn holds_pressed(&self) -> bool {
        self.progress.holds_pressed.load(Ordering::Relaxed)
    }

    /// Notes that the message with the component is the original response.
    pub(super) fn hold_pressed(&self) {
        self.progress.holds_pressed.store(true, Ordering::Relaxed);
    }

    /// Returns whether Discord had a response already when one was sent for the first time: that of
    /// another process, which has received the interaction as well.
    #[must_use]
    pub fn had_response(&self) -> bool {
        self.progress.had_response.load(Ordering::Relaxed)
    }

    pub(super) fn note_response(&self) {
        self.progress.had_response.store(true, Ordering::Relaxed);
    }

    pub(super) fn note_followup<T>(&self, sent: &Result<T, RestError>) {
        match sent {
            Err(error) if error.is_too_many_followups() => {
                self.progress.followups.store(FOLLOWUPS, Ordering::Relaxed);
            }
            Err(RestError::Refused { .. }) => {}
            Ok(_) | Err(_) => {
                // More than a byte can hold will not be sent.
                self.progress.followups.fetch_add(1, Ordering::Relaxed);
            }
        }
    }

    /// Waits for the initial response, which Discord wants first, and returns whether others can
    /// follow.
    pub(crate) async fn settled(&self, times: ResponseTimes) -> bool {
        // A deferred response may take longer.
        let settled = timeout(times.wait_limit(), self.progress.settled.wait()).await;
        settled.is_ok_and(|accepted| *accepted)
    }

    pub(crate) fn settle(&self, accepted: bool) {
        // A response that is edited again was complete before.
        let _ = self.progress.settled.set(accepted);
    }

    pub(super) fn webhook_patience(&self) -> Patience {
        Patience {
            until: self.received + WEBHOOK,
            attempt: Duration::from_secs(15),
            urgency: Urgency::Answer,
            is_repeatable: true,
            as_of: None,
        }
    }

    pub(super) fn callback_patience(&self, times: ResponseTimes) -> Patience {
        Patience {
            until: times.gives_up_at(self.received),
            attempt: times.attempt(),
            urgency: Urgency::Callback,
            is_repeatable: true,
            as_of: None,
        }
    }
}

#[cfg(test)]
mod tests {
    use serenity::all::{ApplicationId, InteractionId};
    use tokio::time::{Instant, sleep};

    use super::InteractionKey;
    use crate::discord::rest::interactions::response_times::ResponseTimes;

    #[tokio::test(start_paused = true)]
    async fn others_follow_a_deferred_response_that_is_completed_late() {
        let times = ResponseTimes::default();
        let key = InteractionKey::new(
            InteractionId::new(1),
            "tok".to_owned(),
            ApplicationId::new(1),
            Instant::now(),
        );
        sleep(times.limit).await;
        let complete = async { key.settle(true) };
        let (can_follow, ()) = tokio::join!(key.settled(times), complete);
        assert!(can_follow);
    }
}
