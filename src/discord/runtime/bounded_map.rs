//! Map of bounded size.

use std::hash::Hash;
use std::num::NonZeroUsize;
use std::ops::{Deref, DerefMut};

use lru::LruCache;

/// Map of at most `MOST` entries: the least recently used one makes room for another.
#[derive(Debug)]
pub(crate) struct BoundedMap<K: Hash + Eq, V, const MOST: usize = 10_000>(LruCache<K, V>);

impl<K: Hash + Eq, V, const MOST: usize> Default for BoundedMap<K, V, MOST> {
    fn default() -> Self {
        let most = const { NonZeroUsize::new(MOST).expect("a positive number") };
        // Takes memory only as entries come.
        Self(LruCache::sparse(most))
    }
}

impl<K: Hash + Eq, V, const MOST: usize> Deref for BoundedMap<K, V, MOST> {
    type Target = LruCache<K, V>;

    fn deref(&self) -> &Self::Target {
        &self.0
    }
}

impl<K: Hash + Eq, V, const MOST: usize> DerefMut for BoundedMap<K, V, MOST> {
    fn deref_mut(&mut self) -> &mut Self::Target {
        &mut self.0
    }
}
