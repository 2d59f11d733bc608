//! Rate limiter, based on the limits that Discord has reported so far.

mod ban;
pub(super) mod rate_limit_response;
pub(super) mod urgency;

use std::collections::{HashMap, VecDeque};
use std::num::NonZero;
use std::time::Duration;

use reqwest::header::HeaderMap;
use tokio::time::Instant;

use crate::discord::rest::route::RouteKey;
use crate::service::LimitPart;

use ban::Ban;
use urgency::Urgency;

/// Longest wait that is accepted; Discord's are shorter.
pub const LONGEST_WAIT: Duration = Duration::from_secs(3_600);
const SECOND: Duration = Duration::from_secs(1);
/// Part of the requests per second that is reserved for those that a person is waiting for, which
/// would otherwise wait for up to a second while thousands of boards are posted after a start: one
/// in ten, rounded up.
const KEPT: u32 = 10;
/// Number of buckets above which expired ones are removed.
const SWEEP_AT: usize = 256;

/// State of Discord's rate limits; it neither waits nor sends.
///
/// serenity's own limiter has one bucket for the webhooks of all interactions, forgets a global
/// limit while it sleeps, and never frees a bucket.
#[derive(Debug)]
pub struct Limiter {
    /// Requests that may be sent per second over all routes, by all processes that share them.
    per_second: NonZero<u32>,
    /// Part of them that this process may send.
    part: LimitPart,
    /// Times of the requests of the last second, oldest first.
    sent: VecDeque<Instant>,
    closed_until: Option<Instant>,
    pub(super) ban: Ban,
    /// Discord's names for the buckets of routes; several routes can share one.
    names: HashMap<String, String>,
    buckets: HashMap<(String, String), Bucket>,
    sweep_at: usize,
}

#[derive(Clone, Copy, Debug)]
struct Bucket {
    limit: u32,
    remaining: u32,
    resets: Instant,
    /// Longest time to a reset seen so far, used as the length of the next window.
    window: Duration,
}

/// Bucket state in the headers of a response.
#[derive(Clone, Debug, PartialEq)]
pub struct Quota {
    /// Discord's name for the bucket.
    pub name: String,
    /// Requests per window.
    pub limit: u32,
    /// Requests left in the current window.
    pub remaining: u32,
    /// Time until the next window.
    pub reset_after: Duration,
}

impl Quota {
    /// Reads the `x-ratelimit-…` headers, which not every response has.
    #[must_use]
    pub fn from_headers(headers: &HeaderMap) -> Option<Self> {
        let text = |name| headers.get(name).and_then(|value| value.to_str().ok());
        Some(Self {
            name: text("x-ratelimit-bucket")?.to_owned(),
            limit: text("x-ratelimit-limit")?.parse().ok()?,
            remaining: text("x-ratelimit-remaining")?.parse().ok()?,
            reset_after: wait_of(text("x-ratelimit-reset-after")?.parse().ok()?)?,
        })
    }
}

/// Converts a wait from Discord, limited to [`LONGEST_WAIT`]; `None` if it is invalid.
#[must_use]
pub fn wait_of(seconds: f64) -> Option<Duration> {
    // `min` would return the longest wait for NaN.
    let wait = (!seconds.is_nan()).then(|| seconds.min(LONGEST_WAIT.as_secs_f64()))?;
    Duration::try_from_secs_f64(wait).ok()
}

impl Limiter {
    /// Creates a limiter without any known limits.
    #[must_use]
    pub fn new(per_second: NonZero<u32>) -> Self {
        Self {
            per_second,
            part: LimitPart::WHOLE,
            sent: VecDeque::new(),
            closed_until: None,
            ban: Ban::default(),
            names: HashMap::new(),
            buckets: HashMap::new(),
            sweep_at: 0,
        }
    }

