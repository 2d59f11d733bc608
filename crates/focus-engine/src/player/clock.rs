//! Clocks that measure the duration of a search.

use std::time::{Duration, Instant};

/// Kind of time that counts for a search.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Clock {
    /// Wall-clock time.
    #[default]
    Passing,
    /// Processor time of the calling thread, which other programs on the machine do not use up.
    /// Only for searches with one thread, on systems that report it.
    #[cfg(unix)]
    Processor,
}

/// Point in time on a particular clock.
#[derive(Clone, Copy, Debug)]
pub struct ClockTime(Reading);

#[derive(Clone, Copy, Debug)]
enum Reading {
    Passing(Instant),
    #[cfg(unix)]
    Processor(Duration),
}

impl Clock {
    /// Returns the current time.
    #[must_use]
    pub fn now(self) -> ClockTime {
        ClockTime(match self {
            Clock::Passing => Reading::Passing(Instant::now()),
            #[cfg(unix)]
            Clock::Processor => Reading::Processor(processor_time()),
        })
    }
}

impl ClockTime {
    /// Returns the time elapsed since this time.
    #[must_use]
    pub fn elapsed(self) -> Duration {
        match self.0 {
            Reading::Passing(then) => then.elapsed(),
            #[cfg(unix)]
            Reading::Processor(then) => processor_time().saturating_sub(then),
        }
    }
}

/// Returns the processor time of this thread.
#[cfg(unix)]
fn processor_time() -> Duration {
    use rustix::time::{ClockId, clock_gettime};
    let time = clock_gettime(ClockId::ThreadCPUTime);
    // Neither field is ever negative.
    Duration::new(
        u64::try_from(time.tv_sec).unwrap_or(0),
        u32::try_from(time.tv_nsec).unwrap_or(0),
    )
}
