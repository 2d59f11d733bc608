//! The one path by which requests reach Discord, or the sandbox in its place.
//!
//! In reading order:
//!
//! - [`route`]: which requests share a rate limit
//! - [`limiter`]: when a request may be sent
//! - [`error`]: why a request was not carried out
//! - [`message`]: what the bot says, as Discord wants it
//! - [`calls`]: the requests this bot makes
//! - [`mod@file`]: attachments, which lie elsewhere

pub mod calls;
pub mod error;
pub mod file;
pub mod limiter;
pub mod message;
pub mod route;

use std::fmt;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use reqwest::header::HeaderMap;
use reqwest::{Client, ClientBuilder, StatusCode};
use serde::Deserialize;
use serenity::http::{Http, HttpBuilder, Request};
use tokio::time::{Instant, sleep, sleep_until, timeout_at};

pub use calls::{Callback, InteractionKey};
pub use error::RestError;
use file::Files;
use limiter::{Limiter, Quota};
pub use message::Outgoing;
use route::RouteKey;

use crate::metrics::{Metrics, Stage};

const API: &str = "https://discord.com";
/// The first pause after a failure; it doubles each time.
const FIRST_PAUSE: Duration = Duration::from_millis(200);
const LONGEST_PAUSE: Duration = Duration::from_secs(10);

/// How long a request is worth trying.
#[derive(Clone, Copy, Debug)]
pub struct Patience {
    /// After this moment nobody waits for the answer any more.
    pub until: Instant,
    /// A single attempt may take this long.
    pub attempt: Duration,
}

impl Patience {
    /// Worth trying for `total` from now on.
    #[must_use]
    pub fn of(total: Duration) -> Self {
        Self {
            until: Instant::now() + total,
            attempt: Duration::from_secs(15).min(total),
        }
    }
}

/// A client of Discord's REST interface that waits for rate limits and tries again.
///
/// serenity's is not used: it never repeats a 5xx, and repeats a 429 only together with a limiter
/// that ignores the proxy and takes the webhooks of all interactions for one bucket.
pub struct Rest {
    client: Client,
    /// With its prefix `Bot `.
    token: String,
    base: Option<String>,
    limiter: Mutex<Limiter>,
    /// Reads what people attach.
    pub files: Files,
    metrics: Metrics,
}

impl fmt::Debug for Rest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // The token stays out of every log.
        f.debug_struct("Rest")
            .field("base", &self.base)
            .finish_non_exhaustive()
    }
}

