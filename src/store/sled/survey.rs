//! Everything in the database read once, by as many threads as there are processors: counted for
//! the census, and every value looked at as far as its envelope.
//!
//! sled never unpacks a page twice at the same time, and reads from as many threads as ask.

use std::num::NonZero;
use std::ops::Bound;
use std::panic::resume_unwind;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use sled::Db;

use crate::store::check::{Report, check_envelope};
use crate::store::sled::census::{Census, fingerprint};
use crate::store::sled::{CENSUS, end, failed, open_value, place, split};
use crate::store::{Kind, StoreError, Table};

/// Stretches that each table is read in, so that all threads have something to read to the end.
const IN_TABLE: u64 = 16;

/// What was found in a stretch.
#[derive(Default)]
struct Found {
    census: Census,
    report: Report,
}

/// Reads everything, and says how much there is and which values cannot be read.
///
/// Order of the report: the tables' names, then the keys, both by byte.
pub(super) fn survey(db: &Db, kinds: &[Kind]) -> Result<(Census, Report), StoreError> {
    let starts = starts(db)?;
    let next = AtomicUsize::new(0);
    let read = || {
        let mut found = Vec::new();
        loop {
            let number = next.fetch_add(1, Ordering::Relaxed);
            let Some(start) = starts.get(number) else {
                return Ok(found);
            };
            let to = starts
                .get(number + 1)
                .map_or(Bound::Unbounded, Bound::Excluded);
            found.push((number, read(db, (Bound::Included(start), to), kinds)?));
        }
    };
    let threads = thread::available_parallelism().map_or(1, NonZero::get);
    let mut found = thread::scope(|scope| {
        let readers: Vec<_> = (0..threads).map(|_| scope.spawn(read)).collect();
        let mut all = Vec::new();
        for reader in readers {
            // Whoever watches the opening says why it panicked.
            let found = reader.join().unwrap_or_else(|panic| resume_unwind(panic));
            all.extend(found?);
        }
        Ok::<_, StoreError>(all)
    })?;
    found.sort_by_key(|(number, _)| *number);
    let mut all = Found::default();
    for (_, found) in found {
        all.census.add(found.census);
        all.report.add(found.report);
    }
    Ok((all.census, all.report))
}

/// Where the stretches begin, in order; the first one at the very beginning.
fn starts(db: &Db) -> Result<Vec<Vec<u8>>, StoreError> {
    let mut starts = vec![Vec::new()];
    for table in Table::ALL {
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
        let Some((table, key)) = split(&place) else {
            continue;
        };
        let (_, bytes) = open_value(&value)?;
        let looked = |table, bytes: &[u8]| check_envelope(table, bytes, kinds);
        found.report.look(table, key, bytes, looked);
    }
    Ok(found)
}
