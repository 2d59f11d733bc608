//! Times within which interactions are answered.

use std::time::Duration;

use tokio::time::Instant;

/// Part of the time for an initial response that the round trip to Discord may take.
const TRAVEL: Duration = Duration::from_millis(200);

/// Time limit of further responses; Discord's is fifteen minutes.
pub(super) const WEBHOOK: Duration = Duration::from_secs(14 * 60);

/// Times within which interactions are answered.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub struct ResponseTimes {
    /// Time for which Discord waits for the initial response.
    pub limit: Duration,
    /// Time after which a response is deferred.
    pub defers_after: Duration,
    /// Time for which a response shows the progress of what takes long.
    pub progress_for: Duration,
}

impl Default for ResponseTimes {
    /// Creates the times for Discord itself, which waits for 3 seconds.
    fn default() -> Self {
        Self::within(Duration::from_secs(3))
    }
}

impl ResponseTimes {
    /// Creates the usual times if Discord waits for `limit` for the initial response.
    #[must_use]
    pub fn within(limit: Duration) -> Self {
        Self {
            limit,
            // As much is left for deferring it.
            defers_after: limit * 7 / 15,
            progress_for: WEBHOOK,
        }
    }

    /// Returns the time limit of a single attempt at the initial response, so that a second one is
    /// possible after one that hangs.
    pub(super) fn attempt(self) -> Duration {
        self.limit * 13 / 30
    }

    /// Returns the time at which the initial response to an interaction is given up.
    pub(super) fn gives_up_at(self, received: Instant) -> Instant {
        received + self.limit.saturating_sub(TRAVEL)
    }

    /// Returns the time limit of other work that a person waits for: sending a public message, or
    /// receiving a file.
    pub(crate) fn wait_limit(self) -> Duration {
        self.limit * 10 / 3
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use tokio::time::Instant;

    use super::ResponseTimes;

    /// Checks the times of a limit: those of deferring, of an attempt, of giving up, and of waiting.
    #[track_caller]
    fn check(limit_ms: u64, expected_ms: [u64; 4]) {
        let times = ResponseTimes::within(Duration::from_millis(limit_ms));
        let now = Instant::now();
        let gives_up = times.gives_up_at(now) - now;
        let found = [
            times.defers_after,
            times.attempt(),
            gives_up,
            times.wait_limit(),
        ];
        assert_eq!(found, expected_ms.map(Duration::from_millis));
    }

    #[test]
    fn times_follow_the_limit() {
        check(3_000, [1_400, 1_300, 2_800, 10_000]);
        check(60_000, [28_000, 26_000, 59_800, 200_000]);
        check(0, [0, 0, 0, 0]);
    }
}
