//! One request, attempted until it has a final answer.

pub(super) mod client;
pub(super) mod patience;

use std::fmt;
use std::ops::ControlFlow;
use std::time::Duration;

use reqwest::header::{HeaderMap, HeaderValue, USER_AGENT};
use reqwest::{Client, StatusCode};
use serenity::http::Request;
use tokio::time::{Instant, sleep, timeout_at};

use client::{AGENT, read_up_to};
use patience::Patience;

use crate::discord::rest::error::{self, RestError};
use crate::discord::rest::limiter::Quota;
use crate::discord::rest::limiter::rate_limit_response::{Scope, TooMany};
use crate::discord::rest::request_queue::RequestQueue;
use crate::discord::rest::route::RouteKey;
use crate::metrics::{Metrics, TurnStage};

const API: &str = "https://discord.com";
/// Line of the log when Discord's refusals slow all requests down.
pub(super) const SLOWED: &str = "Discord refuses so much that requests are slowed down";
/// Size limit of a response in bytes; Discord's are far smaller.
const LARGEST_ANSWER: usize = 16 << 20;
/// First pause after a failure; it doubles each time.
const FIRST_PAUSE: Duration = Duration::from_millis(200);
const LONGEST_PAUSE: Duration = Duration::from_secs(10);

/// Sender of requests that waits for rate limits and retries.
pub(super) struct RequestSender {
    pub(super) client: Client,
    /// Token with the prefix `Bot `.
    pub(super) token: String,
    /// Address in the place of Discord's.
    pub(super) base: Option<String>,
    pub(super) queue: RequestQueue,
    pub(super) metrics: Metrics,
}

impl RequestSender {
    /// Sends a request until it has a final answer, and also returns whether no attempt before the
    /// last one can have arrived.
    pub(super) async fn send(
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
            limiter.ban.note_answered();
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
                limiter.ban.note_wall(wait, now);
                "refusal by the network"
            }
            Scope::All => {
                limiter.ban.note_answered();
                limiter.close_all(until);
                if key.unlimited {
                    // The global limit does not apply to this route, but the request was refused.
                    limiter.close(key, until, now);
                }
                "rate limit of all requests"
            }
            Scope::Route | Scope::Shared => {
                limiter.ban.note_answered();
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
            .with_limiter(|limiter| limiter.ban.count(Instant::now()))
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