impl Rest {
    /// A client that uses `token`, at `base` instead of `https://discord.com` if given, as often
    /// as `limiter` lets it.
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
            limiter: Mutex::new(limiter),
            files: Files::new(base)?,
            metrics,
        })
    }

    /// Where requests are counted and timed.
    #[must_use]
    pub fn metrics(&self) -> &Metrics {
        &self.metrics
    }

    /// serenity's client for its gateway, with the same settings and connections of its own: those
    /// of one runtime do not survive in another.
    ///
    /// # Errors
    ///
    /// If the TLS library cannot be set up.
    pub fn serenity(&self) -> Result<Http, RestError> {
        // With serenity's limiter on, the proxy is ignored and the token goes to the real Discord.
        let mut builder = HttpBuilder::new(&self.token)
            .client(http_client(self.base.as_deref())?)
            .ratelimiter_disabled(true);
        if let Some(base) = &self.base {
            builder = builder.proxy(base);
        }
        Ok(builder.build())
    }

    /// Sends a request until it is answered for good: rate limits are waited for, failures of
    /// Discord and of the network repeated.
    ///
    /// # Errors
    ///
    /// A refusal of Discord at once, everything else when `patience` is at its end.
    pub async fn send(
        &self,
        request: Request<'_>,
        patience: Patience,
    ) -> Result<Vec<u8>, RestError> {
        let begun = Instant::now();
        let result = Box::pin(self.send_until_answered(request, patience)).await;
        self.metrics.stage(Stage::Send, begun.elapsed());
        result
    }

    async fn send_until_answered(
        &self,
        request: Request<'_>,
        patience: Patience,
    ) -> Result<Vec<u8>, RestError> {
        let key = route_key(&request);
        let (mut pause, mut is_first) = (FIRST_PAUSE, true);
        let mut trouble = "rate limit".to_owned();
        loop {
            self.admitted(&key, patience, &trouble).await?;
            let (wait, why) = match self.attempt(request.clone(), patience).await {
                Ok(answer) if answer.status.is_success() => {
                    self.learn(&key, &answer.headers);
                    return Ok(answer.body);
                }
                Ok(answer) if answer.status == StatusCode::TOO_MANY_REQUESTS => {
                    let refused = RestError::refused(answer.status.as_u16(), &answer.body);
                    // Only old messages cannot be changed; who asked knows whether it is one.
                    if refused.is_too_many_edits() {
                        return Err(refused);
                    }
                    self.refused_for_now(&key, &answer, pause)
                }
                Ok(answer) if answer.status.is_server_error() => {
                    (pause, format!("status {}", answer.status.as_u16()))
                }
                Ok(answer) => {
                    self.learn(&key, &answer.headers);
                    return Err(RestError::refused(answer.status.as_u16(), &answer.body));
                }
                Err(AttemptError::Hopeless(error)) => return Err(error),
                Err(AttemptError::Network(why)) => (pause, why),
            };
            trouble = why;
            if Instant::now() + wait >= patience.until {
                return Err(RestError::GaveUp(trouble));
            }
            if is_first {
                tracing::warn!(route = key.route, trouble, ?wait, "trying again");
            } else {
                tracing::debug!(route = key.route, trouble, ?wait, "trying again");
            }
            is_first = false;
            sleep(wait).await;
            pause = (pause * 2).min(LONGEST_PAUSE);
        }
    }

    /// Waits until the limiter lets a request through.
    async fn admitted(
        &self,
        key: &RouteKey,
        patience: Patience,
        trouble: &str,
    ) -> Result<(), RestError> {
        loop {
            let admitted = self.with_limiter(|limiter| limiter.admit(key, Instant::now()));
            let Err(again) = admitted else { return Ok(()) };
            if again >= patience.until {
                return Err(RestError::GaveUp(trouble.to_owned()));
            }
            sleep_until(again).await;
        }
    }

    async fn attempt(
        &self,
        request: Request<'_>,
        patience: Patience,
    ) -> Result<Answer, AttemptError> {
        let builder = request
            .build(&self.client, &self.token, self.base.as_deref())
            .map_err(|error| AttemptError::Hopeless(RestError::Unreadable(error.to_string())))?;
        let end = patience.until.min(Instant::now() + patience.attempt);
        let exchange = async {
            let response = builder.send().await?;
            let (status, headers) = (response.status(), response.headers().clone());
            let body = response.bytes().await?.to_vec();
            Ok::<_, reqwest::Error>(Answer {
                status,
                headers,
                body,
            })
        };
        let exchanged = timeout_at(end, exchange).await;
        let answer = exchanged.as_ref().ok().and_then(|done| done.as_ref().ok());
        let status = answer.map(|answer| answer.status.as_u16());
        self.metrics.answered(status);
        match exchanged {
            Ok(Ok(answer)) => Ok(answer),
            // The address can hold an interaction's token.
            Ok(Err(error)) => Err(AttemptError::Network(error.without_url().to_string())),
            Err(_) => Err(AttemptError::Network("no answer in time".to_owned())),
        }
    }

    fn learn(&self, key: &RouteKey, headers: &HeaderMap) {
        if let Some(quota) = Quota::from_headers(headers) {
            self.with_limiter(|limiter| limiter.learn(key, &quota, Instant::now()));
        }
    }

    /// Notes a 429 and says how long to wait, and why; without a word from Discord, for `pause`.
    fn refused_for_now(
        &self,
        key: &RouteKey,
        answer: &Answer,
        pause: Duration,
    ) -> (Duration, String) {
        let refusal = TooMany::read(answer);
        let wait = refusal.retry_after.unwrap_or(pause);
        let now = Instant::now();
        self.with_limiter(|limiter| {
            if refusal.global {
                limiter.close_all(now + wait);
            } else {
                limiter.close(key, now + wait, now);
            }
        });
        let why = if refusal.global {
            "rate limit of all requests"
        } else {
            "rate limit"
        };
        (wait, why.to_owned())
    }

    fn with_limiter<T>(&self, act: impl FnOnce(&mut Limiter) -> T) -> T {
        act(&mut self.limiter.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

fn http_client(base: Option<&str>) -> Result<Client, RestError> {
    http_builder(base)
        .build()
        .map_err(|error| RestError::Unreadable(error.to_string()))
}

/// What all clients have in common.
fn http_builder(base: Option<&str>) -> ClientBuilder {
    let builder = Client::builder()
        .use_rustls_tls()
        .connect_timeout(Duration::from_secs(5))
        .timeout(Duration::from_secs(30));
    if base.is_some() {
        // A proxy from the environment would be asked for 127.0.0.1, too.
        return builder.no_proxy();
    }
    builder
}

struct Answer {
    status: StatusCode,
    headers: HeaderMap,
    body: Vec<u8>,
}

enum AttemptError {
    /// It would fail again.
    Hopeless(RestError),
    /// The network, in words.
    Network(String),
}

/// What a 429 says.
struct TooMany {
    retry_after: Option<Duration>,
    global: bool,
}

impl TooMany {
    fn read(answer: &Answer) -> Self {
        #[derive(Default, Deserialize)]
        #[serde(default)]
        struct Body {
            retry_after: Option<f64>,
            global: bool,
        }
        // A refusal by the network before Discord has no such body.
        let body: Body = serde_json::from_slice(&answer.body).unwrap_or_default();
        let header = |name| {
            answer
                .headers
                .get(name)
                .and_then(|value| value.to_str().ok())
        };
        let seconds = body
            .retry_after
            .or_else(|| header("retry-after").and_then(|text| text.parse().ok()));
        Self {
            retry_after: seconds.and_then(|seconds| Duration::try_from_secs_f64(seconds).ok()),
            global: body.global || header("x-ratelimit-global") == Some("true"),
        }
    }
}

fn route_key(request: &Request<'_>) -> RouteKey {
    let path = request.route_ref().path();
    let path = path.strip_prefix(API).unwrap_or(&path);
    let path = path.strip_prefix("/api/v10").unwrap_or(path);
    RouteKey::new(request.method_ref().reqwest_method().as_str(), path)
}
