//! When a search has to end, for all its threads.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use crate::Timer;
use crate::{Limits, Stop};

/// What all threads of a search go by.
pub(super) struct Budget<'a> {
    watch: Timer<'a>,
    /// Given when the first thread is done.
    done: AtomicBool,
}

impl<'a> Budget<'a> {
    /// The time begins now.
    pub(super) fn new(limits: &Limits, stop: &'a Stop) -> Budget<'a> {
        Budget {
            watch: Timer::new(limits, stop),
            done: AtomicBool::new(false),
        }
    }

    /// Whether it is over; reads the clock if there is one.
    pub(super) fn is_spent(&self) -> bool {
        self.done.load(Ordering::Relaxed) || self.watch.is_cut_short()
    }

    /// Tells the other threads to end.
    pub(super) fn finish(&self) {
        self.done.store(true, Ordering::Relaxed);
    }

    /// Time since the beginning; zero where no clock is read.
    pub(super) fn elapsed(&self) -> Duration {
        self.watch.elapsed()
    }
}