    /// Counts a request that is about to be sent.
    ///
    /// # Errors
    ///
    /// The time to ask again, if the request must wait.
    pub fn admit(&mut self, key: &RouteKey, urgency: Urgency, now: Instant) -> Result<(), Instant> {
        if let Some(until) = self.closed_until(key, urgency, now) {
            return Err(until);
        }
        let id = self.id(key);
        if let Some(bucket) = self.buckets.get_mut(&id) {
            if bucket.resets <= now {
                bucket.remaining = bucket.limit;
                bucket.resets = now + bucket.window;
            }
            bucket.remaining -= 1;
        }
        if !key.unlimited {
            self.sent.push_back(now);
        }
        self.ban.note_sent(now);
        Ok(())
    }

    /// Returns the time to ask again for a request, if it would have to wait.
    pub fn closed_until(
        &mut self,
        key: &RouteKey,
        urgency: Urgency,
        now: Instant,
    ) -> Option<Instant> {
        self.all_closed_until(key, urgency, now).or_else(|| {
            let bucket = self.buckets.get(&self.id(key))?;
            (bucket.remaining == 0 && bucket.resets > now).then_some(bucket.resets)
        })
    }

    /// Returns the time to ask again for a request, if it would have to wait together with all
    /// others, at most as urgent, that count toward the global limit, or with all that do not.
    pub fn all_closed_until(
        &mut self,
        key: &RouteKey,
        urgency: Urgency,
        now: Instant,
    ) -> Option<Instant> {
        if key.unlimited {
            self.ban.closed_until(now)
        } else {
            self.full_until(urgency, now)
        }
    }

    /// Returns the time to ask again if no request of this urgency may be sent that counts toward
    /// the global limit.
    fn full_until(&mut self, urgency: Urgency, now: Instant) -> Option<Instant> {
        let closed = self.closed_until.filter(|until| *until > now);
        if let Some(until) = closed.max(self.ban.closed_until(now)) {
            return Some(until);
        }
        while self.sent.front().is_some_and(|sent| *sent + SECOND <= now) {
            self.sent.pop_front();
        }
        let granted = self.granted(now).get();
        let kept = if urgency.is_awaited() {
            0
        } else {
            granted.div_ceil(KEPT).min(granted - 1)
        };
        let over = self.sent.len().checked_sub((granted - kept) as usize)?;
        // Of the last second, at most one request fewer than may be sent can remain.
        self.sent.get(over).map(|sent| *sent + SECOND)
    }

    /// Returns the number of requests that this process may send per second over all routes.
    pub fn granted(&mut self, now: Instant) -> NonZero<u32> {
        self.part.of(self.ban.per_second(self.per_second, now))
    }

    /// Sets the part of the limits that this process may use. Returns true if requests slow down
    /// because of reports of the other processes.
    pub fn set_limit_part(&mut self, part: LimitPart, now: Instant) -> bool {
        self.part = part;
        self.ban.note_others(part.others, now)
    }

    /// Updates a bucket from the headers of a response.
    pub fn learn(&mut self, key: &RouteKey, quota: &Quota, now: Instant) {
        self.names.insert(key.route.clone(), quota.name.clone());
        let resets = now + quota.reset_after;
        let id = self.id(key);
        let known = self
            .buckets
            .get(&id)
            .filter(|bucket| bucket.resets > now)
            .copied();
        // The known count includes requests in progress, the response's does not.
        let remaining = known.map_or(quota.remaining, |known| {
            known.remaining.min(quota.remaining)
        });
        let window = known.map_or(quota.reset_after, |known| {
            known.window.max(quota.reset_after)
        });
        let bucket = Bucket {
            limit: quota.limit.max(1),
            remaining,
            resets,
            window,
        };
        self.insert(id, bucket, now);
    }

    /// Closes the bucket of a request that was rate limited.
    pub fn close(&mut self, key: &RouteKey, until: Instant, now: Instant) {
        let id = self.id(key);
        let known = self.buckets.get(&id).copied();
        let bucket = Bucket {
            limit: known.map_or(1, |known| known.limit),
            remaining: 0,
            resets: until,
            window: known.map_or(SECOND, |known| known.window),
        };
        self.insert(id, bucket, now);
    }

