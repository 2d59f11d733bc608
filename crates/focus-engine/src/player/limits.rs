//! How long a search may go on.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use crate::Clock;

/// What ends a search, whichever comes first; with nothing set, only a [`Stop`] does.
///
/// Without a time, no clock is read: one thread with the same seed then finds the same.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Limits {
    /// Time from the call on.
    pub time: Option<Duration>,
    /// Which time that is.
    pub clock: Clock,
    /// Positions visited.
    pub nodes: Option<u64>,
    /// Plies looked ahead, before extensions.
    pub depth: Option<u8>,
}

impl Limits {
    /// No limit but time.
    #[must_use]
    pub fn time(time: Duration) -> Limits {
        Limits {
            time: Some(time),
            ..Limits::default()
        }
    }

    /// No limit but positions.
    #[must_use]
    pub fn nodes(nodes: u64) -> Limits {
        Limits {
            nodes: Some(nodes),
            ..Limits::default()
        }
    }

    /// No limit but plies.
    #[must_use]
    pub fn depth(depth: u8) -> Limits {
        Limits {
            depth: Some(depth),
            ..Limits::default()
        }
    }
}

/// Tells a search from outside to end at once; clones are the same signal.
#[derive(Clone, Debug, Default)]
pub struct Stop(Arc<AtomicBool>);

impl Stop {
    /// A signal that is not given yet.
    #[must_use]
    pub fn new() -> Stop {
        Stop::default()
    }

    /// Gives the signal, for good.
    pub fn stop(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    /// Whether the signal was given.
    #[must_use]
    pub fn is_stopped(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}
