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
//! - `sending`: one request, attempted until it has a final answer, and the HTTP client below
//! - `application`: requests about the bot itself, its commands and emojis, and about accounts
//! - [`endpoints`]: the other requests of the bot
//! - `deleted_emojis`: messages sent again without emojis that have been deleted
//! - [`interactions`]: answers to interactions
//! - [`mod@file`]: attachments, which are on other hosts

mod application;
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
mod sending;

use std::fmt;
use std::num::NonZeroUsize;

use lru::LruCache;
use parking_lot::Mutex;
use serenity::all::{ChannelId, MessageId};
use serenity::http::{Http, HttpBuilder, Request};
use tokio::sync::Notify;
use tokio::time::Instant;

pub use application::{Application, Gateway};
pub use components_v2::Container;
pub use error::RestError;
use file::Files;
pub use interactions::{Callback, InteractionKey, Made};
pub use limiter::urgency::{Urgency, at_urgency, awaited};
pub use message::Outgoing;
pub use sending::client::AGENT;
pub use sending::patience::Patience;

use interactions::response_times::ResponseTimes;
use limiter::Limiter;
use request_queue::RequestQueue;
use route::RouteKey;
use sending::client::http_client;
use sending::{RequestSender, SLOWED};

use crate::metrics::Metrics;
use crate::service::{LimitPart, LimitReport};

/// Number of channels without permission to attach files, and of messages in words, that are
/// remembered.
const REMEMBERED: NonZeroUsize = NonZeroUsize::new(10_000).expect("a positive number");

/// Client of Discord's REST API that waits for rate limits and retries.
///
/// serenity's is not used: it never retries a 5xx, and retries a 429 only together with a limiter
/// that ignores the proxy and treats the webhooks of all interactions as one bucket.
pub struct Rest {
    sender: RequestSender,
    /// Channels in which the bot may attach no files, as last reported: by the permissions that come
    /// with each interaction, or by a refusal. Refusals count toward a limit of Discord.
    fileless: Mutex<LruCache<ChannelId, ()>>,
    /// Messages that were sent [in words](Outgoing::or_in_words).
    in_words: Mutex<LruCache<MessageId, ()>>,
    /// Times within which interactions are answered.
    pub response_times: ResponseTimes,
    /// Notified when Discord does not know an emoji of a message.
    pub emoji_missing: Notify,
    /// Reader of attachments.
    pub files: Files,
}

impl fmt::Debug for Rest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // The token must not appear in any log.
        f.debug_struct("Rest")
            .field("base", &self.sender.base)
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
            sender: RequestSender {
                client: http_client(base)?,
                token: format!("Bot {}", token.trim().trim_start_matches("Bot ")),
                base: base.map(str::to_owned),
                queue: RequestQueue::new(limiter),
                metrics,
            },
            fileless: Mutex::new(LruCache::sparse(REMEMBERED)),
            in_words: Mutex::new(LruCache::sparse(REMEMBERED)),
            response_times: ResponseTimes::default(),
            emoji_missing: Notify::new(),
            files: Files::new(base)?,
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
        &self.sender.metrics
    }

    /// Returns the token with the prefix `Bot `.
    pub(super) fn token(&self) -> &str {
        &self.sender.token
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
    fn is_fileless(&self, channel: ChannelId) -> bool {
        self.fileless.lock().contains(&channel)
    }

    /// Records that a message was sent in words, because the bot may attach no files in its channel.
    fn note_in_words(&self, channel: ChannelId, message: MessageId) {
        self.note_files(channel, false);
        self.in_words.lock().put(message, ());
    }

    /// Returns whether a message may be in words instead of having a picture, as far as the bot
    /// knows: they stay when files may be attached again.
    pub(crate) fn may_be_in_words(&self, channel: ChannelId, message: MessageId) -> bool {
        self.is_fileless(channel) || self.in_words.lock().contains(&message)
    }

    /// Returns whether a message of the usual urgency to a channel would have to wait for one of
    /// Discord's limits.
    pub(crate) fn is_at_limit(&self, channel: ChannelId) -> bool {
        let key = RouteKey::new("POST", &format!("/channels/{channel}/messages"));
        self.sender.queue.with_limiter(|limiter| {
            limiter
                .closed_until(&key, Urgency::usual(), Instant::now())
                .is_some()
        })
    }

    /// Sets the part of Discord's limits that this process may use.
    pub(crate) fn set_limit_part(&self, part: LimitPart) {
        let now = Instant::now();
        let (slows_down, granted) = self
            .sender
            .queue
            .with_limiter(|limiter| (limiter.set_limit_part(part, now), limiter.granted(now)));
        self.sender.metrics.request_limit(granted.get());
        if slows_down {
            tracing::error!("{SLOWED}");
        }
    }

    /// Returns the refusals that the other processes must know about.
    #[must_use]
    pub fn limit_report(&self) -> LimitReport {
        self.sender
            .queue
            .with_limiter(|limiter| limiter.ban.report(Instant::now()))
    }

    /// Returns serenity's client with the same settings.
    pub(crate) fn serenity(&self) -> Http {
        // With serenity's limiter on, the proxy is ignored and the token goes to the real Discord.
        let mut builder = HttpBuilder::new(&self.sender.token)
            .client(self.sender.client.clone())
            .ratelimiter_disabled(true);
        if let Some(base) = &self.sender.base {
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
        self.sender.send(request, patience).await.0
    }
}
