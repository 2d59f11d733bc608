//! Limits on how often a bot may log in.
//!
//! Source: Discord, "Gateway", the sections on session start limits and on sharding.

use std::collections::BTreeMap;
use std::num::{NonZeroU32, NonZeroU64};

use serde_json::{Value, json};

/// Logins per day.
const TOTAL: u32 = 1_000;
const DAY_MS: u64 = 24 * 60 * 60 * 1_000;
/// Minimum time between two logins of a bucket of shards.
const PAUSE_MS: u64 = 5_000;

/// Count of the logins so far.
#[derive(Debug)]
pub(crate) struct Logins {
    /// True if a login must wait for the previous one of its bucket.
    has_pauses: bool,
    /// Number of buckets of shards.
    concurrency: NonZeroU32,
    /// True if the bot logged in more often than Discord allows, which voids the token.
    pub(crate) are_over: bool,
    left: u32,
    reset_ms: u64,
    /// Time of the last login of each bucket.
    last_ms: BTreeMap<u64, u64>,
}

/// Result of counting a login.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Admission {
    Granted,
    /// The previous login of the bucket was too recent.
    TooEarly,
    /// The logins of the day are used up.
    Spent,
}

impl Logins {
    pub(crate) fn new(has_pauses: bool, concurrency: NonZeroU32) -> Self {
        Self {
            has_pauses,
            concurrency,
            are_over: false,
            left: TOTAL,
            reset_ms: 0,
            last_ms: BTreeMap::new(),
        }
    }

    /// Counts the login of a shard with this number.
    pub(crate) fn count(&mut self, shard: u64, now_ms: u64) -> Admission {
        self.renew(now_ms);
        if self.left == 0 {
            self.are_over = true;
            return Admission::Spent;
        }
        self.left -= 1;
        let bucket = shard % NonZeroU64::from(self.concurrency);
        let last = self.last_ms.get(&bucket);
        if self.has_pauses && last.is_some_and(|last| now_ms < last + PAUSE_MS) {
            return Admission::TooEarly;
        }
        self.last_ms.insert(bucket, now_ms);
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
            "max_concurrency": self.concurrency,
        })
    }
}
