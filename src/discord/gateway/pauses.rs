//! Pauses between connection attempts.

use std::time::Duration;

use tokio::time::sleep;

use crate::discord::rest::RestError;

const FIRST: Duration = Duration::from_millis(500);
const LONGEST: Duration = Duration::from_secs(60);

/// Pauses between attempts: none at first, then longer and longer. They are randomly shortened so
/// that not all bots reconnect at the same moment when Discord comes back.
#[derive(Debug, Default)]
pub(super) struct Pauses {
    last: Option<Duration>,
}

impl Pauses {
    /// Returns the pause after an attempt that failed, or whose connection lasted for `lasted`.
    pub(super) fn next(&mut self, lasted: Duration) -> Duration {
        if lasted >= LONGEST {
            self.last = None;
        }
        let next = match self.last {
            None => Duration::ZERO,
            Some(Duration::ZERO) => FIRST,
            Some(last) => (last * 2).min(LONGEST),
        };
        self.last = Some(next);
        shortened(next)
    }

    /// Waits after a request that failed. Logs a warning about the first failure, and later ones at
    /// debug level.
    pub(super) async fn wait_after(&mut self, error: &RestError) {
        if self.last.is_none() {
            tracing::warn!(%error, "Discord cannot be reached; trying again");
        } else {
            tracing::debug!(%error, "Discord cannot be reached; trying again");
        }
        sleep(self.next(Duration::ZERO)).await;
    }
}

/// Returns a random duration between half of `whole` and `whole`.
pub(super) fn shortened(whole: Duration) -> Duration {
    // Without randomness, use the full duration.
    let part = getrandom::u32().unwrap_or(u32::MAX);
    whole.mul_f64(0.5 + 0.5 * f64::from(part) / f64::from(u32::MAX))
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::{FIRST, LONGEST, Pauses};

    #[test]
    fn pauses_grow_until_something_has_held() {
        let mut pauses = Pauses::default();
        assert_eq!(pauses.next(Duration::ZERO), Duration::ZERO);
        let mut whole = FIRST;
        for _ in 0..20 {
            let pause = pauses.next(LONGEST / 2);
            assert!(pause >= whole / 2 && pause <= whole, "{pause:?}");
            whole = (whole * 2).min(LONGEST);
        }
        assert_eq!(pauses.next(LONGEST), Duration::ZERO);
    }
}
