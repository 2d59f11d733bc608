//! What keeps the network in front of Discord from shutting the bot out.
//!
//! Source: Discord, "Invalid Request Limit aka Cloudflare Bans" in "Rate Limits".

use std::collections::VecDeque;
use std::num::NonZero;
use std::time::Duration;

use tokio::time::Instant;

/// Refused requests that Discord puts up with in [`WINDOW`].
const MOST: usize = 10_000;
const WINDOW: Duration = Duration::from_secs(600);
/// From half of that on, so many requests are sent in a second: were all of them refused, it would
/// still not be reached.
const SLOW: NonZero<u32> = NonZero::new(8).expect("eight");
/// The first pause after the network has refused; it doubles each time.
const FIRST_PAUSE: Duration = Duration::from_secs(1);
const LONGEST_PAUSE: Duration = Duration::from_secs(60);
/// How long the one request may take that tries whether the network lets it through.
const TRIAL: Duration = Duration::from_secs(15);

/// Refusals by the network, and those that lead to them.
#[derive(Debug, Default)]
pub(super) struct Ban {
    wall: Option<Wall>,
    /// When requests were refused, oldest first.
    refused: VecDeque<Instant>,
}

/// The network lets nothing through.
#[derive(Debug)]
struct Wall {
    until: Instant,
    pause: Duration,
    /// A request is under way that tries it.
    is_tried: bool,
}

impl Ban {
    /// When to try again, if the network lets nothing through.
    pub(super) fn closed_until(&self, now: Instant) -> Option<Instant> {
        let until = self.wall.as_ref().map(|wall| wall.until);
        until.filter(|until| *until > now)
    }

    /// Notes that a request is sent. If the network has refused, no other is until it is answered.
    pub(super) fn note_sent(&mut self, now: Instant) {
        if let Some(wall) = &mut self.wall {
            wall.is_tried = true;
            wall.until = now + TRIAL;
        }
    }

    /// Notes that Discord itself has answered.
    pub(super) fn note_answered(&mut self) {
        // Others may have got through before the wall was there.
        self.wall.take_if(|wall| wall.is_tried);
    }

    /// Notes that the network has refused a request, and perhaps told for how long.
    pub(super) fn note_wall(&mut self, told: Option<Duration>, now: Instant) {
        let pause = match &self.wall {
            None => FIRST_PAUSE,
            Some(wall) if wall.is_tried => (wall.pause * 2).min(LONGEST_PAUSE),
            // It was sent before.
            Some(_) => return,
        };
        self.wall = Some(Wall {
            until: now + told.unwrap_or(pause),
            pause,
            is_tried: false,
        });
    }

    /// Counts a refused request. True if requests become slower by it.
    pub(super) fn count(&mut self, now: Instant) -> bool {
        self.forget(now);
        self.refused.push_back(now);
        self.refused.len() == MOST / 2
    }

    /// Requests that may be sent in a second, if `usual` are usually.
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
        // Of those under way, each is refused as well.
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
