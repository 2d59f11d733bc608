//! Everything in the database read once: counted for the census, and every value looked at as far
//! as its envelope.
//!
//! sled never unpacks a page twice at the same time, and reads from as many threads as ask.

use std::ops::Bound;

use sled::Db;

use crate::store::check::{Report, check_envelope};
use crate::store::sled::apart::in_parts;
use crate::store::sled::census::{Census, fingerprint, length};
use crate::store::sled::{CENSUS, end, failed, open_value, place, split};
use crate::store::{Kind, StoreError, Table};

/// Stretches that each table is read in, so that all threads have something to read to the end.
const IN_TABLE: u64 = 16;

/// What was found.
#[derive(Default)]
pub(super) struct Found {
    /// How much there is; of no commit.
    pub(super) census: Census,
    /// Bytes of all values and their places.
    pub(super) bytes: u64,
    /// A table that this program does not know.
    pub(super) unknown: Option<String>,
    /// Which values cannot be read; in order of the tables' names, then the keys, both by byte.
    pub(super) report: Report,
}

/// Reads everything, and says how much there is and which values cannot be read.
pub(super) fn survey(db: &Db, kinds: &[Kind]) -> Result<Found, StoreError> {
    let starts = starts(db)?;
    let found = in_parts(starts.len(), |number| {
        let end = starts.get(number + 1);
        let to = end.map_or(Bound::Unbounded, Bound::Excluded);
        read(db, (Bound::Included(&starts[number]), to), kinds)
    })?;
    let mut all = Found::default();
    for found in found {
        all.census.add(found.census);
        all.bytes += found.bytes;
        all.unknown = all.unknown.or(found.unknown);
        all.report.add(found.report);
    }
    Ok(all)
}

/// Where the stretches begin, in order; the first one at the very beginning.
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
    kinds: &[Kind],
) -> Result<Found, StoreError> {
    let mut found = Found::default();
    for pair in db.range::<&Vec<u8>, _>(stretch) {
        let (place, value) = pair.map_err(failed)?;
        if *place == *CENSUS {
            continue;
        }
        found.census.enter(fingerprint(&place, &value));
        found.bytes += length(&place, &value);
        let Some((table, key)) = split(&place) else {
            let name = place.split(|byte| *byte == 0).next().unwrap_or_default();
            found.unknown = Some(String::from_utf8_lossy(name).into_owned());
            continue;
        };
        let (_, bytes) = open_value(&value)?;
        let looked = |table, bytes: &[u8]| check_envelope(table, bytes, kinds);
        found.report.look(table, key, bytes, looked);
    }
    Ok(found)
}
