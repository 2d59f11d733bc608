//! Turns of the shards to begin sessions: Discord accepts one every five seconds for each bucket of
//! shards, over all processes.
//!
//! Source: Discord, "Gateway", section "Sharding", on `max_concurrency`.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;

use parking_lot::Mutex;
use tokio::sync::{Mutex as AsyncMutex, OwnedMutexGuard};
use tokio::time::{Instant, sleep_until};

use crate::discord::bot::Bot;

/// Interval in which Discord accepts one new session.
pub(super) const INTERVAL: Duration = Duration::from_secs(5);

/// Turns of the shards of this process.
pub(super) struct Starts {
    bot: Arc<Bot>,
    /// Time of the next turn in each bucket, locked by the shard whose turn is next.
    buckets: Mutex<BTreeMap<u32, Arc<AsyncMutex<Instant>>>>,
}

/// Place at the head of the line of a bucket.
pub(super) struct NextStart {
    bucket: u32,
    time: OwnedMutexGuard<Instant>,
}

impl Starts {
    pub(super) fn new(bot: Arc<Bot>) -> Self {
        Self {
            bot,
            buckets: Mutex::default(),
        }
    }

    /// Waits until no other shard of this process is ahead in the line of a bucket.
    pub(super) async fn line_up(&self, bucket: u32) -> NextStart {
        let time = {
            let mut buckets = self.buckets.lock();
            let new = || Arc::new(AsyncMutex::new(Instant::now()));
            Arc::clone(buckets.entry(bucket).or_insert_with(new))
        };
        NextStart {
            bucket,
            time: time.lock_owned().await,
        }
    }

    /// Waits until a session may begin, as far as this and other processes know.
    pub(super) async fn wait(&self, mut next: NextStart) {
        sleep_until(*next.time).await;
        while let Some(wait) = self.take_turn(next.bucket).await {
            self.bot.clock.sleep(wait).await;
        }
        *next.time = Instant::now() + INTERVAL;
    }

    /// Returns the time until the next attempt, if it is the turn of another process.
    async fn take_turn(&self, bucket: u32) -> Option<Duration> {
        let now = self.bot.clock.now();
        let taken = self
            .bot
            .service
            .ask(move |service| service.take_start(bucket, now));
        taken.await.unwrap_or_else(|error| {
            // If it is not the turn of this process, Discord refuses the session, and the shard
            // tries again.
            tracing::warn!(
                %error,
                "the turn to begin a session could not be taken; beginning anyway"
            );
            None
        })
    }

    /// Records that a session of a bucket has begun.
    pub(super) fn note(&self, bucket: u32) {
        let now = self.bot.clock.now();
        let noted = self
            .bot
            .service
            .ask(move |service| service.note_start(bucket, now));
        // It is queued. If it fails, the turn of this process is over a few seconds later.
        drop(noted);
    }
}
