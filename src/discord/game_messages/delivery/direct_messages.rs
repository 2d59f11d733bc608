//! Direct message channels, opened no faster than Discord allows.

use std::collections::VecDeque;
use std::time::Duration;

use parking_lot::Mutex;
use serenity::all::{ChannelId, UserId};
use tokio::sync::Mutex as AsyncMutex;
use tokio::time::{Instant, sleep_until};

use crate::discord::rest::{Rest, RestError};
use crate::discord::runtime::bounded_map::BoundedMap;
use crate::service::Timestamp;

/// Number of channels opened in a row before the next has to wait.
const AT_ONCE: usize = 10;
/// Time window in which no more than that are opened.
const WINDOW: Duration = Duration::from_secs(10);
/// Pause after Discord has reported that channels were opened too fast.
const PAUSE: Duration = Duration::from_secs(60);
/// Time for which a person who cannot be written to is not tried again.
const REFUSAL: Duration = Duration::from_secs(3_600);

/// Open channels, people who accept no direct messages, and the rate limit for opening.
#[derive(Debug, Default)]
pub struct DirectMessages {
    recipients: Mutex<BoundedMap<UserId, Recipient>>,
    gate: AsyncMutex<Gate>,
}

#[derive(Clone, Debug)]
enum Recipient {
    Open(ChannelId),
    Refused { until: Timestamp, error: RestError },
}

#[derive(Debug, Default)]
struct Gate {
    /// Times of the last openings, oldest first.
    opened: VecDeque<Instant>,
    closed_until: Option<Timestamp>,
}

impl Gate {
    /// Returns the time at which one more may be opened.
    fn next(&mut self, now: Instant) -> Instant {
        while self.opened.len() > AT_ONCE {
            self.opened.pop_front();
        }
        let first = self.opened.front().filter(|_| self.opened.len() == AT_ONCE);
        first.map_or(now, |first| now.max(*first + WINDOW))
    }
}

impl DirectMessages {
    /// Returns the direct message channel of a person, and opens it if necessary.
    ///
    /// # Errors
    ///
    /// If Discord refuses, or has refused this person recently. If openings are paused, the attempt
    /// is given up for now.
    pub async fn open(
        &self,
        rest: &Rest,
        person: UserId,
        now: Timestamp,
    ) -> Result<ChannelId, RestError> {
        if let Some(known) = self.find(person, now) {
            return known;
        }
        let mut gate = self.gate.lock().await;
        if let Some(known) = self.find(person, now) {
            return known;
        }
        let too_fast = || RestError::GaveUp("conversations are opened too fast".to_owned());
        let is_closed = |until| goes_on(until, PAUSE, now);
        if gate.closed_until.is_some_and(is_closed) {
            return Err(too_fast());
        }
        sleep_until(gate.next(Instant::now())).await;
        gate.opened.push_back(Instant::now());
        match rest.open_direct(person).await {
            Ok(channel) => {
                self.recipients.lock().put(person, Recipient::Open(channel));
                Ok(channel)
            }
            Err(error) if error.is_opening_too_fast() => {
                gate.closed_until = Some(now.after(PAUSE));
                Err(too_fast())
            }
            Err(error) => {
                self.note(person, &error, now);
                Err(error)
            }
        }
    }

    /// Records why a person did not get a message: their channel no longer exists, or they cannot be
    /// written to and are not tried again for a while.
    pub fn note(&self, person: UserId, error: &RestError, now: Timestamp) {
        if error.is_unknown_channel() {
            self.recipients.lock().pop(&person);
        } else if error.is_unwanted() {
            let (until, error) = (now.after(REFUSAL), error.clone());
            let refused = Recipient::Refused { until, error };
            self.recipients.lock().put(person, refused);
        }
    }

    /// Returns whether a person is known to accept no direct messages.
    pub fn refuses(&self, person: UserId, now: Timestamp) -> bool {
        matches!(self.find(person, now), Some(Err(_)))
    }

    /// Forgets that a person could not be written to, because they just wrote a direct message.
    pub fn welcome(&self, person: UserId) {
        let mut recipients = self.recipients.lock();
        if matches!(recipients.peek(&person), Some(Recipient::Refused { .. })) {
            recipients.pop(&person);
        }
    }

    /// Returns the known channel or refusal of a person, unless it has expired.
    fn find(&self, person: UserId, now: Timestamp) -> Option<Result<ChannelId, RestError>> {
        match self.recipients.lock().get(&person)? {
            Recipient::Open(channel) => Some(Ok(*channel)),
            Recipient::Refused { until, error } => {
                goes_on(*until, REFUSAL, now).then(|| Err(error.clone()))
            }
        }
    }
}

/// Returns whether a pause of about this length is still running. One that would last twice as long
/// was noted before the clock was set back.
fn goes_on(until: Timestamp, pause: Duration, now: Timestamp) -> bool {
    now < until && until <= now.after(pause * 2)
}

#[cfg(test)]
mod tests {
    use tokio::time::Instant;

    use super::{AT_ONCE, Gate, PAUSE, WINDOW, goes_on};
    use crate::service::Timestamp;

    #[test]
    fn pause_from_before_the_clock_was_set_back_is_over() {
        let noted = Timestamp(1_800_000_000_000);
        let until = noted.after(PAUSE);
        assert!(goes_on(until, PAUSE, noted));
        assert!(!goes_on(until, PAUSE, until));
        assert!(!goes_on(until, PAUSE, noted.before(PAUSE * 60)));
    }

    #[test]
    fn so_many_are_opened_at_once_and_then_one_after_the_other() {
        let (mut gate, now) = (Gate::default(), Instant::now());
        for _ in 0..AT_ONCE {
            assert_eq!(gate.next(now), now);
            gate.opened.push_back(now);
        }
        assert_eq!(gate.next(now), now + WINDOW);
        gate.opened.push_back(now + WINDOW);
        assert_eq!(gate.next(now + WINDOW), now + WINDOW);
    }
}
