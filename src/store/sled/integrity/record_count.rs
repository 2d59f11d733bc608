//! Record count: expected content of the database, updated with every commit and counted again at
//! every full reading.
//!
//! sled may reopen a damaged file without some of its values and report nothing. The record count
//! is written in the same batch as the values it counts, so the two can differ only by damage.

use sled::Db;

use crate::store::sled::error::failed;
use crate::store::sled::values::RECORD_COUNT;
use crate::store::{Lineage, Revision, StoreError};

/// Content of the database after its last commit.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(in crate::store::sled) struct RecordCount {
    /// Number of the last commit.
    pub(in crate::store::sled) commits: Revision,
    /// Number of values.
    pub(in crate::store::sled) values: u64,
    /// Wrapping sum of the fingerprints of all values.
    sum: u64,
    /// History of its commits; `None` for a database from before the journal.
    pub(in crate::store::sled) lineage: Option<Lineage>,
}

impl RecordCount {
    /// Reads the record count written by the last commit; all zero before the first one.
    pub(in crate::store::sled) fn read(db: &Db) -> Result<Self, StoreError> {
        let Some(bytes) = db.get(RECORD_COUNT).map_err(failed)? else {
            return Ok(Self::default());
        };
        let (numbers, rest) = bytes.as_chunks::<8>();
        let ([commits, values, sum, lineage @ ..], []) = (numbers, rest) else {
            let text = format!("expected a record count of 32 bytes, got {}", bytes.len());
            return Err(StoreError::Damaged(text));
        };
        Ok(Self {
            commits: Revision(u64::from_be_bytes(*commits)),
            values: u64::from_be_bytes(*values),
            sum: u64::from_be_bytes(*sum),
            lineage: lineage
                .first()
                .map(|number| Lineage(u64::from_be_bytes(*number))),
        })
    }

    /// Returns a record count of the same commit with the content of `counted`.
    pub(in crate::store::sled) fn with(self, counted: Self) -> Self {
        Self {
            commits: self.commits,
            lineage: self.lineage,
            ..counted
        }
    }

    /// Adds the values counted elsewhere.
    pub(in crate::store::sled) const fn add(&mut self, other: Self) {
        self.values = self.values.wrapping_add(other.values);
        self.sum = self.sum.wrapping_add(other.sum);
    }

    /// Returns whether there are no values.
    pub(in crate::store::sled) const fn is_empty(self) -> bool {
        self.values == 0
    }

    /// Returns an error if the counted content differs from this record count of the last commit.
    pub(in crate::store::sled) fn compare(self, counted: Self) -> Result<(), StoreError> {
        if self == counted {
            return Ok(());
        }
        let text = if self.values == counted.values {
            format!(
                "some of its {} records are not as they were left",
                self.values
            )
        } else {
            format!("expected {} records, found {}", self.values, counted.values)
        };
        Err(StoreError::Damaged(text))
    }

    /// Adds a new value.
    pub(in crate::store::sled) const fn enter(&mut self, fingerprint: u64) {
        self.values = self.values.wrapping_add(1);
        self.sum = self.sum.wrapping_add(fingerprint);
    }

    /// Removes an old value.
    pub(in crate::store::sled) const fn leave(&mut self, fingerprint: u64) {
        self.values = self.values.wrapping_sub(1);
        self.sum = self.sum.wrapping_sub(fingerprint);
    }

    pub(in crate::store::sled) fn to_bytes(self) -> Vec<u8> {
        let numbers = [self.commits.0, self.values, self.sum];
        let lineage = self.lineage.map(|lineage| lineage.0);
        let numbers = numbers.into_iter().chain(lineage);
        numbers.flat_map(u64::to_be_bytes).collect()
    }
}

/// Returns the size in bytes of a value and its place.
pub(in crate::store::sled) const fn length(place: &[u8], value: &[u8]) -> u64 {
    (place.len() + value.len()) as u64
}

/// Returns a hash of a value and its place; the same in every version of focusbot.
///
/// FNV-1a of the place, the place's length and the value, mixed so that sums do not cancel. Source:
/// Fowler, Noll, Vo; the mixing is `MurmurHash3`'s `fmix64` by A. Appleby.
pub(in crate::store::sled) fn fingerprint(place: &[u8], value: &[u8]) -> u64 {
    let length = (place.len() as u64).to_be_bytes();
    let bytes = place.iter().chain(&length).chain(value);
    let mut hash = bytes.fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| {
        (hash ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3)
    });
    hash = (hash ^ (hash >> 33)).wrapping_mul(0xff51_afd7_ed55_8ccd);
    hash = (hash ^ (hash >> 33)).wrapping_mul(0xc4ce_b9fe_1a85_ec53);
    hash ^ (hash >> 33)
}
