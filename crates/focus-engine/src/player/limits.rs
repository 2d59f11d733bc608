//! Limits of a search.

use std::fmt;
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
    /// Maximum time, measured from the call.
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
#[derive(Clone, Default)]
pub struct Stop {
    is_given: Arc<AtomicBool>,
    rest: Option<Arc<dyn Fn() -> bool + Send + Sync>>,
}

impl Stop {
    /// Creates a signal that has not been given.
    #[must_use]
    pub fn new() -> Stop {
        Stop::default()
    }

    /// Returns the signal with a function that a search calls whenever it looks at the signal,
    /// every few hundred positions. The search rests until the function returns, and ends if that
    /// returns false.
    ///
    /// A search with a time limit needs [`Clock::Processor`] for its rests not to count.
    #[must_use]
    pub fn resting(&self, rest: impl Fn() -> bool + Send + Sync + 'static) -> Stop {
        Stop {
            is_given: Arc::clone(&self.is_given),
            rest: Some(Arc::new(rest)),
        }
    }

    /// Gives the signal, which cannot be taken back.
    pub fn stop(&self) {
        self.is_given.store(true, Ordering::Relaxed);
    }

    /// Returns whether the search must end, after a rest if there is one.
    #[must_use]
    pub fn is_stopped(&self) -> bool {
        let goes_on = self.rest.as_ref().is_none_or(|rest| rest());
        !goes_on || self.is_given.load(Ordering::Relaxed)
    }
}

impl fmt::Debug for Stop {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Stop")
            .field("is_given", &self.is_given)
            .finish_non_exhaustive()
    }
}
