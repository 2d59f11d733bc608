//! Clock of the world, which a test can stop and advance.

use std::time::{Duration, SystemTime, UNIX_EPOCH};

use tokio::sync::watch;

/// Clock that can be moved forward.
///
/// Clones share one time. Every time limit of the sandbox (3 seconds, 15 minutes, expiring URLs,
/// rate limits) follows this clock; only heartbeats use real time.
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
    /// Returns a clock that follows the machine's time.
    #[must_use]
    pub fn system() -> Self {
        Self::new(Base::System)
    }

    /// Returns a clock that starts at `now_ms` (milliseconds since 1970) and moves only when told
    /// to.
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

    /// Returns the time in milliseconds since 1970.
    #[must_use]
    pub fn now_ms(&self) -> u64 {
        let base_ms = match self.base {
            Base::Frozen(at_ms) => at_ms,
            Base::System => SystemTime::now()
                .duration_since(UNIX_EPOCH)
                .map_or(0, milliseconds),
        };
        base_ms + *self.moved_ms.borrow()
    }

    /// Moves the clock forward and wakes the tasks that wait for a time now past.
    pub fn advance(&self, by: Duration) {
        let by_ms = milliseconds(by);
        self.moved_ms
            .send_modify(|moved_ms| *moved_ms = moved_ms.saturating_add(by_ms));
    }

    /// Returns the number of milliseconds the clock has been moved forward so far, for code that
    /// follows the same time.
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
                    // The sender lives in `self`, so this cannot fail while it is awaited.
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

/// Returns the whole milliseconds of a duration.
pub(crate) fn milliseconds(duration: Duration) -> u64 {
    u64::try_from(duration.as_millis()).unwrap_or(u64::MAX)
}
