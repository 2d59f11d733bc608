//! Transposition table, shared by all threads without a lock.

use std::hint::black_box;
use std::sync::atomic::{AtomicU64, Ordering};

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

/// An entry in two words, of which the first is combined with the second by exclusive or, so that
/// an entry torn by another thread does not match.
///
/// Source: R. Hyatt, T. Mann, "A lock-less transposition table implementation" (2002).
#[derive(Default)]
struct Slot {
    check: AtomicU64,
    data: AtomicU64,
}

impl Slot {
    fn load(&self) -> (u64, u64) {
        let data = self.data.load(Ordering::Relaxed);
        (self.check.load(Ordering::Relaxed) ^ data, data)
    }

    fn store(&self, key: u64, data: u64) {
        self.check.store(key ^ data, Ordering::Relaxed);
        self.data.store(data, Ordering::Relaxed);
    }
}

/// Group of entries from which one is replaced; it fills one cache line.
#[derive(Default)]
#[repr(align(64))]
struct Bucket([Slot; BUCKET]);

/// Transposition table, indexed by position keys.
pub(crate) struct Table {
    buckets: Vec<Bucket>,
    age: u8,
}

impl Table {
    /// Creates an empty table of about this size.
    pub(crate) fn new(mib: usize) -> Table {
        let count = (mib.max(1) << 20) / size_of::<Bucket>();
        let mut buckets = Vec::new();
        buckets.resize_with(count, Bucket::default);
        Table { buckets, age: 0 }
    }

    /// Removes all entries.
    pub(crate) fn clear(&mut self) {
        for bucket in &mut self.buckets {
            *bucket = Bucket::default();
        }
        self.age = 0;
    }

    /// Starts a new search generation; older entries are replaced first.
    pub(crate) fn grow_older(&mut self) {
        self.age = (self.age + 1) % AGES;
    }

    /// Prefetches the bucket of a position.
    #[inline]
    pub(crate) fn touch(&self, key: u64) {
        black_box(self.bucket(key)[0].data.load(Ordering::Relaxed));
    }

    /// Returns the entry of a position.
    pub(crate) fn get(&self, key: u64) -> Option<Entry> {
        let slots = self.bucket(key).iter().map(Slot::load);
        let (_, data) = slots
            .into_iter()
            .find(|&(of, data)| of == key && data != 0)?;
        Some(unpack(data))
    }

    /// Stores an entry; deep results and those of the current search are kept longest.
    pub(crate) fn put(&self, key: u64, entry: Entry) {
        let bucket = self.bucket(key);
        let mut place = &bucket[0];
        let mut least = i32::MAX;
        let mut entry = entry;
        for slot in bucket {
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
                place = slot;
                break;
            }
            let worth = self.worth(data);
            if worth < least {
                (place, least) = (slot, worth);
            }
        }
        place.store(key, pack(entry, self.age));
    }

    fn bucket(&self, key: u64) -> &[Slot; BUCKET] {
        let product = u128::from(key) * self.buckets.len() as u128;
        let index = usize::try_from(product >> 64).expect("product below the length");
        &self.buckets[index].0
    }

    fn worth(&self, data: u64) -> i32 {
        if data == 0 {
            return i32::MIN;
        }
        let years = (AGES + self.age - age_of(data)) % AGES;
        unpack(data).depth - 4 * i32::from(years)
    }
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
