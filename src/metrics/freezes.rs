//! Detection of times in which the process was frozen.

use std::time::{Duration, Instant};

/// Minimum time without a check or an event for which the process counts as frozen.
const FREEZE: Duration = Duration::from_secs(2);
/// Time after a freeze in which what comes may have waited for its end.
const THAW: Duration = Duration::from_secs(10);

/// Times in which the process was frozen, by the clock that nobody sets.
#[derive(Debug, Default)]
pub(super) struct Freezes {
    /// Time of the last check, if there was one.
    looked: Option<Instant>,
    /// End of the last freeze.
    ended: Option<Instant>,
}

impl Freezes {
    /// Records that the process runs, and returns whether it was frozen just before.
    pub(super) fn look(&mut self, now: Instant) -> bool {
        let ended = self.ended_by(now);
        ended.is_some_and(|ended| now.saturating_duration_since(ended) < THAW)
    }

    /// Records that the process runs, and returns whether it was frozen since a time.
    pub(super) fn look_since(&mut self, since: Instant, now: Instant) -> bool {
        self.ended_by(now).is_some_and(|ended| ended >= since)
    }

    /// Returns the end of the last freeze.
    fn ended_by(&mut self, now: Instant) -> Option<Instant> {
        let looked = self.looked.replace(now);
        if looked.is_some_and(|looked| now.saturating_duration_since(looked) >= FREEZE) {
            self.ended = Some(now);
        }
        self.ended
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
        let mut freezes = Freezes::default();
        freezes.look(now);
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

    #[test]
    fn a_freeze_counts_for_what_began_before_its_end() {
        let start = Instant::now();
        let mut freezes = Freezes::default();
        assert!(!freezes.look_since(start, start));
        let thawed = start + FREEZE;
        assert!(freezes.look_since(start, thawed));
        let later = thawed + LOOK;
        assert!(freezes.look_since(start, later));
        assert!(!freezes.look_since(later, later + LOOK));
    }
}
