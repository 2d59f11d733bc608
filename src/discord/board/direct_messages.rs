//! Private conversations with people, opened no faster than Discord likes.

use std::collections::{HashMap, VecDeque};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use serenity::all::{ChannelId, UserId};
use tokio::sync::Mutex as AsyncMutex;
use tokio::time::{Instant, sleep_until};

use crate::discord::rest::{Rest, RestError};

/// Conversations opened in a row before the next has to wait.
const AT_ONCE: usize = 10;
/// In how long no more of them are opened.
const WINDOW: Duration = Duration::from_secs(10);
/// How long none is opened when Discord says that it was too fast.
const PAUSE: Duration = Duration::from_secs(60);
/// Conversations remembered before all are forgotten.
const MOST: usize = 10_000;

/// The conversations that are open, and when the next may be opened.
#[derive(Debug, Default)]
pub struct Directs {
    known: Mutex<HashMap<UserId, ChannelId>>,
    gate: AsyncMutex<Gate>,
}

#[derive(Debug, Default)]
struct Gate {
    /// When the last ones were opened, oldest first.
    opened: VecDeque<Instant>,
    closed_until: Option<Instant>,
}

impl Gate {
    /// The moment from which on one more may be opened.
    fn next(&mut self, now: Instant) -> Instant {
        while self.opened.len() > AT_ONCE {
            self.opened.pop_front();
        }
        let first = self.opened.front().filter(|_| self.opened.len() == AT_ONCE);
        first.map_or(now, |first| now.max(*first + WINDOW))
    }
}

impl Directs {
    /// The conversation with a person.
    ///
    /// # Errors
    ///
    /// If Discord did not take it, or the person does not want it. If Discord wants none to be
    /// opened for a while, it is given up for now.
    pub async fn open(&self, rest: &Rest, person: UserId) -> Result<ChannelId, RestError> {
        if let Some(channel) = self.known().get(&person).copied() {
            return Ok(channel);
        }
        let mut gate = self.gate.lock().await;
        if let Some(channel) = self.known().get(&person).copied() {
            return Ok(channel);
        }
        let now = Instant::now();
        let too_fast = || RestError::GaveUp("conversations are opened too fast".to_owned());
        if gate.closed_until.is_some_and(|until| until > now) {
            return Err(too_fast());
        }
        sleep_until(gate.next(now)).await;
        gate.opened.push_back(Instant::now());
        match rest.open_direct(person).await {
            Ok(channel) => {
                let mut known = self.known();
                if known.len() >= MOST {
                    known.clear();
                }
                known.insert(person, channel);
                Ok(channel)
            }
            Err(error) if error.is_opening_too_fast() => {
                gate.closed_until = Some(Instant::now() + PAUSE);
                Err(too_fast())
            }
            Err(error) => Err(error),
        }
    }

    /// Forgets the conversation with a person, which is not there any more.
    pub fn forget(&self, person: UserId) {
        self.known().remove(&person);
    }

    fn known(&self) -> MutexGuard<'_, HashMap<UserId, ChannelId>> {
        // What is inside is whole after each line of code that changes it.
        self.known.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use tokio::time::Instant;

    use super::{AT_ONCE, Gate, WINDOW};

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
