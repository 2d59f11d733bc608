//! Avoidance of bans by the network in front of Discord.
//!
//! Source: Discord, "Invalid Request Limit aka Cloudflare Bans" in "Rate Limits".

use std::collections::VecDeque;
use std::mem;
use std::num::NonZero;
use std::time::Duration;

use tokio::time::Instant;

use crate::service::LimitReport;

/// Refused requests that Discord tolerates in [`WINDOW`].
const MOST: usize = 10_000;
const WINDOW: Duration = Duration::from_secs(600);
/// Requests per second once half of that is reached, of all processes together: even if all of them
/// were refused, the limit would not be reached.
const SLOW: NonZero<u32> = NonZero::new(8).expect("eight");
/// First pause after a refusal by the network; it doubles each time.
const FIRST_PAUSE: Duration = Duration::from_secs(1);
const LONGEST_PAUSE: Duration = Duration::from_secs(60);
/// Time limit of the single request that tests whether the network is open again.
const TRIAL: Duration = Duration::from_secs(15);

/// Record of refusals, by the network and by Discord.
#[derive(Debug, Default)]
pub(in crate::discord::rest) struct Ban {
    wall: Option<Wall>,
    /// Times of refused requests, oldest first.
    refused: VecDeque<Instant>,
    /// Number of refused requests of other processes.
    refused_to_others: u32,
    /// True if requests have slowed down because of all these.
    is_slow: bool,
}

/// State in which the network lets nothing through.
#[derive(Debug)]
struct Wall {
    until: Instant,
    pause: Duration,
    /// True if a request that tests the network is in progress.
    is_tried: bool,
    /// True if only other processes were refused.
    is_of_others: bool,
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
    pub(in crate::discord::rest) fn note_answered(&mut self) {
        // Only the test request counts: others may have got through before the network closed.
        self.wall.take_if(|wall| wall.is_tried);
    }

    /// Notes that the network in front of Discord has refused a request, possibly with a time to
    /// wait. It closes every route without exception.
    pub(in crate::discord::rest) fn note_wall(&mut self, told: Option<Duration>, now: Instant) {
        let (pause, earliest) = match &self.wall {
            None => (FIRST_PAUSE, now),
            Some(wall) if wall.is_tried => ((wall.pause * 2).min(LONGEST_PAUSE), now),
            Some(wall) if wall.is_of_others => (wall.pause, wall.until),
            // The request was sent before the network closed.
            Some(_) => return,
        };
        self.wall = Some(Wall {
            until: earliest.max(now + told.unwrap_or(pause)),
            pause,
            is_tried: false,
            is_of_others: false,
        });
    }

    /// Counts a request that was refused as not permitted. Returns true if requests slow down
    /// because of it.
    pub(in crate::discord::rest) fn count(&mut self, now: Instant) -> bool {
        self.forget(now);
        self.refused.push_back(now);
        self.slows_down()
    }

    /// Notes the refusals of other processes. Returns true if requests slow down because of them.
    pub(super) fn note_others(&mut self, others: LimitReport, now: Instant) -> bool {
        self.forget(now);
        self.refused_to_others = others.refused;
        if !others.closed.is_zero() {
            let until = now + others.closed;
            let new = Wall {
                until,
                pause: FIRST_PAUSE,
                is_tried: false,
                is_of_others: true,
            };
            let wall = self.wall.get_or_insert(new);
            // A refusal of this process is tested by its own requests.
            if wall.is_of_others && !wall.is_tried {
                wall.until = until;
            }
        }
        self.slows_down()
    }

    /// Returns the refusals of this process.
    pub(in crate::discord::rest) fn report(&mut self, now: Instant) -> LimitReport {
        self.forget(now);
        let wall = self.wall.as_ref();
        // Others test the network as well once the time is over.
        let own = wall.filter(|wall| !wall.is_of_others && !wall.is_tried);
        let closed = own.map(|wall| wall.until.saturating_duration_since(now));
        LimitReport {
            refused: u32::try_from(self.refused.len()).unwrap_or(u32::MAX),
            closed: closed.unwrap_or_default(),
        }
    }

    /// Returns the requests that may be sent per second, out of the `usual` number.
    pub(super) fn per_second(&mut self, usual: NonZero<u32>, now: Instant) -> NonZero<u32> {
        self.forget(now);
        self.is_slow &= self.is_half_full();
        if self.is_slow { usual.min(SLOW) } else { usual }
    }

    /// Returns whether requests must slow down from now on.
    fn slows_down(&mut self) -> bool {
        let is_slow = self.is_half_full();
        let was_slow = mem::replace(&mut self.is_slow, is_slow);
        is_slow && !was_slow
    }

    fn is_half_full(&self) -> bool {
        let others = usize::try_from(self.refused_to_others).unwrap_or(usize::MAX);
        self.refused.len().saturating_add(others) >= MOST / 2
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
    use crate::service::{LimitReport, REQUESTS_PER_SECOND};

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
        let (usual, mut slower) = (REQUESTS_PER_SECOND, 0);
        for second in 0..WINDOW.as_secs() {
            let now = begun + Duration::from_secs(second);
            for _ in 0..ban.per_second(usual, now).get() {
                slower += u32::from(ban.count(now));
            }
        }
        assert!(ban.refused.len() < MOST, "{}", ban.refused.len());
        assert_eq!(slower, 1, "it is said once");
        let now = begun + WINDOW;
        assert_eq!(ban.per_second(usual, now), SLOW);
        assert_eq!(ban.per_second(usual, now + WINDOW), usual);
    }

    #[test]
    fn network_that_refuses_another_process_lets_nothing_through_for_its_time() {
        let (mut ban, now) = (Ban::default(), Instant::now());
        let closed = |seconds| LimitReport {
            closed: Duration::from_secs(seconds),
            ..LimitReport::default()
        };
        assert!(!ban.note_others(closed(10), now));
        let (later, until) = (now + Duration::from_secs(2), now + Duration::from_secs(10));
        ban.note_others(closed(8), later);
        assert_eq!(ban.closed_until(later), Some(until));
        assert_eq!(ban.report(later), closed(0), "it is not passed on");
        // A request in progress is refused as well.
        ban.note_wall(Some(Duration::from_secs(5)), later);
        assert_eq!(ban.closed_until(later), Some(until));
        assert_eq!(ban.report(later), closed(8));
        // Each process tests the network.
        ban.note_others(closed(0), until);
        assert_eq!(ban.closed_until(until), None);
        ban.note_sent(until);
        assert!(ban.closed_until(until).is_some(), "one at a time");
        ban.note_answered();
        assert_eq!(ban.closed_until(until), None);
    }

    #[test]
    fn refused_requests_of_all_processes_count_together() {
        let (mut ban, now) = (Ban::default(), Instant::now());
        let usual = REQUESTS_PER_SECOND;
        let refused = |count: usize| LimitReport {
            refused: u32::try_from(count).expect("a small number"),
            ..LimitReport::default()
        };
        assert!(!ban.note_others(refused(MOST / 2 - 1), now));
        assert_eq!(ban.per_second(usual, now), usual);
        assert!(ban.count(now));
        assert!(!ban.count(now), "it is said once");
        assert_eq!(ban.per_second(usual, now), SLOW);
        assert_eq!(ban.report(now), refused(2));
        assert!(!ban.note_others(refused(0), now));
        assert_eq!(ban.per_second(usual, now), usual);
        assert!(ban.note_others(refused(MOST), now));
        assert_eq!(ban.per_second(usual, now), SLOW);
    }
}
