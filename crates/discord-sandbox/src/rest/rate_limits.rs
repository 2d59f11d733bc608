//! Rate limits: a bucket per kind of request and per channel or interaction.
//!
//! Discord does not publish its limits; these are commonly observed.

use std::collections::HashMap;

use axum::http::{HeaderMap, HeaderName, HeaderValue, StatusCode};
use axum::response::{IntoResponse, Response};
use data_encoding::HEXLOWER;
use serde_json::json;
use strum::IntoStaticStr;

use crate::world::snowflake::Id;

/// Requests per second over all buckets.
const GLOBAL: u32 = 50;
/// Header that names the scope of a limit.
const SCOPE: &str = "x-ratelimit-scope";
/// Discord's error code for too many edits of old messages.
const OLD_EDITS_CODE: u64 = 30_046;
/// Edits of messages older than an hour, per channel.
const OLD_EDITS: u32 = 3;
const OLD_EDITS_MS: u64 = 20_000;
/// DM channels opened, including those that already exist.
const OPENED: u32 = 20;
const OPENED_MS: u64 = 60_000;
/// Invalid requests before all requests are refused.
const INVALID: u32 = 10_000;
const INVALID_MS: u64 = 10 * 60_000;
const BAN_MS: u64 = 60 * 60_000;
/// Number of buckets above which expired ones are removed.
const KEPT: usize = 1_024;

/// Usage of all buckets.
#[derive(Debug)]
pub(crate) struct Limits {
    is_on: bool,
    buckets: HashMap<String, Bucket>,
    invalid: Bucket,
    banned_ms: u64,
}

#[derive(Debug, Default)]
struct Bucket {
    used: u32,
    reset_ms: u64,
}

/// State of a bucket after a request.
#[derive(Clone, Debug)]
pub(crate) struct Count {
    /// Name of the bucket's kind, the same for all channels.
    name: String,
    limit: u32,
    remaining: u32,
    reset_ms: u64,
    now_ms: u64,
    is_over: bool,
    scope: Scope,
}

/// Scope of a limit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, IntoStaticStr)]
#[strum(serialize_all = "lowercase")]
pub(crate) enum Scope {
    /// This bot and route.
    User,
    /// This bot, all routes.
    Global,
    /// All bots, for one channel or message.
    Shared,
}

struct Rule {
    name: String,
    key: String,
    limit: u32,
    window_ms: u64,
    scope: Scope,
}

impl Limits {
    pub(crate) fn new(is_on: bool) -> Self {
        Self {
            is_on,
            buckets: HashMap::new(),
            invalid: Bucket::default(),
            banned_ms: 0,
        }
    }

    /// Returns whether the proxy in front of Discord refuses everything.
    pub(crate) fn is_banned(&self, now_ms: u64) -> bool {
        now_ms < self.banned_ms
    }

    /// Counts invalid requests, too many of which cause a ban.
    pub(crate) fn count_invalid(&mut self, count: u32, now_ms: u64) {
        if self.invalid.reset_ms <= now_ms {
            self.invalid = Bucket {
                used: 0,
                reset_ms: now_ms + INVALID_MS,
            };
        }
        self.invalid.used = self.invalid.used.saturating_add(count);
        if self.invalid.used >= INVALID && !self.is_banned(now_ms) {
            tracing::warn!("the bot is banned: {INVALID} refused requests in ten minutes");
            self.banned_ms = now_ms + BAN_MS;
        }
    }

    /// Counts the opening of a DM channel and returns whether that is too many.
    pub(crate) fn opens_too_fast(&mut self, now_ms: u64) -> bool {
        let rule = Rule::of("conversations", OPENED, OPENED_MS);
        self.is_on && self.take(rule, now_ms).is_over
    }

    /// Counts an edit of an old message and returns the error if that is too many.
    pub(crate) fn edits_old(&mut self, channel: Id, now_ms: u64) -> Option<Response> {
        let rule = Rule::of(&format!("old {channel}"), OLD_EDITS, OLD_EDITS_MS);
        let count = self.is_on.then(|| self.take(rule, now_ms))?;
        let left = Some(count.left_s());
        count
            .is_over
            .then(|| too_many(left, Scope::User, OLD_EDITS_CODE))
    }

    /// Counts a request; `None` if it has no limit.
    pub(crate) fn count(&mut self, method: &str, path: &str, now_ms: u64) -> Option<Count> {
        if !self.is_on || path.starts_with("/interactions/") {
            return None;
        }
        if self.buckets.len() > KEPT {
            self.buckets.retain(|_, bucket| bucket.reset_ms > now_ms);
        }
        if !path.starts_with("/webhooks/") {
            let global = Rule {
                scope: Scope::Global,
                ..Rule::of("global", GLOBAL, 1_000)
            };
            let count = self.take(global, now_ms);
            if count.is_over {
                return Some(count);
            }
        }
        Some(self.take(rule(method, path), now_ms))
    }

