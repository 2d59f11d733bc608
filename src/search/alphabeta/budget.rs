//! When a search has to end.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use crate::search::{Limits, Stop};

/// What all threads of a search go by.
pub(super) struct Budget<'a> {
    stop: &'a Stop,
    /// Only where there is a limit of time; else no clock is read.
    clock: Option<Clock>,
    /// Given when the first thread is done.
    done: AtomicBool,
}

struct Clock {
    started: Instant,
    time: Duration,
}

impl<'a> Budget<'a> {
    /// The time begins now.
    pub(super) fn new(limits: &Limits, stop: &'a Stop) -> Budget<'a> {
        Budget {
            stop,
            clock: limits.time.map(|time| Clock {
                started: Instant::now(),
                time,
            }),
            done: AtomicBool::new(false),
        }
    }

    /// Whether it is over; reads the clock if there is one.
    pub(super) fn is_spent(&self) -> bool {
        let is_late = |clock: &Clock| clock.started.elapsed() >= clock.time;
        self.done.load(Ordering::Relaxed)
            || self.stop.is_stopped()
            || self.clock.as_ref().is_some_and(is_late)
    }

    /// Tells the other threads to end.
    pub(super) fn finish(&self) {
        self.done.store(true, Ordering::Relaxed);
    }

    /// Time since the beginning; zero where no clock is read.
    pub(super) fn elapsed(&self) -> Duration {
        let elapsed = |clock: &Clock| clock.started.elapsed();
        self.clock.as_ref().map_or(Duration::ZERO, elapsed)
    }
}