    /// Closes every route that counts toward the global limit.
    pub fn close_all(&mut self, until: Instant) {
        self.closed_until = self.closed_until.max(Some(until));
    }

    fn id(&self, key: &RouteKey) -> (String, String) {
        let name = self.names.get(&key.route).unwrap_or(&key.route);
        (name.clone(), key.major.clone())
    }

    fn insert(&mut self, id: (String, String), bucket: Bucket, now: Instant) {
        self.buckets.insert(id, bucket);
        if self.buckets.len() > self.sweep_at.max(SWEEP_AT) {
            self.buckets.retain(|_, bucket| bucket.resets > now);
            self.sweep_at = self.buckets.len() * 2;
        }
    }
}

#[cfg(test)]
mod tests {
    use std::num::NonZero;
    use std::time::Duration;

    use reqwest::header::{HeaderMap, HeaderName, HeaderValue};
    use tokio::time::Instant;

    use super::urgency::Urgency;
    use super::{LONGEST_WAIT, Limiter, Quota, SECOND, SWEEP_AT};
    use crate::discord::rest::route::RouteKey;
    use crate::service::{LimitPart, REQUESTS_PER_SECOND};

    fn limiter() -> Limiter {
        Limiter::new(REQUESTS_PER_SECOND)
    }

    fn post(channel: u32) -> RouteKey {
        RouteKey::new("POST", &format!("/channels/{channel}/messages"))
    }

    fn quota(remaining: u32) -> Quota {
        Quota {
            name: "abc".into(),
            limit: 5,
            remaining,
            reset_after: Duration::from_secs(2),
        }
    }

    #[test]
    fn empty_bucket_waits_for_its_reset_and_others_do_not() {
        let (mut limiter, now) = (limiter(), Instant::now());
        limiter.learn(&post(1), &quota(1), now);
        assert_eq!(limiter.admit(&post(1), Urgency::Answer, now), Ok(()));
        let reset = now + Duration::from_secs(2);
        assert_eq!(limiter.admit(&post(1), Urgency::Answer, now), Err(reset));
        assert_eq!(limiter.admit(&post(2), Urgency::Answer, now), Ok(()));
        for _ in 0..5 {
            assert_eq!(limiter.admit(&post(1), Urgency::Answer, reset), Ok(()));
        }
        assert!(
            limiter.admit(&post(1), Urgency::Answer, reset).is_err(),
            "the next window is counted too"
        );
    }

    #[test]
    fn answers_out_of_order_do_not_raise_what_is_left() {
        let (mut limiter, now) = (limiter(), Instant::now());
        limiter.learn(&post(1), &quota(0), now);
        limiter.learn(&post(1), &quota(3), now);
        assert!(limiter.admit(&post(1), Urgency::Answer, now).is_err());
    }

    #[test]
    fn reset_that_no_clock_can_hold_is_an_hour_away() {
        let headers = |reset_after: &str| {
            let pairs = [
                ("x-ratelimit-bucket", "abc"),
                ("x-ratelimit-limit", "5"),
                ("x-ratelimit-remaining", "0"),
                ("x-ratelimit-reset-after", reset_after),
            ];
            let pairs = pairs.map(|(name, value)| {
                let value = HeaderValue::from_str(value).expect("a value");
                (HeaderName::from_static(name), value)
            });
            HeaderMap::from_iter(pairs)
        };
        let (mut limiter, now) = (limiter(), Instant::now());
        let quota = Quota::from_headers(&headers("1e19")).expect("a quota");
        limiter.learn(&post(1), &quota, now);
        assert_eq!(
            limiter.admit(&post(1), Urgency::Answer, now),
            Err(now + LONGEST_WAIT)
        );
        for unreadable in ["NaN", "-1", "soon"] {
            assert_eq!(Quota::from_headers(&headers(unreadable)), None);
        }
    }

