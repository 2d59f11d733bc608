//! Discord's limits of requests, which the processes of one bot share.

use std::num::NonZero;
use std::time::Duration;

/// Refusals that a process reports to the others.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct LimitReport {
    /// Number of requests that Discord refused in the last ten minutes.
    pub refused: u32,
    /// Time for which the network in front of Discord lets nothing through.
    pub closed: Duration,
}

/// Part of Discord's limits that a process may use.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LimitShare {
    /// Number of processes that share the limits.
    pub processes: NonZero<u32>,
    /// Number of those before this process, which are the first to get what does not divide evenly.
    pub before: u32,
    /// Refusals of all other processes together.
    pub others: LimitReport,
}

impl LimitShare {
    /// Share of the only process.
    pub const WHOLE: Self = Self::one_of(NonZero::<u32>::MIN);

    /// Share of a process of which the others may not know: one request a second.
    pub const LEAST: Self = Self::one_of(NonZero::<u32>::MAX);

    const fn one_of(processes: NonZero<u32>) -> Self {
        Self {
            processes,
            before: 0,
            others: LimitReport {
                refused: 0,
                closed: Duration::ZERO,
            },
        }
    }

    /// Returns the share of a limit, at least one.
    #[must_use]
    pub fn of(&self, limit: NonZero<u32>) -> NonZero<u32> {
        let (each, more) = (limit.get() / self.processes, limit.get() % self.processes);
        NonZero::new(each + u32::from(self.before < more)).unwrap_or(NonZero::<u32>::MIN)
    }
}

#[cfg(test)]
mod tests {
    use std::num::NonZero;

    use super::LimitShare;

    #[test]
    fn shares_of_a_limit_are_the_whole_limit() {
        let limit = NonZero::new(50).expect("fifty");
        assert_eq!(LimitShare::WHOLE.of(limit), limit);
        assert_eq!(LimitShare::LEAST.of(limit), NonZero::<u32>::MIN);
        for count in 1..=50 {
            let processes = NonZero::new(count).expect("a process");
            let share = |before| LimitShare {
                processes,
                before,
                ..LimitShare::WHOLE
            };
            let sum: u32 = (0..count).map(|before| share(before).of(limit).get()).sum();
            assert_eq!(sum, 50, "{count} processes");
        }
    }
}
