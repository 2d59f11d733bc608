//! Queue of requests that wait for the limiter, ordered by urgency.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tokio::sync::oneshot;
use tokio::time::{Instant, sleep_until, timeout_at};

use crate::discord::rest::limiter::Limiter;
use crate::discord::rest::route::RouteKey;

/// Urgency of a request, which decides the order when not everything can be sent at once.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum Urgency {
    /// Initial response to an interaction, which has three seconds.
    Callback,
    /// Other answers that a person is waiting for.
    Answer,
    /// Board and related messages.
    #[default]
    Board,
    /// Reminder of a person to move.
    Reminder,
    /// Public reply to a message.
    Remark,
    /// Messages after a game, replays, typing indicators.
    Aside,
}

/// Place in the queue; among equally urgent requests, the oldest goes first.
type Rank = (Urgency, u64);

/// Queue that lets requests through when the limiter admits them.
#[derive(Clone, Debug)]
pub(super) struct RequestQueue(Arc<Mutex<State>>);

#[derive(Debug)]
struct State {
    limiter: Limiter,
    line: BTreeMap<Rank, Waiting>,
    /// Number of requests that ever entered the queue.
    count: u64,
    /// Time of the next scheduled check of the queue.
    looks: Option<Instant>,
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
            line: BTreeMap::new(),
            count: 0,
            looks: None,
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
        let place = self.lock().line_up(key, urgency, go);
        self.look();
        if self.lock().waits_beyond(place, until) {
            return false;
        }
        let is_through = matches!(timeout_at(until, gone).await, Ok(Ok(())));
        if !is_through {
            self.lock().line.remove(&place);
        }
        is_through
    }

    /// Updates the limiter and checks the queue.
    pub(super) fn tell<T>(&self, act: impl FnOnce(&mut Limiter) -> T) -> T {
        let told = act(&mut self.lock().limiter);
        self.look();
        told
    }

    /// Lets admitted requests through and schedules the next check.
    fn look(&self) {
        let mut state = self.lock();
        let Some(next) = state.let_through(Instant::now()) else {
            return;
        };
        if state.looks.is_some_and(|looks| looks <= next) {
            return;
        }
        state.looks = Some(next);
        let queue = self.clone();
        tokio::spawn(async move {
            sleep_until(next).await;
            queue.lock().looks.take_if(|looks| *looks == next);
            queue.look();
        });
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl State {
    fn line_up(&mut self, key: &RouteKey, urgency: Urgency, go: oneshot::Sender<()>) -> Rank {
        let place = (urgency, self.count);
        self.count += 1;
        let key = key.clone();
        self.line.insert(place, Waiting { key, go });
        place
    }

    /// Removes a request that is known to wait beyond `until`, and returns whether it was.
    fn waits_beyond(&mut self, place: Rank, until: Instant) -> bool {
        let Some(waiting) = self.line.get(&place) else {
            return false;
        };
        let opens = self.limiter.closed_until(&waiting.key, Instant::now());
        let is_beyond = opens.is_some_and(|opens| opens >= until);
        if is_beyond {
            self.line.remove(&place);
        }
        is_beyond
    }

    /// Lets admitted requests through and returns the time when more may follow.
    fn let_through(&mut self, now: Instant) -> Option<Instant> {
        let (mut through, mut next) = (Vec::new(), None::<Instant>);
        for (place, waiting) in &self.line {
            let admitted = if waiting.go.is_closed() {
                // The request is no longer waiting.
                Ok(())
            } else {
                self.limiter.admit(&waiting.key, now)
            };
            let Err(again) = admitted else {
                through.push(*place);
                continue;
            };
            let full = self.limiter.full_until(now);
            let soonest = full.map_or(again, |full| full.min(again));
            next = Some(next.map_or(soonest, |next| next.min(soonest)));
            if full.is_some() && !waiting.key.unlimited {
                // All requests behind it have to wait as well.
                break;
            }
        }
        for place in through {
            if let Some(waiting) = self.line.remove(&place) {
                // It may have stopped waiting just now.
                let _ = waiting.go.send(());
            }
        }
        next
    }
}

#[cfg(test)]
mod tests {
    use std::num::NonZero;
    use std::time::Duration;

    use tokio::sync::mpsc;
    use tokio::time::{Instant, timeout};

    use super::{RequestQueue, Urgency};
    use crate::discord::rest::limiter::{Limiter, USUAL};
    use crate::discord::rest::route::RouteKey;

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
            Urgency::Aside,
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
        let queue = RequestQueue::new(Limiter::new(USUAL));
        let now = Instant::now();
        queue.tell(|limiter| limiter.close(&post(1), now + Duration::from_secs(25), now));
        let mut line = WaitingRequests::new(queue);
        line.put(post(1), Urgency::Board).await;
        line.put(post(2), Urgency::Aside).await;
        let first = timeout(Duration::from_secs(1), line.next()).await;
        assert_eq!(first, Ok(Urgency::Aside));
        assert_eq!(line.next().await, Urgency::Board);
        assert!(now.elapsed() >= Duration::from_secs(25));
    }

    #[tokio::test(start_paused = true)]
    async fn board_goes_before_a_hundred_remarks_in_its_channel() {
        let queue = RequestQueue::new(Limiter::new(USUAL));
        let now = Instant::now();
        queue.tell(|limiter| limiter.close(&post(1), now + Duration::from_secs(1), now));
        let mut line = WaitingRequests::new(queue);
        for _ in 0..100 {
            line.put(post(1), Urgency::Remark).await;
        }
        line.put(post(1), Urgency::Board).await;
        assert_eq!(line.next().await, Urgency::Board);
    }

    #[tokio::test(start_paused = true)]
    async fn whoever_would_wait_too_long_is_told_at_once() {
        let queue = RequestQueue::new(Limiter::new(USUAL));
        let now = Instant::now();
        queue.tell(|limiter| limiter.close(&post(1), now + LONG * 2, now));
        assert!(!queue.enter(&post(1), Urgency::Board, now + LONG).await);
        assert_eq!(now.elapsed(), Duration::ZERO);
    }

    #[tokio::test(start_paused = true)]
    async fn request_whose_time_is_over_is_not_sent() {
        let queue = RequestQueue::new(Limiter::new(USUAL));
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
        assert!(queue.enter(&second, Urgency::Aside, now + LONG).await);
        assert!(now.elapsed() <= Duration::from_millis(1_010));
    }
}
