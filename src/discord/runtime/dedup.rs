//! Detection of duplicate deliveries.

use std::collections::{HashSet, VecDeque};
use std::hash::Hash;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use tokio::time::Instant;

/// Time for which the id of a delivery is remembered, as long as an interaction can be answered.
/// Discord delivers duplicates within seconds, if at all.
pub const DELIVERY: Duration = Duration::from_secs(15 * 60);
/// Time within which the same button pressed again is a double click, and not a second request.
pub const DOUBLE_CLICK: Duration = Duration::from_secs(5);
/// Largest number of ids remembered, under any load.
const MOST: usize = 100_000;

/// Ids of what was seen lately, so that each is handled once.
#[derive(Debug)]
pub struct Dedup<I> {
    remembered: Duration,
    ids: Mutex<Ids<I>>,
}

#[derive(Debug)]
struct Ids<I> {
    set: HashSet<I>,
    /// The ids with their times of arrival, oldest first.
    order: VecDeque<(Instant, I)>,
}

impl<I: Clone + Eq + Hash> Dedup<I> {
    /// Creates a memory that forgets an id after this time.
    #[must_use]
    pub fn new(remembered: Duration) -> Self {
        let ids = Ids {
            set: HashSet::new(),
            order: VecDeque::new(),
        };
        Self {
            remembered,
            ids: Mutex::new(ids),
        }
    }

    /// Returns whether `id` is new, and remembers it.
    pub fn is_new(&self, id: I, now: Instant) -> bool {
        let mut ids = self.ids.lock().unwrap_or_else(PoisonError::into_inner);
        let Ids { set, order } = &mut *ids;
        let is_old = |seen: Instant| seen + self.remembered <= now;
        while let Some((_, old)) = order.front().filter(|(seen, _)| is_old(*seen)) {
            set.remove(old);
            order.pop_front();
        }
        if !set.insert(id.clone()) {
            return false;
        }
        order.push_back((now, id));
        if order.len() > MOST
            && let Some((_, oldest)) = order.pop_front()
        {
            set.remove(&oldest);
        }
        true
    }

    /// Forgets an id, so that the next one of it is new.
    pub fn forget(&self, id: &I) {
        let mut ids = self.ids.lock().unwrap_or_else(PoisonError::into_inner);
        if ids.set.remove(id) {
            ids.order.retain(|(_, other)| other != id);
        }
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use tokio::time::Instant;

    use super::{DELIVERY, Dedup, MOST};

    #[test]
    fn second_delivery_is_recognized_however_much_comes_between() {
        let (seen, now) = (Dedup::new(DELIVERY), Instant::now());
        assert!(seen.is_new(0, now));
        // Ten minutes with a hundred events per second.
        for id in 1..60_000 {
            let later = now + Duration::from_millis(id * 10);
            assert!(seen.is_new(id, later));
        }
        assert!(!seen.is_new(0, now + Duration::from_secs(600)));
        assert!(seen.is_new(0, now + DELIVERY), "forgets what is old");
    }

    #[test]
    fn forgotten_id_is_new_again() {
        let (seen, now) = (Dedup::new(DELIVERY), Instant::now());
        assert!(seen.is_new("a", now) && !seen.is_new("a", now));
        seen.forget(&"a");
        assert!(seen.is_new("a", now) && !seen.is_new("a", now));
    }

    #[test]
    fn memory_is_bounded() {
        let (seen, now) = (Dedup::new(DELIVERY), Instant::now());
        for id in 0..=MOST as u64 {
            assert!(seen.is_new(id, now));
        }
        assert!(!seen.is_new(1, now));
        assert!(seen.is_new(0, now), "forgets the oldest");
    }
}
