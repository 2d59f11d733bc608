//! Requests to Discord, or to the sandbox in its place.
//!
//! In reading order:
//!
//! - [`route`]: rate limit buckets of requests
//! - [`limiter`]: when a request may be sent, and the contents of a 429
//! - [`request_queue`]: queue of waiting requests
//! - [`error`]: errors of requests
//! - [`message`]: messages in the form in which Discord receives them
//! - [`components_v2`]: messages made of components
//! - `client`: the HTTP client below
//! - `application`: requests about the bot itself, its commands and emojis, and about accounts
//! - [`endpoints`]: the other requests of the bot
//! - `deleted_emojis`: messages sent again without emojis that have been deleted
//! - [`interactions`]: answers to interactions
//! - [`mod@file`]: attachments, which are on other hosts

mod application;
mod client;
pub mod components_v2;
mod deleted_emojis;
pub mod endpoints;
pub mod error;
pub mod file;
pub mod interactions;
pub mod limiter;
pub mod message;
pub mod request_queue;
pub mod route;

use std::fmt;
use std::num::NonZeroUsize;
use std::ops::ControlFlow;
use std::time::Duration;

use lru::LruCache;
use parking_lot::Mutex;
use reqwest::header::{HeaderMap, HeaderValue, USER_AGENT};
use reqwest::{Client, StatusCode};
use serenity::all::ChannelId;
use serenity::http::{Http, HttpBuilder, Request};
use tokio::sync::Notify;
use tokio::time::{Instant, sleep, timeout_at};

pub use application::{Application, Gateway};
pub use client::AGENT;
use client::{http_client, read_up_to};
pub use components_v2::Container;
pub use error::RestError;
use file::Files;
pub use interactions::{Callback, InteractionKey, Made};
use limiter::rate_limit_response::{Scope, TooMany};
pub use limiter::urgency::{Urgency, at_urgency, awaited};
use limiter::{Limiter, Quota};
pub use message::Outgoing;

use interactions::response_times::ResponseTimes;
use request_queue::RequestQueue;
use route::RouteKey;

use crate::metrics::{Metrics, TurnStage};
use crate::service::{LimitPart, LimitReport};

const API: &str = "https://discord.com";
const SLOWED: &str = "Discord refuses so much that requests are slowed down";
/// Size limit of a response in bytes; Discord's are far smaller.
const LARGEST_ANSWER: usize = 16 << 20;
/// First pause after a failure; it doubles each time.
const FIRST_PAUSE: Duration = Duration::from_millis(200);
const LONGEST_PAUSE: Duration = Duration::from_secs(10);
/// Number of channels without permission to attach files that are remembered.
const FILELESS: NonZeroUsize = NonZeroUsize::new(10_000).expect("a positive number");

/// Time limits and urgency of a request.
#[derive(Clone, Copy, Debug)]
pub struct Patience {
    /// Time after which the response is no longer needed.
    pub until: Instant,
    /// Time limit of a single attempt.
    pub attempt: Duration,
    /// Urgency, which decides the order of requests.
    pub urgency: Urgency,
    /// False if the request must not be sent again once Discord may have carried it out.
    pub is_repeatable: bool,
    /// Time at which the data of the request was read, if it must not be sent after a freeze of the
    /// process.
    pub as_of: Option<std::time::Instant>,
}

impl Patience {
    /// Tries for `total` from now on, with the usual urgency.
    #[must_use]
    pub fn of(total: Duration) -> Self {
        Self {
            until: Instant::now() + total,
            attempt: Duration::from_secs(15).min(total),
            urgency: Urgency::usual(),
            is_repeatable: true,
            as_of: None,
        }
    }

    /// Sets the urgency.
    pub(crate) fn at(self, urgency: Urgency) -> Self {
        Self { urgency, ..self }
    }
}

/// Client of Discord's REST API that waits for rate limits and retries.
///
/// serenity's is not used: it never retries a 5xx, and retries a 429 only together with a limiter
/// that ignores the proxy and treats the webhooks of all interactions as one bucket.
pub struct Rest {
    client: Client,
    /// Token with the prefix `Bot `.
    token: String,
    base: Option<String>,
    queue: RequestQueue,
    /// Channels in which the bot may attach no files, as last reported: by the permissions that come
    /// with each interaction, or by a refusal. Refusals count toward a limit of Discord.
    fileless: Mutex<LruCache<ChannelId, ()>>,
    /// Times within which interactions are answered.
    pub response_times: ResponseTimes,
    /// Notified when Discord does not know an emoji of a message.
    pub emoji_missing: Notify,
    /// Reader of attachments.
    pub files: Files,
    metrics: Metrics,
}

