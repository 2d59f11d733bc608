//! Memory of proofs.

use focus::Move;

/// Number of entries, a power of two.
const ENTRIES: usize = 1 << 16;

/// Knowledge about a position.
#[derive(Clone, Copy, Debug)]
pub(super) struct Entry {
    key: u64,
    /// Number of plies within which a win is forced; `u8::MAX` if unknown.
    pub(super) forced: u8,
    /// Number of plies within which no win is forced.
    pub(super) not_forced: u8,
    /// Winning move or, if an opponent is to move, the reply that refuted the last attempt.
    pub(super) mv: Option<Move>,
}

impl Entry {
    const EMPTY: Entry = Entry {
        key: 0,
        forced: u8::MAX,
        not_forced: 0,
        mv: None,
    };

    /// Returns whether a win is forced within a number of plies, if that is known.
    pub(super) fn says(&self, plies: u8) -> Option<bool> {
        if self.forced <= plies {
            return Some(true);
        }
        (self.not_forced >= plies).then_some(false)
    }

    /// Adds the result of a search.
    pub(super) fn note(&mut self, plies: u8, is_forced: bool) {
        if is_forced {
            self.forced = plies;
        } else {
            self.not_forced = plies;
        }
    }
}

/// Table of entries by key; a new entry replaces the old one in its place.
///
/// Keys of different searches differ, so the table is never cleared.
pub(super) struct ProofTable(Vec<Entry>);

impl ProofTable {
    /// Creates a table without any entries; memory is taken at the first one.
    pub(super) const fn new() -> ProofTable {
        ProofTable(Vec::new())
    }

    /// Returns the entry of a position, empty if there is none.
    #[inline]
    pub(super) fn get(&self, key: u64) -> Entry {
        let entry = self.0.get(place(key)).filter(|entry| entry.key == key);
        entry.copied().unwrap_or(Entry {
            key,
            ..Entry::EMPTY
        })
    }

    /// Stores an entry in place of another.
    #[inline]
    pub(super) fn put(&mut self, entry: Entry) {
        if self.0.is_empty() {
            self.0.resize(ENTRIES, Entry::EMPTY);
        }
        self.0[place(entry.key)] = entry;
    }
}

#[expect(
    clippy::cast_possible_truncation,
    reason = "the lowest bits are wanted"
)]
const fn place(key: u64) -> usize {
    key as usize % ENTRIES
}
