//! Positions on the current line, for repetition detection.

/// Number of counters in the filter, a power of two.
const PLACES: usize = 2_048;

/// Keys of positions, the current one last.
pub(crate) struct KeyHistory {
    keys: Vec<u64>,
    /// Number of keys that hash to each counter; rarely above one unless positions repeat.
    sieve: Box<[u16; PLACES]>,
}

impl KeyHistory {
    /// Creates a history of these positions.
    pub(crate) fn new(keys: &[u64]) -> KeyHistory {
        let mut history = KeyHistory {
            keys: Vec::with_capacity(keys.len() + 128),
            sieve: Box::new([0; PLACES]),
        };
        for &key in keys {
            history.push(key);
        }
        history
    }

    /// Appends a position.
    #[inline]
    pub(crate) fn push(&mut self, key: u64) {
        self.keys.push(key);
        self.sieve[place(key)] += 1;
    }

    /// Removes the last position.
    #[inline]
    pub(crate) fn pop(&mut self) {
        if let Some(key) = self.keys.pop() {
            self.sieve[place(key)] -= 1;
        }
    }

    /// Returns whether the current position may have occurred before; false positives are rare.
    #[inline]
    pub(crate) fn may_repeat(&self) -> bool {
        let key = self.keys.last();
        key.is_some_and(|&key| self.sieve[place(key)] > 1)
    }

    /// Returns the current position and those before it.
    pub(crate) fn split(&self) -> Option<(u64, &[u64])> {
        let (&key, earlier) = self.keys.split_last()?;
        Some((key, earlier))
    }
}

#[expect(
    clippy::cast_possible_truncation,
    reason = "the lowest bits are wanted"
)]
const fn place(key: u64) -> usize {
    key as usize % PLACES
}