impl fmt::Debug for Rest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // The token must not appear in any log.
        f.debug_struct("Rest")
            .field("base", &self.base)
            .finish_non_exhaustive()
    }
}

impl Rest {
    /// Creates a client that uses `token`, at `base` instead of `https://discord.com` if given,
    /// within the limits of `limiter`.
    ///
    /// # Errors
    ///
    /// If the TLS library cannot be set up.
    pub fn new(
        token: &str,
        base: Option<&str>,
        limiter: Limiter,
        metrics: Metrics,
    ) -> Result<Self, RestError> {
        Ok(Self {
            client: http_client(base)?,
            token: format!("Bot {}", token.trim().trim_start_matches("Bot ")),
            base: base.map(str::to_owned),
            queue: RequestQueue::new(limiter),
            fileless: Mutex::new(LruCache::sparse(FILELESS)),
            response_times: ResponseTimes::default(),
            emoji_missing: Notify::new(),
            files: Files::new(base)?,
            metrics,
        })
    }

    /// Sets the times within which interactions are answered.
    #[must_use]
    pub fn responding_within(mut self, times: ResponseTimes) -> Self {
        self.response_times = times;
        self
    }

    /// Returns the metrics in which requests are counted and timed.
    pub(crate) fn metrics(&self) -> &Metrics {
        &self.metrics
    }

    /// Returns the token with the prefix `Bot `.
    pub(super) fn token(&self) -> &str {
        &self.token
    }

    /// Records whether the bot may attach files in a channel.
    pub fn note_files(&self, channel: ChannelId, may_attach: bool) {
        let mut fileless = self.fileless.lock();
        if may_attach {
            fileless.pop(&channel);
        } else {
            fileless.put(channel, ());
        }
    }

    /// Returns whether the bot may attach no files in a channel, as far as it knows.
    pub(crate) fn is_fileless(&self, channel: ChannelId) -> bool {
        self.fileless.lock().contains(&channel)
    }

    /// Returns whether a message of the usual urgency to a channel would have to wait for one of
    /// Discord's limits.
    pub(crate) fn is_at_limit(&self, channel: ChannelId) -> bool {
        let key = RouteKey::new("POST", &format!("/channels/{channel}/messages"));
        self.queue.with_limiter(|limiter| {
            limiter
                .closed_until(&key, Urgency::usual(), Instant::now())
                .is_some()
        })
    }

    /// Sets the part of Discord's limits that this process may use.
    pub(crate) fn set_limit_part(&self, part: LimitPart) {
        let now = Instant::now();
        let (slows_down, granted) = self
            .queue
            .with_limiter(|limiter| (limiter.set_limit_part(part, now), limiter.granted(now)));
        self.metrics.request_limit(granted.get());
        if slows_down {
            tracing::error!("{SLOWED}");
        }
    }

    /// Returns the refusals that the other processes must know about.
    #[must_use]
    pub fn limit_report(&self) -> LimitReport {
        self.queue
            .with_limiter(|limiter| limiter.report(Instant::now()))
    }

    /// Returns serenity's client with the same settings.
    pub(crate) fn serenity(&self) -> Http {
        // With serenity's limiter on, the proxy is ignored and the token goes to the real Discord.
        let mut builder = HttpBuilder::new(&self.token)
            .client(self.client.clone())
            .ratelimiter_disabled(true);
        if let Some(base) = &self.base {
            builder = builder.proxy(base);
        }
        builder.build()
    }

    /// Sends a request until it has a final answer: waits for rate limits, and retries failures of
    /// Discord and of the network.
    ///
    /// # Errors
    ///
    /// A refusal by Discord at once, every other error when `patience` runs out.
    pub async fn send(
        &self,
        request: Request<'_>,
        patience: Patience,
    ) -> Result<Vec<u8>, RestError> {
        self.send_noting(request, patience).await.0
    }

