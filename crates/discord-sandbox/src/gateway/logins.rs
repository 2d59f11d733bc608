//! How often a bot may log in.
//!
//! Source: Discord, "Gateway", the sections on session start limits and on sharding.

use serde_json::{Value, json};

/// Logins of a day.
const TOTAL: u32 = 1_000;
const DAY_MS: u64 = 24 * 60 * 60 * 1_000;
/// Shards that may log in at the same time.
const CONCURRENCY: u64 = 1;
/// Time between two logins.
const PAUSE_MS: u64 = 5_000;

/// Logins so far.
#[derive(Debug)]
pub(crate) struct Logins {
    /// Whether a login has to wait for the one before.
    has_pauses: bool,
    /// Whether there were more than Discord allows, which makes the token worthless.
    pub(crate) are_over: bool,
    left: u32,
    reset_ms: u64,
    last_ms: u64,
}

/// What a login comes to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Admission {
    Granted,
    /// Another one came just before.
    TooEarly,
    /// The day's logins are used up.
    Spent,
}

impl Logins {
    pub(crate) fn new(has_pauses: bool) -> Self {
        Self {
            has_pauses,
            are_over: false,
            left: TOTAL,
            reset_ms: 0,
            last_ms: 0,
        }
    }

    /// Counts the login of a shard.
    pub(crate) fn count(&mut self, now_ms: u64) -> Admission {
        self.renew(now_ms);
        if self.left == 0 {
            self.are_over = true;
            return Admission::Spent;
        }
        self.left -= 1;
        if self.has_pauses && now_ms < self.last_ms + PAUSE_MS {
            return Admission::TooEarly;
        }
        self.last_ms = now_ms;
        Admission::Granted
    }

    /// Leaves only so many logins of the day.
    pub(crate) fn leave(&mut self, left: u32, now_ms: u64) {
        self.renew(now_ms);
        self.left = left.min(TOTAL);
    }

    /// Begins another day if one is over.
    fn renew(&mut self, now_ms: u64) {
        if self.reset_ms <= now_ms {
            self.left = TOTAL;
            self.reset_ms = now_ms + DAY_MS;
        }
    }

    /// What a bot is told of it before it connects.
    pub(crate) fn told(&mut self, now_ms: u64) -> Value {
        self.renew(now_ms);
        json!({
            "total": TOTAL,
            "remaining": self.left,
            "reset_after": self.reset_ms - now_ms,
            "max_concurrency": CONCURRENCY,
        })
    }
}
