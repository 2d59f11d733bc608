//! The positions a line has come through.

/// Places of the sieve, a power of two.
const PLACES: usize = 2_048;

/// Keys of positions, the present one last.
pub(super) struct Trail {
    keys: Vec<u64>,
    /// How many of the keys fall into each place: hardly ever more than one where nothing repeats.
    sieve: Box<[u16; PLACES]>,
}

impl Trail {
    /// A trail through these positions.
    pub(super) fn new(keys: &[u64]) -> Trail {
        let mut trail = Trail {
            keys: Vec::with_capacity(keys.len() + 128),
            sieve: Box::new([0; PLACES]),
        };
        for &key in keys {
            trail.push(key);
        }
        trail
    }

    /// Goes on to another position.
    #[inline]
    pub(super) fn push(&mut self, key: u64) {
        self.keys.push(key);
        self.sieve[place(key)] += 1;
    }

    /// Goes back to the position before.
    #[inline]
    pub(super) fn pop(&mut self) {
        if let Some(key) = self.keys.pop() {
            self.sieve[place(key)] -= 1;
        }
    }

    /// Whether the present position may have come before; seldom yes for nothing.
    #[inline]
    pub(super) fn may_repeat(&self) -> bool {
        let key = self.keys.last();
        key.is_some_and(|&key| self.sieve[place(key)] > 1)
    }

    /// The present position and those before it.
    pub(super) fn split(&self) -> Option<(u64, &[u64])> {
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