    /// Sends a request as [`Rest::send`] does, and also returns whether no attempt before the last
    /// one can have arrived.
    async fn send_noting(
        &self,
        request: Request<'_>,
        patience: Patience,
    ) -> (Result<Vec<u8>, RestError>, bool) {
        let (begun, mut is_alone) = (Instant::now(), true);
        let sending = self.send_until_answered(request, patience, &mut is_alone);
        let result = Box::pin(sending).await;
        self.metrics.stage(TurnStage::Send, begun.elapsed());
        (result, is_alone)
    }

    /// Sends a request, and notes in `is_alone` when an attempt may have arrived before the last one.
    async fn send_until_answered(
        &self,
        request: Request<'_>,
        patience: Patience,
        is_alone: &mut bool,
    ) -> Result<Vec<u8>, RestError> {
        let key = route_key(&request);
        let (begun, mut pause, mut is_first) = (Instant::now(), FIRST_PAUSE, true);
        let is_too_late = patience.until <= begun;
        let why = if is_too_late {
            "its time was over"
        } else {
            "rate limit"
        };
        let mut last = RestError::GaveUp(why.to_owned());
        loop {
            let (urgency, until) = (patience.urgency, patience.until);
            if !self.queue.enter(&key, urgency, until).await {
                return Err(last);
            }
            let health = self.metrics.health();
            if patience.as_of.is_some_and(|at| health.was_frozen_since(at)) {
                return Err(RestError::Outdated);
            }
            let written = self.written(request.clone())?;
            let attempted = self.attempt(written, patience).await;
            let status = attempted.as_ref().ok();
            let status = status.map(|answer| answer.status.as_u16());
            let judged = self.judge(&key, attempted, pause, patience);
            // Counted once the limiter knows of it.
            self.metrics.answered(key.kind(), status);
            let (wait, why) = match judged {
                ControlFlow::Break(result) => return result,
                ControlFlow::Continue(retry) => retry,
            };
            last = why;
            if Instant::now() + wait >= patience.until {
                return Err(last);
            }
            let error = last.cause();
            if is_first {
                tracing::warn!(route = key.route, error, ?wait, "trying again");
            } else {
                tracing::debug!(route = key.route, error, ?wait, "trying again");
            }
            is_first = false;
            // One that was refused for now has not been carried out.
            *is_alone &= status == Some(StatusCode::TOO_MANY_REQUESTS.as_u16());
            sleep(wait).await;
            pause = (pause * 2).min(LONGEST_PAUSE);
        }
    }

    async fn attempt(
        &self,
        request: reqwest::Request,
        patience: Patience,
    ) -> Result<Answer, AttemptError> {
        let end = patience.until.min(Instant::now() + patience.attempt);
        let exchange = async {
            let mut response = self.client.execute(request).await?;
            let (status, headers) = (response.status(), response.headers().clone());
            let body = read_up_to(&mut response, LARGEST_ANSWER).await?;
            Ok::<_, reqwest::Error>(body.map(|body| Answer {
                status,
                headers,
                body,
            }))
        };
        match timeout_at(end, exchange).await {
            Ok(Ok(Some(answer))) => Ok(answer),
            Ok(Ok(None)) => Err(AttemptError::TooLong),
            Ok(Err(error)) => Err(AttemptError::Network(error::without_url(error))),
            Err(_) => Err(AttemptError::Network("no answer in time".to_owned())),
        }
    }

