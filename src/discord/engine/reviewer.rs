//! Reports on finished games that were made lately, and reviews under way.

use std::collections::HashMap;
use std::fmt;
use std::num::NonZeroUsize;
use std::sync::Arc;
use std::sync::atomic::AtomicUsize;

use lru::LruCache;
use parking_lot::Mutex;
use tokio::sync::Semaphore;

use crate::service::{GameId, PersonId};
use focus_engine::Stop;
use focus_engine::analysis::GameReport;

/// Number of reports cached; any other is recomputed with the same result.
const REMEMBERED: NonZeroUsize = NonZeroUsize::new(64).expect("a positive number");

/// Cache of the latest reports, and the reviews under way.
pub(crate) struct Reviewer {
    /// Turn of the one review that is worked on.
    pub(super) turn: Semaphore,
    known: Mutex<LruCache<GameId, Arc<GameReport>>>,
    /// Searches of reviews, by game and the person who waits.
    running: Mutex<HashMap<(GameId, PersonId), Arc<Searches>>>,
}

impl Default for Reviewer {
    fn default() -> Self {
        Self {
            turn: Semaphore::new(1),
            known: Mutex::new(LruCache::new(REMEMBERED)),
            running: Mutex::default(),
        }
    }
}

impl fmt::Debug for Reviewer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Reviewer").finish_non_exhaustive()
    }
}

impl Reviewer {
    pub(super) fn recall(&self, game: GameId) -> Option<Arc<GameReport>> {
        let mut known = self.known.lock();
        known.get(&game).cloned()
    }

    /// Returns whether the review of a game can be shown at once.
    pub(crate) fn knows(&self, game: GameId) -> bool {
        self.recall(game).is_some()
    }

    pub(super) fn remember(&self, game: GameId, report: &Arc<GameReport>) {
        let mut known = self.known.lock();
        known.put(game, Arc::clone(report));
    }

    /// Ends the review of a game for which a person waits; returns whether there is one.
    pub(super) fn stop(&self, game: GameId, person: PersonId) -> bool {
        let searches = self.running.lock().get(&(game, person)).cloned();
        searches.is_some_and(|searches| {
            searches.stop();
            true
        })
    }
}

/// Signals that end the searches of a review; `None` once they were given.
pub(super) struct Searches(Mutex<Option<Vec<Stop>>>);

impl Searches {
    /// Returns the signal of one more search. Each has its own, because the watchdog gives it as
    /// well.
    pub(super) fn begin(&self) -> Stop {
        let stop = Stop::new();
        match self.0.lock().as_mut() {
            Some(signals) => signals.push(stop.clone()),
            None => stop.stop(),
        }
        stop
    }

    fn stop(&self) {
        let signals = self.0.lock().take();
        signals.iter().flatten().for_each(Stop::stop);
    }

    pub(super) fn is_stopped(&self) -> bool {
        self.0.lock().is_none()
    }
}

/// Review under way: its searches, and how far it is.
pub(super) struct Running<'a> {
    reviewer: &'a Reviewer,
    pub(super) key: (GameId, PersonId),
    pub(super) searches: Arc<Searches>,
    pub(super) done: AtomicUsize,
    /// Number of positions to search; 0 while another game is reviewed.
    pub(super) total: AtomicUsize,
}

impl<'a> Running<'a> {
    pub(super) fn begin(reviewer: &'a Reviewer, game: GameId, person: PersonId) -> Self {
        let searches = Arc::new(Searches(Mutex::new(Some(Vec::new()))));
        let key = (game, person);
        reviewer.running.lock().insert(key, Arc::clone(&searches));
        Self {
            reviewer,
            key,
            searches,
            done: AtomicUsize::new(0),
            total: AtomicUsize::new(0),
        }
    }
}

impl Drop for Running<'_> {
    fn drop(&mut self) {
        self.searches.stop();
        let mut running = self.reviewer.running.lock();
        // The person may have asked again meanwhile.
        let is_own = |other: &Arc<Searches>| Arc::ptr_eq(other, &self.searches);
        if running.get(&self.key).is_some_and(is_own) {
            running.remove(&self.key);
        }
    }
}