    #[test]
    fn routes_that_share_a_bucket_wait_together() {
        let (mut limiter, now) = (limiter(), Instant::now());
        let patch = RouteKey::new("PATCH", "/channels/1/messages/9");
        limiter.learn(&patch, &quota(4), now);
        limiter.learn(&post(1), &quota(0), now);
        assert!(limiter.admit(&patch, Urgency::Answer, now).is_err());
    }

    #[test]
    fn as_many_a_second_as_are_granted_and_callbacks_besides() {
        let (mut limiter, now) = (limiter(), Instant::now());
        for channel in 0..50 {
            assert_eq!(limiter.admit(&post(channel), Urgency::Answer, now), Ok(()));
        }
        assert_eq!(
            limiter.admit(&post(99), Urgency::Answer, now),
            Err(now + SECOND)
        );
        let callback = RouteKey::new("POST", "/interactions/1/t/callback");
        assert_eq!(limiter.admit(&callback, Urgency::Answer, now), Ok(()));
        assert_eq!(
            limiter.admit(&post(99), Urgency::Answer, now + SECOND),
            Ok(())
        );
    }

    #[test]
    fn tenth_of_the_limit_is_kept_for_those_who_wait() {
        let (mut limiter, start) = (limiter(), Instant::now());
        let later = |channel: u32| start + Duration::from_millis(channel.into());
        for channel in 0..45 {
            let admitted = limiter.admit(&post(channel), Urgency::Board, later(channel));
            assert_eq!(admitted, Ok(()));
        }
        for channel in 45..50 {
            let refused = limiter.admit(&post(99), Urgency::Board, later(channel));
            assert_eq!(refused, Err(later(channel - 45) + SECOND));
            let admitted = limiter.admit(&post(channel), Urgency::Answer, later(channel));
            assert_eq!(admitted, Ok(()));
        }
        let refused = limiter.admit(&post(99), Urgency::Answer, later(50));
        assert_eq!(refused, Err(start + SECOND));
    }

    #[test]
    fn process_that_shares_the_limits_sends_its_part() {
        let (mut limiter, now) = (limiter(), Instant::now());
        let processes = NonZero::new(4).expect("four");
        let part = LimitPart {
            processes,
            ..LimitPart::WHOLE
        };
        assert!(!limiter.set_limit_part(part, now));
        let sent =
            (0..50).filter(|channel| limiter.admit(&post(*channel), Urgency::Answer, now).is_ok());
        assert_eq!(sent.count(), 13);
        limiter.set_limit_part(LimitPart::WHOLE, now);
        assert_eq!(limiter.granted(now), REQUESTS_PER_SECOND);
        assert_eq!(limiter.admit(&post(99), Urgency::Answer, now), Ok(()));
    }

    #[test]
    fn a_global_refusal_closes_every_channel() {
        let (mut limiter, now) = (limiter(), Instant::now());
        let until = now + Duration::from_secs(3);
        limiter.close_all(until);
        assert_eq!(limiter.admit(&post(1), Urgency::Answer, now), Err(until));
        assert_eq!(limiter.admit(&post(1), Urgency::Answer, until), Ok(()));
    }

    #[test]
    fn buckets_of_past_interactions_are_forgotten() {
        let (mut limiter, mut now) = (limiter(), Instant::now());
        for interaction in 0..40_000 {
            let path = format!("/webhooks/1/token{interaction}/messages/@original");
            let key = RouteKey::new("PATCH", &path);
            assert_eq!(limiter.admit(&key, Urgency::Answer, now), Ok(()));
            limiter.learn(&key, &quota(4), now);
            now += Duration::from_millis(100);
        }
        assert!(
            limiter.buckets.len() <= SWEEP_AT,
            "{} buckets",
            limiter.buckets.len()
        );
    }
}
