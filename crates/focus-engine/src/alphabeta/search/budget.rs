//! Search limits shared by all threads.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use crate::Timer;
use crate::{Limits, Stop};

/// Limits shared by all threads of a search.
pub(crate) struct Budget<'a> {
    watch: Timer<'a>,
    /// True once the first thread is done.
    done: AtomicBool,
    /// Number of positions that all threads have reported.
    visited: AtomicU64,
}

impl<'a> Budget<'a> {
    /// Starts the timer.
    pub(crate) fn new(limits: &Limits, stop: &'a Stop) -> Budget<'a> {
        Budget {
            watch: Timer::new(limits, stop),
            done: AtomicBool::new(false),
            visited: AtomicU64::new(0),
        }
    }

    /// Returns whether the search must end; reads the clock if there is one.
    pub(crate) fn is_spent(&self) -> bool {
        self.done.load(Ordering::Relaxed) || self.watch.is_cut_short()
    }

    /// Adds positions that a thread has visited.
    pub(crate) fn add_visited(&self, positions: u64) {
        self.visited.fetch_add(positions, Ordering::Relaxed);
    }

    /// Returns the number of positions added so far.
    pub(crate) fn visited(&self) -> u64 {
        self.visited.load(Ordering::Relaxed)
    }

    /// Tells the other threads to end.
    pub(crate) fn finish(&self) {
        self.done.store(true, Ordering::Relaxed);
    }
}
