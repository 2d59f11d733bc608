//! Detection of the end of a search.

use std::time::Duration;

use crate::ClockTime;
use crate::{Limits, Stop};

/// Watches the limits of a search; reads the clock only if there is a time limit.
pub struct Timer<'a> {
    stop: &'a Stop,
    clock: Option<(ClockTime, Duration)>,
    nodes: u64,
}

impl<'a> Timer<'a> {
    /// Starts the timer.
    #[must_use]
    pub fn new(limits: &Limits, stop: &'a Stop) -> Timer<'a> {
        Timer {
            stop,
            clock: limits.time.map(|time| (limits.clock.now(), time)),
            nodes: limits.nodes.unwrap_or(u64::MAX),
        }
    }

    /// Returns whether the search is over after this many positions.
    #[must_use]
    pub fn is_over(&self, nodes: u64) -> bool {
        nodes >= self.nodes || self.is_cut_short()
    }

    /// Returns whether the search was stopped or its time is over.
    #[must_use]
    pub(crate) fn is_cut_short(&self) -> bool {
        let is_late = |(began, time): (ClockTime, Duration)| began.elapsed() >= time;
        self.stop.is_stopped() || self.clock.is_some_and(is_late)
    }

    /// Returns the number of positions after which the search is over.
    #[must_use]
    pub const fn nodes(&self) -> u64 {
        self.nodes
    }
}
