//! Clock of the games.

use std::time::{Duration, SystemTime};

use tokio::sync::watch;
use tokio::time::{Instant, sleep};

use crate::service::Timestamp;

/// Time of the machine, or a time ahead of it.
#[derive(Clone, Debug)]
pub struct Clock {
    ahead_ms: watch::Receiver<u64>,
    jumped_ms: watch::Receiver<u64>,
}

impl Clock {
    /// Returns a clock that follows the machine.
    #[must_use]
    pub fn system() -> Self {
        Self::following(watch::Sender::new(0).subscribe())
    }

    /// Returns a clock that is this many milliseconds ahead of the machine, such as that of a
    /// sandbox.
    #[must_use]
    pub fn following(ahead_ms: watch::Receiver<u64>) -> Self {
        Self {
            ahead_ms,
            jumped_ms: watch::Sender::new(0).subscribe(),
        }
    }

    /// Returns the clock as if the machine's own time had jumped forward by this many milliseconds,
    /// as after a suspend.
    #[must_use]
    pub fn on_machine(self, jumped_ms: watch::Receiver<u64>) -> Self {
        Self { jumped_ms, ..self }
    }

    /// Returns the current time.
    #[must_use]
    pub fn now(&self) -> Timestamp {
        let ahead = Duration::from_millis(*self.ahead_ms.borrow());
        self.machine().after(ahead)
    }

    /// Returns the time of the machine, which passes even while the process is suspended and is
    /// never moved forward by the sandbox.
    pub(crate) fn machine(&self) -> Timestamp {
        let since = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH);
        let jumped = Duration::from_millis(*self.jumped_ms.borrow());
        Timestamp(0).after(since.unwrap_or_default()).after(jumped)
    }

    /// Returns a receiver that reports each time the clock is set forward from now on.
    pub(crate) fn moves(&self) -> Moves {
        let mut ahead = self.ahead_ms.clone();
        ahead.mark_unchanged();
        Moves(ahead)
    }

    /// Waits until the clock shows `at`, or until it jumps forward, including since the last check.
    pub(crate) async fn sleep_until(&self, at: Timestamp, moves: &mut Moves) {
        let wait = Duration::from_millis(at.0.saturating_sub(self.now().0));
        tokio::select! {
            () = sleep(wait) => {}
            () = moves.next() => {}
        }
    }

    /// Waits until this much time has passed on this clock, and no longer if that of the machine is
    /// set back meanwhile.
    pub(crate) async fn sleep(&self, duration: Duration) {
        let mut moves = self.moves();
        let ahead = || Duration::from_millis(*self.ahead_ms.borrow());
        let (begun, before) = (Instant::now(), ahead());
        loop {
            let passed = begun.elapsed() + ahead().saturating_sub(before);
            let left = duration.saturating_sub(passed);
            if left.is_zero() {
                return;
            }
            tokio::select! {
                () = sleep(left) => {}
                () = moves.next() => {}
            }
        }
    }
}

/// Change of a clock since the last check.
#[derive(Debug)]
pub(crate) struct Moves(watch::Receiver<u64>);

impl Moves {
    /// Waits until the clock is set forward.
    async fn next(&mut self) {
        if self.0.changed().await.is_err() {
            // Nobody is left who could set it.
            std::future::pending::<()>().await;
        }
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use tokio::sync::watch;
    use tokio::time::Instant;

    use super::Clock;

    const MINUTE: Duration = Duration::from_secs(60);

    #[tokio::test(start_paused = true)]
    async fn sleep_is_no_longer_if_the_clock_of_the_machine_is_set_back() {
        let jumped = watch::Sender::new(3_600_000);
        let clock = Clock::system().on_machine(jumped.subscribe());
        let begun = Instant::now();
        let set_back = async { jumped.send_replace(0) };
        tokio::join!(clock.sleep(MINUTE), set_back);
        assert!(begun.elapsed() < MINUTE * 2, "{:?}", begun.elapsed());
    }

    #[tokio::test(start_paused = true)]
    async fn sleep_ends_once_the_clock_is_set_forward_by_the_rest_of_it() {
        let ahead = watch::Sender::new(0);
        let clock = Clock::following(ahead.subscribe());
        let begun = Instant::now();
        let set_forward = async { ahead.send_replace(60_000) };
        tokio::join!(clock.sleep(MINUTE), set_forward);
        assert!(begun.elapsed() < MINUTE, "{:?}", begun.elapsed());
    }
}
