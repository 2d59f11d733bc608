//! Full scan: reads the whole database once, counts it for the record count, and checks the
//! envelope of every value.
//!
//! sled never unpacks a page twice at the same time, and supports reads from any number of threads.

use std::ops::Bound;

use sled::Db;

use crate::store::records::check::{Report, check_envelope};
use crate::store::sled::error::failed;
use crate::store::sled::integrity::record_count::{RecordCount, fingerprint, length};
use crate::store::sled::parallel::in_parts;
use crate::store::sled::values::{RECORD_COUNT, end, open_value, place, split};
use crate::store::{RecordType, StoreError, Table};

/// Number of stretches in which each table is read, so that all threads stay busy to the end.
const IN_TABLE: u64 = 16;

/// Result of a full scan.
#[derive(Default)]
pub(in crate::store::sled) struct ScanResult {
    /// Counted record count, without a commit.
    pub(in crate::store::sled) count: RecordCount,
    /// Size in bytes of all values and their places.
    pub(in crate::store::sled) bytes: u64,
    /// Table that this program does not know.
    pub(in crate::store::sled) unknown: Option<String>,
    /// Values that cannot be read; ordered by the names of the tables, then by key, both by byte.
    pub(in crate::store::sled) report: Report,
}

/// Reads everything, counts it, and finds the values that cannot be read.
pub(in crate::store::sled) fn full_scan(
    db: &Db,
    kinds: &[RecordType],
) -> Result<ScanResult, StoreError> {
    let starts = starts(db)?;
    let found = in_parts(starts.len(), |number| {
        let end = starts.get(number + 1);
        let to = end.map_or(Bound::Unbounded, Bound::Excluded);
        read(db, (Bound::Included(&starts[number]), to), kinds)
    })?;
    let mut all = ScanResult::default();
    for found in found {
        all.count.add(found.count);
        all.bytes += found.bytes;
        all.unknown = all.unknown.or(found.unknown);
        all.report.add(found.report);
    }
    Ok(all)
}

/// Returns the first places of the stretches, in order; the first stretch begins at the very
/// beginning.
fn starts(db: &Db) -> Result<Vec<Vec<u8>>, StoreError> {
    let mut starts = vec![Vec::new()];
    for &table in Table::ALL {
        let (front, back) = (place(table, &[]), end(table));
        let mut range = db.range(front.clone()..back);
        let ends = range.next().zip(range.next_back());
        let Some((least, most)) = ends else {
            continue;
        };
        let number = |found: sled::Result<(sled::IVec, sled::IVec)>| {
            let (place, _) = found.map_err(failed)?;
            let mut number = [0; 8];
            let key = &place[front.len()..];
            let length = key.len().min(number.len());
            number[..length].copy_from_slice(&key[..length]);
            Ok::<_, StoreError>(u64::from_be_bytes(number))
        };
        let (least, most) = (number(least)?, number(most)?);
        let step = most.saturating_sub(least) / IN_TABLE;
        let begin = (0..IN_TABLE).map(|part| least.saturating_add(part * step));
        starts.extend(begin.map(|number| place(table, &number.to_be_bytes())));
    }
    starts.sort();
    starts.dedup();
    Ok(starts)
}

fn read(
    db: &Db,
    stretch: (Bound<&Vec<u8>>, Bound<&Vec<u8>>),
    kinds: &[RecordType],
) -> Result<ScanResult, StoreError> {
    let mut found = ScanResult::default();
    for pair in db.range::<&Vec<u8>, _>(stretch) {
        let (place, value) = pair.map_err(failed)?;
        if *place == *RECORD_COUNT {
            continue;
        }
        found.count.enter(fingerprint(&place, &value));
        found.bytes += length(&place, &value);
        let Some((table, key)) = split(&place) else {
            let name = place.split(|byte| *byte == 0).next().unwrap_or_default();
            found.unknown = Some(String::from_utf8_lossy(name).into_owned());
            continue;
        };
        let (_, bytes) = open_value(&value)?;
        let check = |table, bytes: &[u8]| check_envelope(table, bytes, kinds);
        found.report.count(table, key, bytes, check);
    }
    Ok(found)
}
