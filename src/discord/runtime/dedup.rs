//! Detection of duplicate deliveries.

use std::collections::{HashSet, VecDeque};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use tokio::time::Instant;

/// Time for which an id is remembered, as long as an interaction can be answered. Discord delivers
/// duplicates within seconds, if at all.
const REMEMBERED: Duration = Duration::from_secs(15 * 60);
/// Largest number of ids remembered, under any load.
const MOST: usize = 100_000;

/// Ids of interactions and messages that concern the bot, so that each is handled once.
#[derive(Debug, Default)]
pub struct Dedup {
    known: Mutex<Known>,
}

#[derive(Debug, Default)]
struct Known {
    ids: HashSet<u64>,
    /// The ids with their times of arrival, oldest first.
    order: VecDeque<(Instant, u64)>,
}

impl Dedup {
    /// Returns whether `id` is new, and remembers it.
    pub fn is_new(&self, id: u64, now: Instant) -> bool {
        let mut known = self.known.lock().unwrap_or_else(PoisonError::into_inner);
        let Known { ids, order } = &mut *known;
        while let Some((_, old)) = order.front().filter(|(seen, _)| *seen + REMEMBERED <= now) {
            ids.remove(old);
            order.pop_front();
        }
        if !ids.insert(id) {
            return false;
        }
        order.push_back((now, id));
        if order.len() > MOST
            && let Some((_, oldest)) = order.pop_front()
        {
            ids.remove(&oldest);
        }
        true
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use tokio::time::Instant;

    use super::{Dedup, MOST, REMEMBERED};

    #[test]
    fn second_delivery_is_recognized_however_much_comes_between() {
        let (seen, now) = (Dedup::default(), Instant::now());
        assert!(seen.is_new(0, now));
        // Ten minutes with a hundred events per second.
        for id in 1..60_000 {
            let later = now + Duration::from_millis(id * 10);
            assert!(seen.is_new(id, later));
        }
        assert!(!seen.is_new(0, now + Duration::from_secs(600)));
        assert!(seen.is_new(0, now + REMEMBERED), "forgets what is old");
    }

    #[test]
    fn memory_is_bounded() {
        let (seen, now) = (Dedup::default(), Instant::now());
        for id in 0..=MOST as u64 {
            assert!(seen.is_new(id, now));
        }
        assert!(!seen.is_new(1, now));
        assert!(seen.is_new(0, now), "forgets the oldest");
    }
}
