//! The transposition table, shared by all threads without a lock.

use std::hint::black_box;
use std::sync::atomic::{AtomicU64, Ordering};

use crate::alphabeta::packed::Packed;

/// Entries that share a place.
const BUCKET: usize = 4;
/// Searches told apart.
const AGES: u8 = 64;

/// What a stored score is to the true one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Bound {
    /// Nothing is known.
    None,
    /// The true one is this or more.
    Lower,
    /// The true one is this or less.
    Upper,
    /// It is the true one.
    Exact,
}

/// What is known of a position.
#[derive(Clone, Copy, Debug)]
pub(super) struct Entry {
    pub(super) mv: Packed,
    pub(super) score: i32,
    pub(super) eval: i32,
    pub(super) depth: i32,
    pub(super) bound: Bound,
}

/// One entry in two words, the first mixed with the second, so that one torn by another thread
/// is not recognized.
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

/// Entries of which one is replaced; a bucket fills one line of the processor's cache.
#[derive(Default)]
#[repr(align(64))]
struct Bucket([Slot; BUCKET]);

/// Positions seen, by their key.
pub(super) struct Table {
    buckets: Vec<Bucket>,
    age: u8,
}

impl Table {
    /// An empty table of about this size.
    pub(super) fn new(mib: usize) -> Table {
        let count = (mib.max(1) << 20) / size_of::<Bucket>();
        let mut buckets = Vec::new();
        buckets.resize_with(count, Bucket::default);
        Table { buckets, age: 0 }
    }

    /// Forgets everything.
    pub(super) fn clear(&mut self) {
        for bucket in &mut self.buckets {
            *bucket = Bucket::default();
        }
        self.age = 0;
    }

    /// Another search begins: what is there may be replaced first.
    pub(super) fn grow_older(&mut self) {
        self.age = (self.age + 1) % AGES;
    }

    /// Begins to fetch what is known of a position, so that it is there when it is asked for.
    #[inline]
    pub(super) fn touch(&self, key: u64) {
        black_box(self.bucket(key)[0].data.load(Ordering::Relaxed));
    }

    /// What is known of a position.
    pub(super) fn get(&self, key: u64) -> Option<Entry> {
        let slots = self.bucket(key).iter().map(Slot::load);
        let (_, data) = slots
            .into_iter()
            .find(|&(of, data)| of == key && data != 0)?;
        Some(unpack(data))
    }

    /// Keeps what was found; deep results and those of this search last longest.
    pub(super) fn put(&self, key: u64, entry: Entry) {
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
