//! Which time a search is given.

use std::time::{Duration, Instant};

/// What is read to see how long a search has gone on.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Clock {
    /// The time that passes.
    #[default]
    Passing,
    /// Time in which a processor worked for the thread that asked: other programs do not shorten
    /// a thought. It is for searches of one thread, on systems that tell it.
    #[cfg(unix)]
    Processor,
}

/// A moment, on the clock it was read from.
#[derive(Clone, Copy, Debug)]
pub struct Moment(Reading);

#[derive(Clone, Copy, Debug)]
enum Reading {
    Passing(Instant),
    #[cfg(unix)]
    Processor(Duration),
}

impl Clock {
    /// What it shows.
    #[must_use]
    pub fn now(self) -> Moment {
        Moment(match self {
            Clock::Passing => Reading::Passing(Instant::now()),
            #[cfg(unix)]
            Clock::Processor => Reading::Processor(processor_time()),
        })
    }
}

impl Moment {
    /// Time since then.
    #[must_use]
    pub fn elapsed(self) -> Duration {
        match self.0 {
            Reading::Passing(then) => then.elapsed(),
            #[cfg(unix)]
            Reading::Processor(then) => processor_time().saturating_sub(then),
        }
    }
}

/// Processor time of this thread.
#[cfg(unix)]
fn processor_time() -> Duration {
    use rustix::time::{ClockId, clock_gettime};
    let time = clock_gettime(ClockId::ThreadCPUTime);
    // Neither is ever negative.
    Duration::new(
        u64::try_from(time.tv_sec).unwrap_or(0),
        u32::try_from(time.tv_nsec).unwrap_or(0),
    )
}
