//! Recent reports on ended games, and reviews in progress, one for each person.

use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::pin::pin;
use std::sync::Arc;
use std::sync::atomic::AtomicUsize;

use parking_lot::Mutex;
use tokio::sync::{AcquireError, Notify, Semaphore, SemaphorePermit};

use crate::discord::runtime::bounded_map::BoundedMap;
use crate::service::{GameId, PersonId};
use focus_engine::Stop;
use focus_engine::analysis::GameReport;

/// Cache of the latest reports, and the reviews under way.
#[derive(Debug)]
pub(crate) struct ReviewCache {
    /// Held by the one review that is in progress at a time.
    turn: Semaphore,
    /// Any other report is recomputed with the same result.
    known: Mutex<BoundedMap<GameId, Arc<GameReport>, 64>>,
    /// Notified when a report is cached.
    reported: Notify,
    /// Game and searches of each person's review.
    running: Mutex<HashMap<PersonId, (GameId, Arc<Searches>)>>,
}

/// End of the wait for a report.
pub(super) enum ReportOrTurn<'a> {
    /// The report.
    Report(Arc<GameReport>),
    /// Turn to make the report.
    Turn(SemaphorePermit<'a>),
}

impl Default for ReviewCache {
    fn default() -> Self {
        Self {
            turn: Semaphore::new(1),
            known: Mutex::default(),
            reported: Notify::new(),
            running: Mutex::default(),
        }
    }
}

impl ReviewCache {
    /// Waits for the turn to make the report on a game, or until it is cached, because somebody
    /// else has asked for it as well.
    pub(super) async fn report_or_turn(
        &self,
        game: GameId,
    ) -> Result<ReportOrTurn<'_>, AcquireError> {
        let mut turn = pin!(self.turn.acquire());
        loop {
            // Before the cache is read, so that no report is missed.
            let reported = self.reported.notified();
            if let Some(report) = self.recall(game) {
                return Ok(ReportOrTurn::Report(report));
            }
            tokio::select! {
                biased;
                () = reported => {}
                permit = &mut turn => return Ok(ReportOrTurn::Turn(permit?)),
            }
        }
    }

    /// Returns the report on a game, if it is cached.
    pub(crate) fn recall(&self, game: GameId) -> Option<Arc<GameReport>> {
        let mut known = self.known.lock();
        known.get(&game).cloned()
    }

    pub(super) fn remember(&self, game: GameId, report: &Arc<GameReport>) {
        let mut known = self.known.lock();
        known.put(game, Arc::clone(report));
        drop(known);
        self.reported.notify_waiters();
    }

    /// Ends the review of a game for which a person waits, so that the person can ask for another
    /// one; returns whether there is one.
    pub(super) fn stop(&self, game: GameId, person: PersonId) -> bool {
        let (_, searches) = match self.running.lock().entry(person) {
            Entry::Occupied(own) if own.get().0 == game => own.remove(),
            Entry::Occupied(_) | Entry::Vacant(_) => return false,
        };
        searches.stop();
        true
    }
}

/// Signals that end the searches of a review; `None` once they were given.
#[derive(Debug)]
pub(super) struct Searches(Mutex<Option<Vec<Stop>>>);

impl Searches {
    /// Returns the signal of one more search. Each has its own, because the watchdog also uses it.
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
    cache: &'a ReviewCache,
    pub(super) game: GameId,
    person: PersonId,
    /// The report, if it was cached at the beginning.
    pub(super) known: Option<Arc<GameReport>>,
    pub(super) searches: Arc<Searches>,
    pub(super) done: AtomicUsize,
    /// Number of positions to search; 0 while another game is reviewed.
    pub(super) total: AtomicUsize,
}

impl<'a> Running<'a> {
    /// Begins the review of a game for a person.
    ///
    /// # Errors
    ///
    /// The person waits for a review already, that of the returned game, and the report is not
    /// cached.
    pub(super) fn begin(
        cache: &'a ReviewCache,
        game: GameId,
        person: PersonId,
    ) -> Result<Self, GameId> {
        let searches = Arc::new(Searches(Mutex::new(Some(Vec::new()))));
        let known = cache.recall(game);
        // A cached report is shown at once.
        if known.is_none() {
            match cache.running.lock().entry(person) {
                Entry::Occupied(own) => return Err(own.get().0),
                Entry::Vacant(place) => {
                    place.insert((game, Arc::clone(&searches)));
                }
            }
        }
        Ok(Self {
            cache,
            game,
            person,
            known,
            searches,
            done: AtomicUsize::new(0),
            total: AtomicUsize::new(0),
        })
    }
}

impl Drop for Running<'_> {
    fn drop(&mut self) {
        self.searches.stop();
        let mut running = self.cache.running.lock();
        // The person may have asked again meanwhile.
        let own = running.get(&self.person);
        if own.is_some_and(|(_, searches)| Arc::ptr_eq(searches, &self.searches)) {
            running.remove(&self.person);
        }
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use tokio::time::timeout;

    use super::*;

    const ANNA: PersonId = PersonId(1);
    const BEN: PersonId = PersonId(2);

    fn report() -> Arc<GameReport> {
        Arc::new(GameReport {
            chances: Vec::new(),
            result: [0.25; 4],
            moments: Vec::new(),
        })
    }

    #[test]
    fn a_person_waits_for_one_review_and_another_person_for_another() {
        let cache = ReviewCache::default();
        let begin = |game, person| Running::begin(&cache, GameId(game), person);
        let first = begin(1, ANNA).expect("a first review");
        assert_eq!(begin(1, ANNA).err(), Some(GameId(1)));
        assert_eq!(begin(2, ANNA).err(), Some(GameId(1)));
        assert!(begin(2, BEN).is_ok());
        cache.remember(GameId(3), &report());
        let shown = begin(3, ANNA).expect("a review that is shown at once");
        assert!(first.known.is_none() && shown.known.is_some());
        drop(shown);
        assert!(!cache.stop(GameId(2), ANNA));
        assert!(cache.stop(GameId(1), ANNA) && first.searches.is_stopped());
        let next = begin(2, ANNA).expect("a review after the one that was stopped");
        drop(first);
        assert_eq!(begin(4, ANNA).err(), Some(GameId(2)));
        drop(next);
        assert!(begin(4, ANNA).is_ok());
    }

    #[tokio::test]
    async fn report_that_another_person_has_asked_for_ends_the_wait_for_a_turn() {
        let cache = ReviewCache::default();
        let Ok(ReportOrTurn::Turn(_turn)) = cache.report_or_turn(GameId(1)).await else {
            panic!("expected a turn");
        };
        let waiting = timeout(Duration::from_secs(60), cache.report_or_turn(GameId(1)));
        let (waited, ()) = tokio::join!(waiting, async {
            cache.remember(GameId(2), &report());
            cache.remember(GameId(1), &report());
        });
        let waited = waited.expect("an end while the turn is taken");
        assert!(matches!(waited, Ok(ReportOrTurn::Report(_))));
    }
}
