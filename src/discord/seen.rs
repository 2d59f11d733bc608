//! What was delivered before.

use std::collections::{HashSet, VecDeque};
use std::sync::{Mutex, PoisonError};

/// How many are remembered; Discord delivers twice within seconds, if at all.
const REMEMBERED: usize = 10_000;

/// The newest interactions and messages, so that each is acted on once.
#[derive(Debug, Default)]
pub struct Seen {
    ids: Mutex<(VecDeque<u64>, HashSet<u64>)>,
}

impl Seen {
    /// Whether this is the first time that `id` turns up.
    pub fn is_new(&self, id: u64) -> bool {
        let mut ids = self.ids.lock().unwrap_or_else(PoisonError::into_inner);
        let (order, known) = &mut *ids;
        if !known.insert(id) {
            return false;
        }
        order.push_back(id);
        if order.len() > REMEMBERED
            && let Some(oldest) = order.pop_front()
        {
            known.remove(&oldest);
        }
        true
    }
}

#[cfg(test)]
mod tests {
    use super::{REMEMBERED, Seen};

    #[test]
    fn a_second_delivery_is_recognized_until_long_after() {
        let seen = Seen::default();
        assert!(seen.is_new(1));
        assert!(!seen.is_new(1));
        for id in 2..=REMEMBERED as u64 {
            assert!(seen.is_new(id));
        }
        assert!(!seen.is_new(1));
        assert!(seen.is_new(0), "forgets the oldest");
        assert!(seen.is_new(1));
    }
}