    fn take(&mut self, rule: Rule, now_ms: u64) -> Count {
        let bucket = self.buckets.entry(rule.key).or_default();
        if bucket.reset_ms <= now_ms {
            bucket.used = 0;
            bucket.reset_ms = now_ms + rule.window_ms;
        }
        let is_over = bucket.used >= rule.limit;
        if !is_over {
            bucket.used += 1;
        }
        Count {
            name: rule.name,
            limit: rule.limit,
            remaining: rule.limit - bucket.used,
            reset_ms: bucket.reset_ms,
            now_ms,
            is_over,
            scope: rule.scope,
        }
    }
}

/// Returns the bucket of a request.
fn rule(method: &str, path: &str) -> Rule {
    let parts: Vec<&str> = path.split('/').skip(1).collect();
    let (limit, window_ms) = match (method, parts.as_slice()) {
        (_, ["webhooks", _, _, ..]) => (5, 2_000),
        ("POST" | "PATCH", ["channels", _, "messages", ..]) => (5, 5_000),
        ("DELETE", ["channels", _, "messages", _]) => (5, 1_000),
        ("PUT" | "POST", ["applications", .., "commands"]) => (5, 20_000),
        ("PATCH", ["channels", _]) => (5, 15_000),
        _ => (30, 10_000),
    };
    // Channels, guilds and interactions have buckets of their own; other ids share one.
    let apart = match parts.as_slice() {
        ["webhooks", app, token, ..] => format!("{app}/{token}"),
        ["channels" | "guilds" | "webhooks", id, ..] => (*id).to_owned(),
        _ => String::new(),
    };
    let shape: Vec<&str> = parts
        .iter()
        .map(|part| {
            if part.bytes().all(|byte| byte.is_ascii_digit()) {
                "{}"
            } else {
                part
            }
        })
        .collect();
    let shape = match parts.first() {
        Some(&"webhooks") => "webhooks".to_owned(),
        _ => format!("{method} {}", shape.join("/")),
    };
    Rule {
        name: HEXLOWER
            .encode(shape.as_bytes())
            .chars()
            .rev()
            .take(32)
            .collect(),
        key: format!("{shape} {apart}"),
        limit,
        window_ms,
        scope: Scope::User,
    }
}

impl Rule {
    fn of(name: &str, limit: u32, window_ms: u64) -> Self {
        Self {
            name: name.to_owned(),
            key: name.to_owned(),
            limit,
            window_ms,
            scope: Scope::User,
        }
    }
}

impl Count {
    /// Returns the error if the bucket was already used up.
    pub(crate) fn refusal(&self) -> Option<Response> {
        self.is_over.then(|| {
            let mut response = too_many(Some(self.left_s()), self.scope, 0);
            self.add_headers(response.headers_mut());
            response
        })
    }

    fn left_s(&self) -> f64 {
        seconds(self.reset_ms.saturating_sub(self.now_ms))
    }

    /// Adds the rate limit headers.
    pub(crate) fn add_headers(&self, headers: &mut HeaderMap) {
        for (name, value) in [
            ("x-ratelimit-limit", self.limit.to_string()),
            ("x-ratelimit-remaining", self.remaining.to_string()),
            (
                "x-ratelimit-reset",
                format!("{:.3}", seconds(self.reset_ms)),
            ),
            ("x-ratelimit-reset-after", format!("{:.3}", self.left_s())),
            ("x-ratelimit-bucket", self.name.clone()),
        ] {
            add(headers, name, &value);
        }
    }
}

/// Returns a 429; without `retry_after_s` it looks like one of the proxy in front of Discord.
pub(crate) fn too_many(retry_after_s: Option<f64>, scope: Scope, code: u64) -> Response {
    let Some(retry_after_s) = retry_after_s else {
        return (StatusCode::TOO_MANY_REQUESTS, "error code: 1015").into_response();
    };
    let message = match (scope, code) {
        (_, OLD_EDITS_CODE) => {
            "Maximum number of edits to messages older than 1 hour reached. Try again later."
        }
        (Scope::Shared, _) => "The resource is being rate limited.",
        (Scope::User | Scope::Global, _) => "You are being rate limited.",
    };
    let is_global = scope == Scope::Global;
    let body = json!({
        "message": message, "retry_after": retry_after_s, "global": is_global, "code": code,
    });
    let mut response = (StatusCode::TOO_MANY_REQUESTS, axum::Json(body)).into_response();
    let headers = response.headers_mut();
    // The proxy in front of Discord adds it to what it passes on.
    add(headers, "via", "1.1 google");
    add(
        headers,
        "retry-after",
        &format!("{:.0}", retry_after_s.ceil()),
    );
    if is_global {
        add(headers, "x-ratelimit-global", "true");
    }
    add(headers, SCOPE, scope.into());
    response
}

/// Returns whether a response counts toward the ban for invalid requests.
pub(crate) fn is_invalid(response: &Response) -> bool {
    let is_shared = response
        .headers()
        .get(SCOPE)
        .is_some_and(|scope| scope == "shared");
    matches!(response.status().as_u16(), 401 | 403 | 429) && !is_shared
}

fn add(headers: &mut HeaderMap, name: &'static str, value: &str) {
    let value = HeaderValue::from_str(value).expect("header of digits and letters");
    headers.insert(HeaderName::from_static(name), value);
}

#[expect(
    clippy::cast_precision_loss,
    reason = "times of this century fit in 53 bits"
)]
fn seconds(ms: u64) -> f64 {
    ms as f64 / 1_000.0
}
