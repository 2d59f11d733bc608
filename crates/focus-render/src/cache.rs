//! Cache of recently used values.

use std::collections::HashMap;
use std::hash::Hash;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// Cache that keeps the most recently used values, up to about a number of bytes.
#[derive(Debug)]
pub(crate) struct Cache<K, V> {
    most_bytes: usize,
    generations: Mutex<Generations<K, V>>,
}

/// Two generations of values; those not used during a generation are dropped with it.
#[derive(Debug)]
struct Generations<K, V> {
    young: HashMap<K, Entry<V>>,
    old: HashMap<K, Entry<V>>,
    young_bytes: usize,
}

#[derive(Debug)]
struct Entry<V> {
    value: Arc<V>,
    bytes: usize,
}

impl<K: Eq + Hash, V> Cache<K, V> {
    /// Creates an empty cache for this many bytes.
    pub(crate) fn new(most_bytes: usize) -> Cache<K, V> {
        Cache {
            most_bytes,
            generations: Mutex::new(Generations {
                young: HashMap::new(),
                old: HashMap::new(),
                young_bytes: 0,
            }),
        }
    }

    /// Returns the value for a key, if it is in the cache.
    pub(crate) fn find(&self, key: &K) -> Option<Arc<V>> {
        let mut generations = self.generations();
        if let Some(found) = generations.young.get(key) {
            return Some(Arc::clone(&found.value));
        }
        let (key, found) = generations.old.remove_entry(key)?;
        let value = Arc::clone(&found.value);
        self.add(&mut generations, key, found);
        Some(value)
    }

    /// Stores a value of this many bytes.
    pub(crate) fn keep(&self, key: K, value: Arc<V>, bytes: usize) {
        let mut generations = self.generations();
        self.add(&mut generations, key, Entry { value, bytes });
    }

    fn generations(&self) -> MutexGuard<'_, Generations<K, V>> {
        let generations = self.generations.lock();
        generations.unwrap_or_else(PoisonError::into_inner)
    }

    fn add(&self, generations: &mut Generations<K, V>, key: K, entry: Entry<V>) {
        generations.young_bytes += entry.bytes;
        generations.young.insert(key, entry);
        if generations.young_bytes > self.most_bytes / 2 {
            generations.old = std::mem::take(&mut generations.young);
            generations.young_bytes = 0;
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::Cache;

    #[test]
    fn what_is_wanted_stays_and_the_rest_is_forgotten() {
        let cache = Cache::new(10);
        for number in 0..100 {
            cache.keep(number, Arc::new(number), 1);
            assert_eq!(cache.find(&0).as_deref(), Some(&0), "after {number}");
        }
        let found = (0..100).filter(|number| cache.find(number).is_some());
        assert!(
            (5..=11).contains(&found.count()),
            "about as many as have room"
        );
    }

    #[test]
    fn what_has_no_room_is_forgotten_at_once() {
        let cache = Cache::new(10);
        cache.keep(1, Arc::new(()), 100);
        cache.keep(2, Arc::new(()), 100);
        assert!(cache.find(&1).is_none());
    }
}
