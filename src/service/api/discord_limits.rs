//! Discord's limits of requests, which the processes of one bot share.

use std::num::NonZero;
use std::time::Duration;

/// Requests per second that Discord grants a bot over all routes.
pub const REQUESTS_PER_SECOND: NonZero<u32> = NonZero::new(50).expect("fifty");

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
pub struct LimitPart {
    /// Number of processes that share the limits.
    pub processes: NonZero<u32>,
    /// Number of those before this process, which are the first to share the remainder.
    pub before: u32,
    /// Refusals of all other processes together.
    pub others: LimitReport,
}

impl LimitPart {
    /// All of the limits, for a process that shares them with no other.
    pub const WHOLE: Self = Self::one_of(NonZero::<u32>::MIN);

    /// Part of a process that the others may not know about: one request per second.
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

    /// Returns the part of a limit, at least one.
    #[must_use]
    pub fn of(&self, limit: NonZero<u32>) -> NonZero<u32> {
        let (each, more) = (limit.get() / self.processes, limit.get() % self.processes);
        NonZero::new(each + u32::from(self.before < more)).unwrap_or(NonZero::<u32>::MIN)
    }
}

#[cfg(test)]
mod tests {
    use std::num::NonZero;

    use super::LimitPart;

    #[test]
    fn parts_of_a_limit_are_the_whole_limit() {
        let limit = NonZero::new(50).expect("fifty");
        assert_eq!(LimitPart::WHOLE.of(limit), limit);
        assert_eq!(LimitPart::LEAST.of(limit), NonZero::<u32>::MIN);
        for count in 1..=50 {
            let processes = NonZero::new(count).expect("a process");
            let part = |before| LimitPart {
                processes,
                before,
                ..LimitPart::WHOLE
            };
            let sum: u32 = (0..count).map(|before| part(before).of(limit).get()).sum();
            assert_eq!(sum, 50, "{count} processes");
        }
    }
}
