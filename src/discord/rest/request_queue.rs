//! Queue of requests that wait for the limiter, ordered by urgency.
//!
//! Requests that count toward the limit over all routes wait in a line of their own: once one of
//! them meets that limit, those behind it need no check, and the others are still tried.

use std::collections::BTreeMap;
use std::sync::Arc;

use parking_lot::Mutex;
use tokio::sync::oneshot;
use tokio::time::{Instant, sleep_until, timeout_at};

use crate::discord::rest::limiter::Limiter;
use crate::discord::rest::limiter::urgency::Urgency;
use crate::discord::rest::route::RouteKey;

/// Place in a line; among equally urgent requests, the oldest goes first.
type Rank = (Urgency, u64);

/// Waiting requests, in the order in which they are tried.
type Line = BTreeMap<Rank, Waiting>;

/// Queue that lets requests through when the limiter admits them.
#[derive(Clone, Debug)]
pub(super) struct RequestQueue(Arc<Mutex<State>>);

#[derive(Debug)]
struct State {
    limiter: Limiter,
    /// Requests outside the limit over all routes, such as answers to interactions.
    unlimited: Line,
    /// Requests that count toward that limit.
    limited: Line,
    /// Number of requests that ever entered the queue.
    count: u64,
    /// Time at which requests are next admitted, if that is scheduled.
    next_admission: Option<Instant>,
}

#[derive(Debug)]
struct Waiting {
    key: RouteKey,
    go: oneshot::Sender<()>,
}

impl RequestQueue {
    pub(super) fn new(limiter: Limiter) -> Self {
        Self(Arc::new(Mutex::new(State {
            limiter,
            unlimited: Line::new(),
            limited: Line::new(),
            count: 0,
            next_admission: None,
        })))
    }

    /// Waits until a request may be sent. Returns false if that is not before `until`, as soon as
    /// this is known.
    pub(super) async fn enter(&self, key: &RouteKey, urgency: Urgency, until: Instant) -> bool {
        if until <= Instant::now() {
            // The limiter might admit it at once.
            return false;
        }
        let (go, gone) = oneshot::channel();
        let place = self.0.lock().line_up(key, urgency, go);
        self.admit();
        if self.0.lock().waits_beyond(key, place, until) {
            return false;
        }
        let is_through = matches!(timeout_at(until, gone).await, Ok(Ok(())));
        if !is_through {
            self.0.lock().line(key).remove(&place);
        }
        is_through
    }

    /// Changes the limiter, and admits what it now allows.
    pub(super) fn with_limiter<T>(&self, act: impl FnOnce(&mut Limiter) -> T) -> T {
        let result = act(&mut self.0.lock().limiter);
        self.admit();
        result
    }

    /// Lets admitted requests through, and schedules when to do so again.
    fn admit(&self) {
        let mut state = self.0.lock();
        let Some(next) = state.let_through(Instant::now()) else {
            return;
        };
        if state.next_admission.is_some_and(|at| at <= next) {
            return;
        }
        state.next_admission = Some(next);
        let queue = self.clone();
        tokio::spawn(async move {
            sleep_until(next).await;
            queue.0.lock().next_admission.take_if(|at| *at == next);
            queue.admit();
        });
    }
}

impl State {
    fn line_up(&mut self, key: &RouteKey, urgency: Urgency, go: oneshot::Sender<()>) -> Rank {
        let place = (urgency, self.count);
        self.count += 1;
        let waiting = Waiting {
            key: key.clone(),
            go,
        };
        self.line(key).insert(place, waiting);
        place
    }

    /// Returns the line in which a request waits.
    fn line(&mut self, key: &RouteKey) -> &mut Line {
        if key.unlimited {
            &mut self.unlimited
        } else {
            &mut self.limited
        }
    }

    /// Removes a request that is known to wait beyond `until`, and returns whether it was removed.
    fn waits_beyond(&mut self, key: &RouteKey, place: Rank, until: Instant) -> bool {
        if !self.line(key).contains_key(&place) {
            return false;
        }
        let opens = self.limiter.closed_until(key, place.0, Instant::now());
        let is_beyond = opens.is_some_and(|opens| opens >= until);
        if is_beyond {
            self.line(key).remove(&place);
        }
        is_beyond
    }

    /// Lets admitted requests through and returns the time when more may follow.
    fn let_through(&mut self, now: Instant) -> Option<Instant> {
        // Unlimited ones first, because initial responses are among them and have the least time.
        let unlimited = let_through(&mut self.unlimited, &mut self.limiter, now);
        let limited = let_through(&mut self.limited, &mut self.limiter, now);
        unlimited.into_iter().chain(limited).min()
    }
}

/// Lets admitted requests of a line through and returns the time when more of them may follow.
fn let_through(line: &mut Line, limiter: &mut Limiter, now: Instant) -> Option<Instant> {
    let (mut through, mut next) = (Vec::new(), None::<Instant>);
    for (place, waiting) in &*line {
        let admitted = if waiting.go.is_closed() {
            // The request is no longer waiting.
            Ok(())
        } else {
            limiter.admit(&waiting.key, place.0, now)
        };
        let Err(again) = admitted else {
            through.push(*place);
            continue;
        };
        next = Some(next.map_or(again, |next| next.min(again)));
        if limiter
            .all_closed_until(&waiting.key, place.0, now)
            .is_some()
        {
            // All requests behind it have to wait as well.
            break;
        }
    }
    for place in through {
        if let Some(waiting) = line.remove(&place) {
            // It may have stopped waiting just now.
            let _ = waiting.go.send(());
        }
    }
    next
}

#[cfg(test)]
mod tests {
    use std::num::NonZero;
    use std::time::Duration;

    use tokio::sync::mpsc;
    use tokio::time::{Instant, timeout};

