//! Rate limits: a bucket per kind of request and per channel or interaction.
//!
//! Discord does not publish its numbers; these are the ones commonly seen.

use std::collections::HashMap;

use axum::http::HeaderMap;
use axum::http::HeaderName;
use axum::http::HeaderValue;
use axum::http::StatusCode;
use axum::response::IntoResponse;
use axum::response::Response;
use serde_json::json;

use crate::sandbox::world::files::hex;

/// Requests per second over all buckets.
const GLOBAL: u32 = 50;
/// Buckets kept before those that are full again are forgotten.
const KEPT: usize = 1_024;

/// How much of every bucket is used.
#[derive(Debug)]
pub(crate) struct Limits {
    is_on: bool,
    buckets: HashMap<String, Bucket>,
}

#[derive(Debug)]
struct Bucket {
    used: u32,
    reset_ms: u64,
}

/// What a request does to its bucket.
#[derive(Clone, Debug)]
pub(crate) struct Count {
    /// Identifies the bucket's kind, the same for all channels.
    name: String,
    limit: u32,
    remaining: u32,
    reset_ms: u64,
    now_ms: u64,
    is_over: bool,
    is_global: bool,
}

struct Rule {
    name: String,
    key: String,
    limit: u32,
    window_ms: u64,
    is_global: bool,
}

impl Limits {
    pub(crate) fn new(is_on: bool) -> Self {
        Self {
            is_on,
            buckets: HashMap::new(),
        }
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
                name: "global".to_owned(),
                key: "global".to_owned(),
                limit: GLOBAL,
                window_ms: 1_000,
                is_global: true,
            };
            let count = self.take(global, now_ms);
            if count.is_over {
                return Some(count);
            }
        }
        Some(self.take(rule(method, path), now_ms))
    }

    fn take(&mut self, rule: Rule, now_ms: u64) -> Count {
        let bucket = self.buckets.entry(rule.key).or_insert(Bucket {
            used: 0,
            reset_ms: 0,
        });
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
            is_global: rule.is_global,
        }
    }
}

/// The bucket of a request.
fn rule(method: &str, path: &str) -> Rule {
    let parts: Vec<&str> = path.split('/').skip(1).collect();
    let (limit, window_ms) = match (method, parts.as_slice()) {
        (_, ["webhooks", _, _, ..]) => (5, 2_000),
        ("POST" | "PATCH", ["channels", _, "messages", ..]) => (5, 5_000),
        ("DELETE", ["channels", _, "messages", _]) => (5, 1_000),
        ("PUT" | "DELETE", ["channels", _, "messages", _, "reactions", ..]) => (1, 250),
        ("PUT" | "POST", ["applications", .., "commands"]) => (5, 20_000),
        ("PATCH", ["channels", _]) => (5, 15_000),
        _ => (30, 10_000),
    };
    // Channels, guilds and interactions count apart; other ids share a bucket.
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
        name: hex(shape.as_bytes()).chars().rev().take(32).collect(),
        key: format!("{shape} {apart}"),
        limit,
        window_ms,
        is_global: false,
    }
}

impl Count {
    /// The refusal, if the bucket was empty.
    pub(crate) fn refusal(&self) -> Option<Response> {
        self.is_over.then(|| {
            let mut response = too_many(Some(self.left_s()), self.is_global);
            self.add_headers(response.headers_mut());
            response
        })
    }

    fn left_s(&self) -> f64 {
        seconds(self.reset_ms.saturating_sub(self.now_ms))
    }

    /// Tells the bot how much is left.
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

/// A 429; without `retry_after_s` it looks like one of the proxy before Discord.
pub(crate) fn too_many(retry_after_s: Option<f64>, is_global: bool) -> Response {
    let Some(retry_after_s) = retry_after_s else {
        return (StatusCode::TOO_MANY_REQUESTS, "error code: 1015").into_response();
    };
    let message = "You are being rate limited.";
    let body = json!({
        "message": message, "retry_after": retry_after_s, "global": is_global, "code": 0,
    });
    let mut response = (StatusCode::TOO_MANY_REQUESTS, axum::Json(body)).into_response();
    let headers = response.headers_mut();
    add(
        headers,
        "retry-after",
        &format!("{:.0}", retry_after_s.ceil()),
    );
    if is_global {
        add(headers, "x-ratelimit-global", "true");
        add(headers, "x-ratelimit-scope", "global");
    } else {
        add(headers, "x-ratelimit-scope", "user");
    }
    response
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