    /// Reports an attempt to the limiter, and returns the final answer, or the time to wait before
    /// the next attempt and why.
    fn judge(
        &self,
        key: &RouteKey,
        attempted: Result<Answer, AttemptError>,
        pause: Duration,
        patience: Patience,
    ) -> ControlFlow<Result<Vec<u8>, RestError>, (Duration, RestError)> {
        let again = |why: RestError| {
            if patience.is_repeatable {
                ControlFlow::Continue((pause, why))
            } else {
                ControlFlow::Break(Err(why))
            }
        };
        let answer = match attempted {
            Ok(answer) => answer,
            Err(AttemptError::Network(why)) => return again(RestError::GaveUp(why)),
            Err(AttemptError::TooLong) => {
                let why = "expected a shorter answer".to_owned();
                return ControlFlow::Break(Err(RestError::Unreadable(why)));
            }
        };
        let status = answer.status;
        if status.is_server_error() {
            return again(RestError::GaveUp(format!("status {}", status.as_u16())));
        }
        let refusal = RestError::refused(status.as_u16(), &answer.body);
        let is_too_many_edits = refusal.as_ref().is_some_and(RestError::is_too_many_edits);
        // Only old messages cannot be edited; the caller knows whether it is one.
        if status == StatusCode::TOO_MANY_REQUESTS && !is_too_many_edits {
            // The wait takes place in the queue.
            let why = self.refused_for_now(key, &answer, pause);
            return ControlFlow::Continue((Duration::ZERO, RestError::GaveUp(why)));
        }
        if matches!(status.as_u16(), 401 | 403 | 429) {
            self.count_refused();
        }
        if status.is_success() {
            self.learn(key, &answer.headers);
            return ControlFlow::Break(Ok(answer.body));
        }
        match refusal {
            Some(refusal) => {
                self.learn(key, &answer.headers);
                ControlFlow::Break(Err(refusal))
            }
            // Too large for the network in front of Discord: it would be refused again.
            None if status == StatusCode::PAYLOAD_TOO_LARGE => {
                ControlFlow::Break(Err(RestError::too_large()))
            }
            // A proxy or a captive portal says nothing about the request itself.
            None => {
                let why = format!("status {} that is not Discord's", status.as_u16());
                again(RestError::Intercepted(why))
            }
        }
    }

    /// Builds the request to send.
    fn written(&self, request: Request<'_>) -> Result<reqwest::Request, RestError> {
        let unreadable = |error: &dyn fmt::Display| RestError::Unreadable(error.to_string());
        let builder = request.build(&self.client, &self.token, self.base.as_deref());
        let builder = builder.map_err(|error| unreadable(&error))?;
        let mut written = builder
            .build()
            .map_err(|error| unreadable(&error.without_url()))?;
        // serenity sets its own user agent.
        let agent = HeaderValue::from_static(AGENT);
        written.headers_mut().insert(USER_AGENT, agent);
        Ok(written)
    }

    fn learn(&self, key: &RouteKey, headers: &HeaderMap) {
        self.queue.with_limiter(|limiter| {
            limiter.note_answered();
            if let Some(quota) = Quota::from_headers(headers) {
                limiter.learn(key, &quota, Instant::now());
            }
        });
    }

    /// Notes a 429 and describes it; `pause` applies if it has no time to wait.
    fn refused_for_now(&self, key: &RouteKey, answer: &Answer, pause: Duration) -> String {
        let TooMany { scope, wait } = TooMany::read(&answer.headers, &answer.body);
        let now = Instant::now();
        let until = now + wait.unwrap_or(pause);
        let why = self.queue.with_limiter(|limiter| match scope {
            Scope::Network => {
                limiter.close_network(wait, now);
                "refusal by the network"
            }
            Scope::All => {
                limiter.note_answered();
                limiter.close_all(until);
                if key.unlimited {
                    // The global limit does not apply to this route, but the request was refused.
                    limiter.close(key, until, now);
                }
                "rate limit of all requests"
            }
            Scope::Route | Scope::Shared => {
                limiter.note_answered();
                limiter.close(key, until, now);
                "rate limit"
            }
        });
        if scope != Scope::Shared {
            self.count_refused();
        }
        why.to_owned()
    }

    /// Counts a refusal that Discord counts as well.
    fn count_refused(&self) {
        if self
            .queue
            .with_limiter(|limiter| limiter.count_refused(Instant::now()))
        {
            tracing::error!("{SLOWED}");
        }
    }
}

struct Answer {
    status: StatusCode,
    headers: HeaderMap,
    body: Vec<u8>,
}

enum AttemptError {
    /// The answer is longer than any that Discord gives.
    TooLong,
    /// Network error, as text.
    Network(String),
}

fn route_key(request: &Request<'_>) -> RouteKey {
    let path = request.route_ref().path();
    let path = path.strip_prefix(API).unwrap_or(&path);
    let path = path.strip_prefix("/api/v10").unwrap_or(path);
    RouteKey::new(request.method_ref().reqwest_method().as_str(), path)
}
