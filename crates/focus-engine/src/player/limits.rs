//! Limits of a search.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use crate::Clock;

/// Limits of a search, which ends when the first one is reached; without any limit, only a [`Stop`]
/// ends it.
///
/// Without a time limit no clock is read, so one thread with the same seed finds the same result.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Limits {
    /// Maximum time, from the call on.
    pub time: Option<Duration>,
    /// Clock that measures the time.
    pub clock: Clock,
    /// Maximum number of positions visited.
    pub nodes: Option<u64>,
    /// Maximum search depth in plies, before extensions.
    pub depth: Option<u8>,
}

impl Limits {
    /// Creates limits that restrict only time.
    #[must_use]
    pub fn time(time: Duration) -> Limits {
        Limits {
            time: Some(time),
            ..Limits::default()
        }
    }

    /// Creates limits that restrict only the number of positions.
    #[must_use]
    pub fn nodes(nodes: u64) -> Limits {
        Limits {
            nodes: Some(nodes),
            ..Limits::default()
        }
    }

    /// Creates limits that restrict only the depth.
    #[must_use]
    pub fn depth(depth: u8) -> Limits {
        Limits {
            depth: Some(depth),
            ..Limits::default()
        }
    }
}

/// Signal from outside that ends a search at once; clones share the signal.
#[derive(Clone, Debug, Default)]
pub struct Stop(Arc<AtomicBool>);

impl Stop {
    /// Creates a signal that is not yet given.
    #[must_use]
    pub fn new() -> Stop {
        Stop::default()
    }

    /// Gives the signal, which cannot be taken back.
    pub fn stop(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    /// Returns whether the signal was given.
    #[must_use]
    pub fn is_stopped(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}
