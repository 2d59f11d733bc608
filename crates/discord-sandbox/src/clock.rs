//! The world's clock, which a test may stop and move.

use std::time::{Duration, SystemTime, UNIX_EPOCH};

use tokio::sync::watch;

/// Time in milliseconds since 1970, moved forward at will.
///
/// Clones share one time. Every rule of the sandbox that speaks of time (3 seconds, 15 minutes,
/// expiring addresses, rate limits) asks this clock; only heartbeats run on real time.
#[derive(Clone, Debug)]
pub struct Clock {
    base: Base,
    moved_ms: watch::Sender<u64>,
}

#[derive(Clone, Copy, Debug)]
enum Base {
    System,
    Frozen(u64),
}

impl Clock {
    /// The machine's own time.
    #[must_use]
    pub fn system() -> Self {
        Self::new(Base::System)
    }

    /// A clock that moves only when told to, starting at `now_ms` since 1970.
    #[must_use]
    pub fn frozen(now_ms: u64) -> Self {
        Self::new(Base::Frozen(now_ms))
    }

    fn new(base: Base) -> Self {
        Self {
            base,
            moved_ms: watch::Sender::new(0),
        }
    }

    /// Milliseconds since 1970.
    #[must_use]
    pub fn now_ms(&self) -> u64 {
        let base_ms = match self.base {
            Base::Frozen(at_ms) => at_ms,
            Base::System => SystemTime::now()
                .duration_since(UNIX_EPOCH)
                .map_or(0, |since| {
                    u64::try_from(since.as_millis()).unwrap_or(u64::MAX)
                }),
        };
        base_ms + *self.moved_ms.borrow()
    }

    /// Jumps forward and wakes whoever waits for a time now past.
    pub fn advance(&self, by: Duration) {
        let by_ms = u64::try_from(by.as_millis()).unwrap_or(u64::MAX);
        self.moved_ms
            .send_modify(|moved_ms| *moved_ms = moved_ms.saturating_add(by_ms));
    }

    /// How many milliseconds it has been set forward so far, for those who keep the same time.
    #[must_use]
    pub fn moved(&self) -> watch::Receiver<u64> {
        self.moved_ms.subscribe()
    }

    /// Returns once the clock shows `at_ms` or later.
    pub(crate) async fn sleep_until(&self, at_ms: u64) {
        let mut moved = self.moved_ms.subscribe();
        loop {
            let left_ms = at_ms.saturating_sub(self.now_ms());
            if left_ms == 0 {
                return;
            }
            let jumped = moved.changed();
            match self.base {
                Base::Frozen(_) => {
                    // The sender lives in `self`, so this cannot fail while we wait.
                    let _ = jumped.await;
                }
                Base::System => {
                    tokio::select! {
                        () = tokio::time::sleep(Duration::from_millis(left_ms)) => {}
                        _ = jumped => {}
                    }
                }
            }
        }
    }
}

impl Default for Clock {
    fn default() -> Self {
        Self::system()
    }
}
