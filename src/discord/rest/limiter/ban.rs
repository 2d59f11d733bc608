//! Avoidance of bans by the network in front of Discord.
//!
//! Source: Discord, "Invalid Request Limit aka Cloudflare Bans" in "Rate Limits".

use std::collections::VecDeque;
use std::num::NonZero;
use std::time::Duration;

use tokio::time::Instant;

/// Refused requests that Discord tolerates in [`WINDOW`].
const MOST: usize = 10_000;
const WINDOW: Duration = Duration::from_secs(600);
/// Requests per second once half of that is reached: even if all of them were refused, the limit
/// would not be reached.
const SLOW: NonZero<u32> = NonZero::new(8).expect("eight");
/// First pause after a refusal by the network; it doubles each time.
const FIRST_PAUSE: Duration = Duration::from_secs(1);
const LONGEST_PAUSE: Duration = Duration::from_secs(60);
/// Time limit of the single request that tests whether the network is open again.
const TRIAL: Duration = Duration::from_secs(15);

/// Record of refusals, by the network and by Discord.
#[derive(Debug, Default)]
pub(super) struct Ban {
    wall: Option<Wall>,
    /// Times of refused requests, oldest first.
    refused: VecDeque<Instant>,
}

/// State in which the network lets nothing through.
#[derive(Debug)]
struct Wall {
    until: Instant,
    pause: Duration,
    /// True if a request that tests the network is in progress.
    is_tried: bool,
}

impl Ban {
    /// Returns the time of the next attempt, if the network lets nothing through.
    pub(super) fn closed_until(&self, now: Instant) -> Option<Instant> {
        let until = self.wall.as_ref().map(|wall| wall.until);
        until.filter(|until| *until > now)
    }

    /// Notes that a request is sent. If the network is closed, no other is sent until it is
    /// answered.
    pub(super) fn note_sent(&mut self, now: Instant) {
        if let Some(wall) = &mut self.wall {
            wall.is_tried = true;
            wall.until = now + TRIAL;
        }
    }

    /// Notes that Discord itself has answered.
    pub(super) fn note_answered(&mut self) {
        // Only the test request counts: others may have got through before the network closed.
        self.wall.take_if(|wall| wall.is_tried);
    }

    /// Notes that the network has refused a request, possibly with a time to wait.
    pub(super) fn note_wall(&mut self, told: Option<Duration>, now: Instant) {
        let pause = match &self.wall {
            None => FIRST_PAUSE,
            Some(wall) if wall.is_tried => (wall.pause * 2).min(LONGEST_PAUSE),
            // The request was sent before the network closed.
            Some(_) => return,
        };
        self.wall = Some(Wall {
            until: now + told.unwrap_or(pause),
            pause,
            is_tried: false,
        });
    }

    /// Counts a refused request. Returns true if requests slow down because of it.
    pub(super) fn count(&mut self, now: Instant) -> bool {
        self.forget(now);
        self.refused.push_back(now);
        self.refused.len() == MOST / 2
    }

    /// Returns the requests that may be sent per second, out of the `usual` number.
    pub(super) fn per_second(&mut self, usual: NonZero<u32>, now: Instant) -> NonZero<u32> {
        self.forget(now);
        if self.refused.len() < MOST / 2 {
            usual
        } else {
            usual.min(SLOW)
        }
    }

    fn forget(&mut self, now: Instant) {
        let is_old = |refused: &Instant| *refused + WINDOW <= now;
        while self.refused.front().is_some_and(is_old) {
            self.refused.pop_front();
        }
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use tokio::time::Instant;

    use super::{Ban, LONGEST_PAUSE, MOST, SLOW, WINDOW};
    use crate::discord::rest::limiter::USUAL;

    #[test]
    fn network_that_refuses_is_tried_ever_more_rarely() {
        let (mut ban, begun) = (Ban::default(), Instant::now());
        let (mut now, mut sent) = (begun, 0);
        ban.note_wall(None, now);
        // Requests in progress are refused as well.
        ban.note_wall(None, now);
        while now < begun + Duration::from_secs(130) {
            now = ban.closed_until(now).expect("a wall");
            ban.note_sent(now);
            assert!(ban.closed_until(now).is_some(), "one at a time");
            ban.note_wall(None, now);
            sent += 1;
        }
        assert!(sent < 10, "{sent} requests");
        let pause = ban.closed_until(now).expect("a wall") - now;
        assert_eq!(pause, LONGEST_PAUSE);
        ban.note_sent(now + pause);
        ban.note_answered();
        assert_eq!(ban.closed_until(now + pause), None);
    }

    #[test]
    fn refused_requests_never_reach_the_limit() {
        let (mut ban, begun) = (Ban::default(), Instant::now());
        let mut slower = 0;
        for second in 0..WINDOW.as_secs() {
            let now = begun + Duration::from_secs(second);
            for _ in 0..ban.per_second(USUAL, now).get() {
                slower += u32::from(ban.count(now));
            }
        }
        assert!(ban.refused.len() < MOST, "{}", ban.refused.len());
        assert_eq!(slower, 1, "it is said once");
        let now = begun + WINDOW;
        assert_eq!(ban.per_second(USUAL, now), SLOW);
        assert_eq!(ban.per_second(USUAL, now + WINDOW), USUAL);
    }
}
