//! Limits on how often a bot may log in.
//!
//! Source: Discord, "Gateway", the sections on session start limits and on sharding.

use serde_json::{Value, json};

/// Logins per day.
const TOTAL: u32 = 1_000;
const DAY_MS: u64 = 24 * 60 * 60 * 1_000;
/// Number of shards that may log in at the same time.
const CONCURRENCY: u64 = 1;
/// Minimum time between two logins.
const PAUSE_MS: u64 = 5_000;

/// Count of the logins so far.
#[derive(Debug)]
pub(crate) struct Logins {
    /// True if a login must wait for the previous one.
    has_pauses: bool,
    /// True if the bot logged in more often than Discord allows, which voids the token.
    pub(crate) are_over: bool,
    left: u32,
    reset_ms: u64,
    last_ms: u64,
}

/// Result of counting a login.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Admission {
    Granted,
    /// The previous login was too recent.
    TooEarly,
    /// The logins of the day are used up.
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

    /// Sets the number of logins left for the day.
    pub(crate) fn leave(&mut self, left: u32, now_ms: u64) {
        self.renew(now_ms);
        self.left = left.min(TOTAL);
    }

    /// Starts a new day when the last one is over.
    fn renew(&mut self, now_ms: u64) {
        if self.reset_ms <= now_ms {
            self.left = TOTAL;
            self.reset_ms = now_ms + DAY_MS;
        }
    }

    /// Returns the session start limit that a bot reads before it connects.
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
