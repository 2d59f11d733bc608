//! Detection of times in which the process was frozen.

use std::time::{Duration, Instant};

/// Minimum time without a check or an event for which the process counts as frozen.
const FREEZE: Duration = Duration::from_secs(2);
/// Time after a freeze in which arriving requests may have waited for its end.
const THAW: Duration = Duration::from_secs(10);

/// Times in which the process was frozen or its machine suspended, by clocks that cannot be set.
#[derive(Debug, Default)]
pub(super) struct Freezes {
    /// [Uptime](uptime) at the last check, if there was one.
    checked: Option<Duration>,
    /// End of the last freeze.
    ended: Option<Instant>,
}

impl Freezes {
    /// Records that the process runs, and returns whether it was frozen just before.
    pub(super) fn check(&mut self, uptime: Duration, now: Instant) -> bool {
        let ended = self.ended_by(uptime, now);
        ended.is_some_and(|ended| now.saturating_duration_since(ended) < THAW)
    }

    /// Records that the process runs, and returns whether it was frozen since a time.
    pub(super) fn check_since(&mut self, since: Instant, uptime: Duration, now: Instant) -> bool {
        let ended = self.ended_by(uptime, now);
        ended.is_some_and(|ended| ended >= since)
    }

    /// Records the end of a freeze.
    pub(super) fn end(&mut self, now: Instant) {
        self.ended = Some(now);
    }

    /// Returns the end of the last freeze.
    fn ended_by(&mut self, uptime: Duration, now: Instant) -> Option<Instant> {
        let checked = self.checked.replace(uptime);
        if checked.is_some_and(|checked| uptime.saturating_sub(checked) >= FREEZE) {
            self.end(now);
        }
        self.ended
    }
}

/// Returns the time since the machine was started. It advances while the machine is suspended,
/// unlike that of [`Instant`], and cannot be set, unlike the system's time.
#[cfg(target_os = "linux")]
pub(super) fn uptime() -> Duration {
    use rustix::time::{ClockId, clock_gettime};
    // It is never negative.
    Duration::try_from(clock_gettime(ClockId::Boottime)).unwrap_or_default()
}

/// Returns the time since the first call. It may not advance while the machine is suspended.
#[cfg(not(target_os = "linux"))]
pub(super) fn uptime() -> Duration {
    static FIRST: std::sync::LazyLock<Instant> = std::sync::LazyLock::new(Instant::now);
    FIRST.elapsed()
}

#[cfg(test)]
mod tests {
    use std::time::{Duration, Instant};

    use super::{FREEZE, Freezes, THAW};

    const INTERVAL: Duration = Duration::from_secs(1);

    #[test]
    fn a_process_was_frozen_for_a_while_after_nothing_happened() {
        let (start, mut uptime) = (Instant::now(), Duration::ZERO);
        let mut freezes = Freezes::default();
        freezes.check(uptime, start);
        let mut check_after = |pause| {
            uptime += pause;
            freezes.check(uptime, start + uptime)
        };
        assert!(!check_after(INTERVAL));
        assert!(check_after(FREEZE));
        assert!(check_after(INTERVAL));
        assert!(check_after(INTERVAL));
        let checks = THAW.as_secs() / INTERVAL.as_secs();
        let last = (0..checks).map(|_| check_after(INTERVAL)).last();
        assert_eq!(last, Some(false));
    }

    #[test]
    fn a_freeze_counts_for_what_began_before_its_end() {
        let start = Instant::now();
        let mut freezes = Freezes::default();
        let mut was_frozen_since = |since: Duration, uptime: Duration| {
            freezes.check_since(start + since, uptime, start + uptime)
        };
        assert!(!was_frozen_since(Duration::ZERO, Duration::ZERO));
        assert!(was_frozen_since(Duration::ZERO, FREEZE));
        let later = FREEZE + INTERVAL;
        assert!(was_frozen_since(Duration::ZERO, later));
        assert!(!was_frozen_since(later, later + INTERVAL));
    }

    #[test]
    fn a_suspended_machine_freezes_the_process() {
        let (start, mut freezes) = (Instant::now(), Freezes::default());
        assert!(!freezes.check(Duration::ZERO, start));
        assert!(freezes.check(FREEZE, start));
        assert!(freezes.check_since(start, FREEZE, start));
    }
}
