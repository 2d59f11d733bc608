//! Watchdog that stops searches that take far too long, so that others get their turn.

use std::sync::Arc;
use std::thread;
use std::time::{Duration, Instant};

use parking_lot::{Condvar, Mutex};

use focus_engine::Stop;

/// Watchdog of the searches in progress, on a thread of its own.
#[derive(Debug, Default)]
pub(crate) struct Watchdog {
    state: Mutex<State>,
    changed: Condvar,
}

/// Id of a search in progress.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct SearchId(u64);

#[derive(Debug, Default)]
struct State {
    searches: Vec<RunningSearch>,
    begun: u64,
    is_closed: bool,
}

#[derive(Debug)]
struct RunningSearch {
    id: SearchId,
    /// Time at which it is stopped; `None` while it rests.
    until: Option<Instant>,
    /// Time it had left when it last began to rest.
    left: Duration,
    stop: Stop,
}

impl Watchdog {
    /// Starts the thread, which ends when the watchdog is closed.
    pub(crate) fn start() -> Arc<Self> {
        let watchdog = Arc::new(Self::default());
        let keeper = Arc::clone(&watchdog);
        let keep = move || keeper.keep();
        let thread = thread::Builder::new()
            .name(String::from("engine watchdog"))
            .spawn(keep);
        thread.expect("a thread for the watchdog");
        watchdog
    }

    /// Registers a search, which may take up to `longest`.
    pub(crate) fn begin(&self, longest: Duration, stop: &Stop) -> SearchId {
        let mut state = self.state.lock();
        state.begun += 1;
        let id = SearchId(state.begun);
        state.searches.push(RunningSearch {
            id,
            until: Some(Instant::now() + longest),
            left: longest,
            stop: stop.clone(),
        });
        self.changed.notify_one();
        id
    }

    /// Unregisters a search; returns whether it was stopped.
    pub(crate) fn end(&self, id: SearchId) -> bool {
        let mut state = self.state.lock();
        let before = state.searches.len();
        state.searches.retain(|search| search.id != id);
        state.searches.len() == before
    }

    /// Stops the time of a search while it rests.
    pub(crate) fn pause(&self, id: SearchId) {
        self.change(id, |search| {
            if let Some(until) = search.until.take() {
                search.left = until.saturating_duration_since(Instant::now());
            }
        });
    }

    /// Lets the time of a search run on.
    pub(crate) fn resume(&self, id: SearchId) {
        self.change(id, |search| {
            search.until = Some(Instant::now() + search.left);
        });
        self.changed.notify_one();
    }

    fn change(&self, id: SearchId, change: impl FnOnce(&mut RunningSearch)) {
        let mut state = self.state.lock();
        let mut searches = state.searches.iter_mut();
        if let Some(search) = searches.find(|search| search.id == id) {
            change(search);
        }
    }

    pub(crate) fn close(&self) {
        self.state.lock().is_closed = true;
        self.changed.notify_one();
    }

    fn keep(&self) {
        let mut state = self.state.lock();
        while !state.is_closed {
            let now = Instant::now();
            let late = state
                .searches
                .extract_if(.., |search| search.until.is_some_and(|until| until <= now));
            for search in late {
                tracing::warn!("a computer searched too long; its best move so far is played");
                search.stop.stop();
            }
            let next = state
                .searches
                .iter()
                .filter_map(|search| search.until)
                .min();
            match next {
                Some(next) => {
                    self.changed.wait_for(&mut state, next - now);
                }
                None => self.changed.wait(&mut state),
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn time_does_not_run_while_a_search_rests() {
        let watchdog = Watchdog::start();
        let (resting, other) = (Stop::new(), Stop::new());
        let rests = watchdog.begin(Duration::from_secs(3_600), &resting);
        watchdog.pause(rests);
        watchdog.change(rests, |search| search.left = Duration::ZERO);
        let late = watchdog.begin(Duration::ZERO, &other);
        while !other.is_stopped() {
            thread::yield_now();
        }
        assert!(watchdog.end(late));
        assert!(!resting.is_stopped());
        watchdog.resume(rests);
        while !resting.is_stopped() {
            thread::yield_now();
        }
        assert!(watchdog.end(rests));
        watchdog.close();
    }

    #[test]
    fn only_what_takes_too_long_is_cut_off() {
        let watchdog = Watchdog::start();
        let (slow, quick) = (Stop::new(), Stop::new());
        let patient = watchdog.begin(Duration::from_secs(3_600), &quick);
        let late = watchdog.begin(Duration::ZERO, &slow);
        while !slow.is_stopped() {
            thread::yield_now();
        }
        assert!(watchdog.end(late));
        assert!(!quick.is_stopped());
        assert!(!watchdog.end(patient));
        watchdog.close();
    }
}
