//! When a search ends.

use std::time::Duration;

use crate::Moment;
use crate::{Limits, Stop};

/// Keeps an eye on the limits of a search, and on the clock only where they name a time.
pub struct Timer<'a> {
    stop: &'a Stop,
    clock: Option<(Moment, Duration)>,
    nodes: u64,
}

impl<'a> Timer<'a> {
    /// The time begins now.
    #[must_use]
    pub fn new(limits: &Limits, stop: &'a Stop) -> Timer<'a> {
        Timer {
            stop,
            clock: limits.time.map(|time| (limits.clock.now(), time)),
            nodes: limits.nodes.unwrap_or(u64::MAX),
        }
    }

    /// Whether the search is over after so many positions.
    #[must_use]
    pub fn is_over(&self, nodes: u64) -> bool {
        nodes >= self.nodes || self.is_cut_short()
    }

    /// Whether it was stopped, or its time is over.
    #[must_use]
    pub fn is_cut_short(&self) -> bool {
        let is_late = |(began, time): (Moment, Duration)| began.elapsed() >= time;
        self.stop.is_stopped() || self.clock.is_some_and(is_late)
    }

    /// Positions after which the search is over.
    #[must_use]
    pub const fn nodes(&self) -> u64 {
        self.nodes
    }

    /// Time since the beginning; zero where no clock is read.
    #[must_use]
    pub fn elapsed(&self) -> Duration {
        self.clock
            .map_or(Duration::ZERO, |(began, _)| began.elapsed())
    }
}
