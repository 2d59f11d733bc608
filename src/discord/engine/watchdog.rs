//! Watchdog that stops searches that take far too long, so that others get their turn.

use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use focus_engine::Stop;

/// Watchdog of the searches in progress, on a thread of its own.
#[derive(Debug, Default)]
pub(crate) struct Watch {
    state: Mutex<State>,
    changed: Condvar,
}

/// Id of a search in progress.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Watched(u64);

#[derive(Debug, Default)]
struct State {
    thoughts: Vec<Thought>,
    begun: u64,
    is_closed: bool,
}

#[derive(Debug)]
struct Thought {
    number: Watched,
    /// Time at which it is stopped; `None` while it rests.
    until: Option<Instant>,
    /// Time it had left when it last began to rest.
    left: Duration,
    stop: Stop,
}

impl Watch {
    /// Starts the thread, which ends when the watchdog is closed.
    pub(crate) fn start() -> Arc<Self> {
        let watch = Arc::new(Self::default());
        let keeper = Arc::clone(&watch);
        let keep = move || keeper.keep();
        let thread = thread::Builder::new()
            .name(String::from("engine watchdog"))
            .spawn(keep);
        thread.expect("a thread for the watch");
        watch
    }

    /// Registers a search, which may take up to `longest`.
    pub(crate) fn begin(&self, longest: Duration, stop: &Stop) -> Watched {
        let mut state = self.lock();
        state.begun += 1;
        let number = Watched(state.begun);
        state.thoughts.push(Thought {
            number,
            until: Some(Instant::now() + longest),
            left: longest,
            stop: stop.clone(),
        });
        self.changed.notify_one();
        number
    }

    /// Unregisters a search; returns whether it was stopped.
    pub(crate) fn end(&self, watched: Watched) -> bool {
        let mut state = self.lock();
        let before = state.thoughts.len();
        state.thoughts.retain(|thought| thought.number != watched);
        state.thoughts.len() == before
    }

    /// Stops the time of a search while it rests.
    pub(crate) fn pause(&self, watched: Watched) {
        self.change(watched, |thought| {
            if let Some(until) = thought.until.take() {
                thought.left = until.saturating_duration_since(Instant::now());
            }
        });
    }

    /// Lets the time of a search run on.
    pub(crate) fn resume(&self, watched: Watched) {
        self.change(watched, |thought| {
            thought.until = Some(Instant::now() + thought.left);
        });
        self.changed.notify_one();
    }

    fn change(&self, watched: Watched, change: impl FnOnce(&mut Thought)) {
        let mut state = self.lock();
        let mut thoughts = state.thoughts.iter_mut();
        if let Some(thought) = thoughts.find(|thought| thought.number == watched) {
            change(thought);
        }
    }

    pub(crate) fn close(&self) {
        self.lock().is_closed = true;
        self.changed.notify_one();
    }

    fn keep(&self) {
        let mut state = self.lock();
        while !state.is_closed {
            let now = Instant::now();
            let late = state.thoughts.extract_if(.., |thought| {
                thought.until.is_some_and(|until| until <= now)
            });
            for thought in late {
                tracing::warn!("a computer thought too long; its best move so far is played");
                thought.stop.stop();
            }
            let next = state
                .thoughts
                .iter()
                .filter_map(|thought| thought.until)
                .min();
            state = if let Some(next) = next {
                let woken = self.changed.wait_timeout(state, next - now);
                woken.unwrap_or_else(PoisonError::into_inner).0
            } else {
                let woken = self.changed.wait(state);
                woken.unwrap_or_else(PoisonError::into_inner)
            };
        }
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn time_does_not_run_while_a_search_rests() {
        let watch = Watch::start();
        let (resting, other) = (Stop::new(), Stop::new());
        let rests = watch.begin(Duration::from_secs(3_600), &resting);
        watch.pause(rests);
        watch.change(rests, |thought| thought.left = Duration::ZERO);
        let late = watch.begin(Duration::ZERO, &other);
        while !other.is_stopped() {
            thread::yield_now();
        }
        assert!(watch.end(late));
        assert!(!resting.is_stopped());
        watch.resume(rests);
        while !resting.is_stopped() {
            thread::yield_now();
        }
        assert!(watch.end(rests));
        watch.close();
    }

    #[test]
    fn only_what_takes_too_long_is_cut_off() {
        let watch = Watch::start();
        let (slow, quick) = (Stop::new(), Stop::new());
        let patient = watch.begin(Duration::from_secs(3_600), &quick);
        let late = watch.begin(Duration::ZERO, &slow);
        while !slow.is_stopped() {
            thread::yield_now();
        }
        assert!(watch.end(late));
        assert!(!quick.is_stopped());
        assert!(!watch.end(patient));
        watch.close();
    }
}
