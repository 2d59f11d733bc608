//! Keys whose byte order is the order of their parts, and selections of keys.

use std::ops::{Bound, Deref};

/// Key composed of parts, most significant first.
///
/// Numbers are big-endian, so keys sort by their parts.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Key(Vec<u8>);

impl Key {
    /// Creates the empty key, which sorts before all others.
    #[must_use]
    pub const fn new() -> Self {
        Self(Vec::new())
    }

    /// Appends one byte.
    #[must_use]
    pub fn u8(mut self, part: u8) -> Self {
        self.0.push(part);
        self
    }

    /// Appends a number of four bytes.
    #[must_use]
    pub fn u32(self, part: u32) -> Self {
        self.bytes(&part.to_be_bytes())
    }

    /// Appends a number of eight bytes.
    #[must_use]
    pub fn u64(self, part: u64) -> Self {
        self.bytes(&part.to_be_bytes())
    }

    /// Appends a number of eight bytes such that larger numbers sort first.
    #[must_use]
    pub fn u64_descending(self, part: u64) -> Self {
        self.u64(!part)
    }

    /// Appends raw bytes; parts of variable length belong at the end of a key.
    #[must_use]
    pub fn bytes(mut self, part: &[u8]) -> Self {
        self.0.extend_from_slice(part);
        self
    }

    /// Returns the bytes of the key.
    #[must_use]
    pub fn into_bytes(self) -> Vec<u8> {
        self.0
    }
}

impl Deref for Key {
    type Target = [u8];

    fn deref(&self) -> &[u8] {
        &self.0
    }
}

impl From<Key> for Vec<u8> {
    fn from(key: Key) -> Self {
        key.0
    }
}

/// Reader that splits a key into its parts; every getter returns `None` once the key is exhausted.
#[derive(Clone, Debug)]
pub struct KeyReader<'k>(&'k [u8]);

impl<'k> KeyReader<'k> {
    /// Creates a reader at the front of `key`.
    #[must_use]
    pub const fn new(key: &'k [u8]) -> Self {
        Self(key)
    }

    /// Takes one byte.
    pub fn u8(&mut self) -> Option<u8> {
        self.take().map(u8::from_be_bytes)
    }

    /// Takes a number of four bytes.
    pub fn u32(&mut self) -> Option<u32> {
        self.take().map(u32::from_be_bytes)
    }

    /// Takes a number of eight bytes.
    pub fn u64(&mut self) -> Option<u64> {
        self.take().map(u64::from_be_bytes)
    }

    /// Takes a number written by [`Key::u64_descending`].
    pub fn u64_descending(&mut self) -> Option<u64> {
        self.u64().map(|part| !part)
    }

    /// Returns the rest of the key.
    #[must_use]
    pub const fn rest(self) -> &'k [u8] {
        self.0
    }

    fn take<const N: usize>(&mut self) -> Option<[u8; N]> {
        let (part, rest) = self.0.split_first_chunk::<N>()?;
        self.0 = rest;
        Some(*part)
    }
}

/// Selection of keys of one table: a range, an order and a limit.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Keys {
    pub(crate) from: Bound<Vec<u8>>,
    pub(crate) to: Bound<Vec<u8>>,
    pub(crate) limit: usize,
    pub(crate) is_reversed: bool,
}

impl Keys {
    /// Selects all keys.
    #[must_use]
    pub const fn all() -> Self {
        Self {
            from: Bound::Unbounded,
            to: Bound::Unbounded,
            limit: usize::MAX,
            is_reversed: false,
        }
    }

    /// Selects the keys that begin with `prefix`.
    #[must_use]
    pub fn prefix(prefix: &[u8]) -> Self {
        let mut after = prefix.to_vec();
        while after.pop_if(|byte| *byte == u8::MAX).is_some() {}
        let to = match after.last_mut() {
            Some(byte) => {
                *byte += 1;
                Bound::Excluded(after)
            }
            None => Bound::Unbounded,
        };
        Self {
            from: Bound::Included(prefix.to_vec()),
            to,
            ..Self::all()
        }
    }

    /// Excludes the keys before `key`.
    #[must_use]
    pub fn from(self, key: impl Into<Vec<u8>>) -> Self {
        Self {
            from: Bound::Included(key.into()),
            ..self
        }
    }

    /// Excludes the keys up to and including `key`.
    #[must_use]
    pub fn after(self, key: impl Into<Vec<u8>>) -> Self {
        Self {
            from: Bound::Excluded(key.into()),
            ..self
        }
    }

    /// Excludes `key` and the keys after it.
    #[must_use]
    pub fn before(self, key: impl Into<Vec<u8>>) -> Self {
        Self {
            to: Bound::Excluded(key.into()),
            ..self
        }
    }

    /// Excludes the keys up to and including `key`, in the order of the selection.
    #[must_use]
    pub fn beyond(self, key: impl Into<Vec<u8>>) -> Self {
        if self.is_reversed {
            self.before(key)
        } else {
            self.after(key)
        }
    }

    /// Limits the selection to its first `limit` keys.
    #[must_use]
    pub fn limit(self, limit: usize) -> Self {
        Self { limit, ..self }
    }

    /// Reverses the order.
    #[must_use]
    pub fn reversed(self) -> Self {
        Self {
            is_reversed: !self.is_reversed,
            ..self
        }
    }

    /// Returns whether no key can be in the range.
    pub(crate) fn is_empty(&self) -> bool {
        match (&self.from, &self.to) {
            (Bound::Unbounded, _) | (_, Bound::Unbounded) => false,
            (Bound::Included(from), Bound::Included(to)) => from > to,
            (
                Bound::Included(from) | Bound::Excluded(from),
                Bound::Included(to) | Bound::Excluded(to),
            ) => from >= to,
        }
    }
}
