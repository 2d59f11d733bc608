//! Detection of times in which the process was frozen.

use std::time::{Duration, Instant};

/// Minimum time without a check or an event for which the process counts as frozen.
const FREEZE: Duration = Duration::from_secs(2);
/// Time after a freeze in which what comes may have waited for its end.
const THAW: Duration = Duration::from_secs(10);

/// Times in which the process was frozen, by the clock that nobody sets.
#[derive(Debug)]
pub(super) struct Freezes {
    looked: Instant,
    /// End of the last one.
    ended: Option<Instant>,
}

impl Freezes {
    pub(super) const fn new(looked: Instant) -> Self {
        Self {
            looked,
            ended: None,
        }
    }

    /// Returns whether the process was frozen just before.
    pub(super) fn look(&mut self, now: Instant) -> bool {
        if now.saturating_duration_since(self.looked) >= FREEZE {
            self.ended = Some(now);
        }
        self.looked = now;
        self.ended
            .is_some_and(|ended| now.saturating_duration_since(ended) < THAW)
    }
}

#[cfg(test)]
mod tests {
    use std::time::{Duration, Instant};

    use super::{FREEZE, Freezes, THAW};

    const LOOK: Duration = Duration::from_secs(1);

    #[test]
    fn a_process_was_frozen_for_a_while_after_nothing_happened() {
        let mut now = Instant::now();
        let mut freezes = Freezes::new(now);
        let mut look_after = |pause| {
            now += pause;
            freezes.look(now)
        };
        assert!(!look_after(LOOK));
        assert!(look_after(FREEZE));
        assert!(look_after(LOOK));
        assert!(look_after(LOOK));
        let looks = THAW.as_secs() / LOOK.as_secs();
        let last = (0..looks).map(|_| look_after(LOOK)).last();
        assert_eq!(last, Some(false));
    }
}
