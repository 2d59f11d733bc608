//! Transposition table, shared by all threads without a lock.

use std::sync::atomic::{AtomicU64, Ordering};

use prefetch_index::prefetch_index;

use crate::alphabeta::ordering::packed::Packed;

/// Number of entries in a bucket.
const BUCKET: usize = 4;
/// Number of search generations distinguished.
const AGES: u8 = 64;

/// Relation of a stored score to the true one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Bound {
    /// No score is known.
    None,
    /// The true score is at least this.
    Lower,
    /// The true score is at most this.
    Upper,
    /// The score is exact.
    Exact,
}

/// Stored search result of a position.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Entry {
    pub(crate) mv: Packed,
    pub(crate) score: i32,
    pub(crate) eval: i32,
    pub(crate) depth: i32,
    pub(crate) bound: Bound,
}

/// Number of words in a bucket, which fills one cache line.
const WORDS: usize = 2 * BUCKET;

/// An entry in two words; the first is combined with the second by exclusive or, so that an entry
/// torn by another thread does not match.
///
/// Source: R. Hyatt, T. Mann, "A lock-less transposition table implementation" (2002).
#[derive(Clone, Copy)]
struct Slot<'a> {
    check: &'a AtomicU64,
    data: &'a AtomicU64,
}

impl Slot<'_> {
    fn load(self) -> (u64, u64) {
        let data = self.data.load(Ordering::Relaxed);
        (self.check.load(Ordering::Relaxed) ^ data, data)
    }

    fn store(self, key: u64, data: u64) {
        self.check.store(key ^ data, Ordering::Relaxed);
        self.data.store(data, Ordering::Relaxed);
    }
}

/// Transposition table, indexed by position keys.
pub(crate) struct TranspositionTable {
    words: Vec<AtomicU64>,
    /// Index of the first word of the first bucket, at the start of a cache line.
    start: usize,
    buckets: usize,
    age: u8,
}

impl TranspositionTable {
    /// Creates an empty table of about this size.
    pub(crate) fn new(mib: usize) -> TranspositionTable {
        let buckets = (mib.max(1) << 20) / (WORDS * size_of::<AtomicU64>());
        // The system hands out zeroed memory, which takes no time until it is used.
        let words: Vec<AtomicU64> = bytemuck::zeroed_vec((buckets + 1) * WORDS);
        let start = words.as_ptr().align_offset(WORDS * size_of::<AtomicU64>());
        TranspositionTable {
            start: start % WORDS,
            words,
            buckets,
            age: 0,
        }
    }

    /// Removes all entries.
    pub(crate) fn clear(&mut self) {
        *self = TranspositionTable::new((self.buckets * WORDS * size_of::<AtomicU64>()) >> 20);
    }

    /// Starts a new search generation; older entries are replaced first.
    pub(crate) fn grow_older(&mut self) {
        self.age = (self.age + 1) % AGES;
    }

    /// Prefetches the bucket of a position.
    #[inline]
    pub(crate) fn touch(&self, key: u64) {
        prefetch_index(&self.words, self.first_word(key));
    }

    /// Returns the entry of a position.
    pub(crate) fn get(&self, key: u64) -> Option<Entry> {
        let mut slots = slots(self.bucket(key)).map(Slot::load);
        let (_, data) = slots.find(|&(of, data)| of == key && data != 0)?;
        Some(unpack(data))
    }

    /// Stores an entry; deep results and those of the current search are kept longest.
    pub(crate) fn put(&self, key: u64, entry: Entry) {
        let mut place = None;
        let mut least = i32::MAX;
        let mut entry = entry;
        for slot in slots(self.bucket(key)) {
            let (of, data) = slot.load();
            if of == key && data != 0 {
                let old = unpack(data);
                let is_worth_less = entry.bound != Bound::Exact && entry.depth + 4 < old.depth;
                if is_worth_less && age_of(data) == self.age {
                    return;
                }
                if entry.mv == Packed::NONE {
                    entry.mv = old.mv;
                }
                place = Some(slot);
                break;
            }
            let worth = self.worth(data);
            if worth < least {
                (place, least) = (Some(slot), worth);
            }
        }
        if let Some(place) = place {
            place.store(key, pack(entry, self.age));
        }
    }

    #[inline]
    fn bucket(&self, key: u64) -> &[AtomicU64] {
        let first = self.first_word(key);
        &self.words[first..first + WORDS]
    }

    /// Returns the index of the first word of the bucket of a position.
    #[inline]
    fn first_word(&self, key: u64) -> usize {
        let product = u128::from(key) * self.buckets as u128;
        let index = usize::try_from(product >> 64).expect("product below the length");
        self.start + index * WORDS
    }

    fn worth(&self, data: u64) -> i32 {
        if data == 0 {
            return i32::MIN;
        }
        let years = (AGES + self.age - age_of(data)) % AGES;
        unpack(data).depth - 4 * i32::from(years)
    }
}

fn slots(bucket: &[AtomicU64]) -> impl Iterator<Item = Slot<'_>> {
    let pairs = bucket.chunks_exact(2);
    pairs.map(|pair| Slot {
        check: &pair[0],
        data: &pair[1],
    })
}

fn age_of(data: u64) -> u8 {
    (data >> 58) as u8
}

#[expect(
    clippy::cast_sign_loss,
    clippy::cast_possible_truncation,
    reason = "fields of fixed width"
)]
fn pack(entry: Entry, age: u8) -> u64 {
    u64::from(entry.mv.0)
        | u64::from(entry.score as i16 as u16) << 16
        | u64::from(entry.eval as i16 as u16) << 32
        | u64::from(entry.depth.clamp(0, 255) as u8) << 48
        | (entry.bound as u64) << 56
        | u64::from(age) << 58
}

#[expect(
    clippy::cast_possible_wrap,
    clippy::cast_possible_truncation,
    reason = "fields of fixed width"
)]
fn unpack(data: u64) -> Entry {
    Entry {
        mv: Packed(data as u16),
        score: i32::from((data >> 16) as u16 as i16),
        eval: i32::from((data >> 32) as u16 as i16),
        depth: i32::from((data >> 48) as u8),
        bound: match data >> 56 & 3 {
            0 => Bound::None,
            1 => Bound::Lower,
            2 => Bound::Upper,
            _ => Bound::Exact,
        },
    }
}