    use super::RequestQueue;
    use crate::discord::rest::limiter::Limiter;
    use crate::discord::rest::limiter::urgency::Urgency;
    use crate::discord::rest::route::RouteKey;
    use crate::service::REQUESTS_PER_SECOND;

    const LONG: Duration = Duration::from_secs(60);

    fn post(channel: u32) -> RouteKey {
        RouteKey::new("POST", &format!("/channels/{channel}/messages"))
    }

    /// Waiting requests, and the order in which they get through.
    struct WaitingRequests {
        queue: RequestQueue,
        through: (
            mpsc::UnboundedSender<Urgency>,
            mpsc::UnboundedReceiver<Urgency>,
        ),
    }

    impl WaitingRequests {
        fn new(queue: RequestQueue) -> Self {
            let through = mpsc::unbounded_channel();
            Self { queue, through }
        }

        /// Adds a request to the queue.
        async fn put(&self, key: RouteKey, urgency: Urgency) {
            let (queue, through) = (self.queue.clone(), self.through.0.clone());
            tokio::spawn(async move {
                assert!(queue.enter(&key, urgency, Instant::now() + LONG).await);
                through.send(urgency).expect("somebody who looks");
            });
            tokio::task::yield_now().await;
        }

        async fn next(&mut self) -> Urgency {
            self.through.1.recv().await.expect("a request")
        }
    }

    #[tokio::test(start_paused = true)]
    async fn what_is_more_urgent_goes_first() {
        let queue = RequestQueue::new(Limiter::new(NonZero::<u32>::MIN));
        assert!(
            queue
                .enter(&post(1), Urgency::Board, Instant::now() + LONG)
                .await
        );
        let mut line = WaitingRequests::new(queue);
        let ordered = [
            Urgency::Answer,
            Urgency::Board,
            Urgency::Reminder,
            Urgency::Remark,
            Urgency::Background,
        ];
        for (channel, urgency) in (1..).zip(ordered.into_iter().rev()) {
            line.put(post(channel), urgency).await;
        }
        for urgency in ordered {
            assert_eq!(line.next().await, urgency);
        }
    }

    #[tokio::test(start_paused = true)]
    async fn limited_route_holds_up_no_other() {
        let queue = RequestQueue::new(Limiter::new(REQUESTS_PER_SECOND));
        let now = Instant::now();
        queue.with_limiter(|limiter| limiter.close(&post(1), now + Duration::from_secs(25), now));
        let mut line = WaitingRequests::new(queue);
        line.put(post(1), Urgency::Board).await;
        line.put(post(2), Urgency::Background).await;
        let first = timeout(Duration::from_secs(1), line.next()).await;
        assert_eq!(first, Ok(Urgency::Background));
        assert_eq!(line.next().await, Urgency::Board);
        assert!(now.elapsed() >= Duration::from_secs(25));
    }

    #[tokio::test(start_paused = true)]
    async fn requests_outside_the_limit_wait_behind_none_within_it() {
        let queue = RequestQueue::new(Limiter::new(NonZero::<u32>::MIN));
        let now = Instant::now();
        assert!(queue.enter(&post(1), Urgency::Board, now + LONG).await);
        let mut line = WaitingRequests::new(queue);
        line.put(post(2), Urgency::Board).await;
        let followup = RouteKey::new("POST", "/webhooks/1/token");
        line.put(followup, Urgency::Background).await;
        assert_eq!(line.next().await, Urgency::Background);
        assert_eq!(now.elapsed(), Duration::ZERO);
        assert_eq!(line.next().await, Urgency::Board);
    }

    #[tokio::test(start_paused = true)]
    async fn board_goes_before_a_hundred_remarks_in_its_channel() {
        let queue = RequestQueue::new(Limiter::new(REQUESTS_PER_SECOND));
        let now = Instant::now();
        queue.with_limiter(|limiter| limiter.close(&post(1), now + Duration::from_secs(1), now));
        let mut line = WaitingRequests::new(queue);
        for _ in 0..100 {
            line.put(post(1), Urgency::Remark).await;
        }
        line.put(post(1), Urgency::Board).await;
        assert_eq!(line.next().await, Urgency::Board);
    }

    #[tokio::test(start_paused = true)]
    async fn whoever_would_wait_too_long_is_told_at_once() {
        let queue = RequestQueue::new(Limiter::new(REQUESTS_PER_SECOND));
        let now = Instant::now();
        queue.with_limiter(|limiter| limiter.close(&post(1), now + LONG * 2, now));
        assert!(!queue.enter(&post(1), Urgency::Board, now + LONG).await);
        assert_eq!(now.elapsed(), Duration::ZERO);
    }

    #[tokio::test(start_paused = true)]
    async fn request_whose_time_is_over_is_not_sent() {
        let queue = RequestQueue::new(Limiter::new(REQUESTS_PER_SECOND));
        let now = Instant::now();
        assert!(!queue.enter(&post(1), Urgency::Board, now).await);
        assert!(queue.enter(&post(1), Urgency::Board, now + LONG).await);
    }

    #[tokio::test(start_paused = true)]
    async fn those_who_gave_up_take_no_turn() {
        let queue = RequestQueue::new(Limiter::new(NonZero::<u32>::MIN));
        let now = Instant::now();
        assert!(queue.enter(&post(1), Urgency::Board, now + LONG).await);
        let (first, second) = (post(2), post(3));
        let impatient = queue.enter(&first, Urgency::Answer, now + LONG);
        assert!(timeout(Duration::from_millis(10), impatient).await.is_err());
        assert!(queue.enter(&second, Urgency::Background, now + LONG).await);
        assert!(now.elapsed() <= Duration::from_millis(1_010));
    }
}
