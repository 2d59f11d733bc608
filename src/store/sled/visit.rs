//! Consistent reading of everything while commits continue.
//!
//! sled has no snapshots. A visit reads page by page; before the writer changes a value that the
//! visit has not reached yet, it saves the old value for the visit.

use std::collections::BTreeMap;
use std::ops::Bound;

use parking_lot::{Mutex, MutexGuard};
use sled::{Db, IVec};

use crate::store::StoreError;
use crate::store::sled::error::failed;

/// Number of values read while commits wait.
const PAGE: usize = 1_000;

/// Visit in progress, if there is one, as the writer sees it.
#[derive(Default)]
pub(super) struct Visits {
    /// Held by the current visit, so that visits run one after the other.
    turn: Mutex<()>,
    under_way: Mutex<Option<Visit>>,
}

/// Progress of a visit.
#[derive(Default)]
struct Visit {
    /// Last place visited.
    shown: Vec<u8>,
    /// Later places that have changed since the visit began, with their values at that time.
    saved: BTreeMap<Vec<u8>, Option<IVec>>,
}

impl Visits {
    /// Saves the values at `places`, which are about to change.
    pub(super) fn keep<'p>(
        &self,
        db: &Db,
        places: impl Iterator<Item = &'p Vec<u8>>,
    ) -> Result<(), StoreError> {
        let mut visit = self.under_way.lock();
        let Some(visit) = visit.as_mut() else {
            return Ok(());
        };
        for place in places.filter(|place| **place > visit.shown) {
            if !visit.saved.contains_key(place) {
                let value = db.get(place).map_err(failed)?;
                visit.saved.insert(place.clone(), value);
            }
        }
        Ok(())
    }

    /// Waits for earlier visits to end.
    pub(super) fn enter(&self) -> UnderWay<'_> {
        let turn = self.turn.lock();
        UnderWay {
            visits: self,
            _turn: turn,
        }
    }
}

/// Values ordered by place.
pub(super) type ValuePage = BTreeMap<Vec<u8>, IVec>;

/// Visit in progress, which ends when this is dropped.
pub(super) struct UnderWay<'v> {
    visits: &'v Visits,
    _turn: MutexGuard<'v, ()>,
}

impl UnderWay<'_> {
    /// Begins the visit; the writer must not be writing.
    pub(super) fn begin(&self) {
        *self.visits.under_way.lock() = Some(Visit::default());
    }

    /// Returns the next values as they were at the beginning, and whether they are the last; the
    /// writer must not be writing.
    pub(super) fn page(&self, db: &Db) -> Result<(ValuePage, bool), StoreError> {
        let mut visit = self.visits.under_way.lock();
        let visit = visit.as_mut().expect("the visit under way");
        let after = Bound::Excluded(visit.shown.clone());
        let mut page = ValuePage::new();
        for pair in db.range((after, Bound::Unbounded)).take(PAGE) {
            let (place, value) = pair.map_err(failed)?;
            page.insert(place.to_vec(), value);
        }
        let end = page.last_key_value().filter(|_| page.len() == PAGE);
        let end = end.map(|(place, _)| place.clone());
        let saved = match &end {
            Some(end) => {
                let mut later = visit.saved.split_off(end);
                let here = later.remove_entry(end);
                let mut saved = std::mem::replace(&mut visit.saved, later);
                saved.extend(here);
                saved
            }
            None => std::mem::take(&mut visit.saved),
        };
        for (place, value) in saved {
            match value {
                Some(value) => page.insert(place, value),
                None => page.remove(&place),
            };
        }
        let is_last = end.is_none();
        visit.shown = end.unwrap_or_default();
        Ok((page, is_last))
    }
}

impl Drop for UnderWay<'_> {
    fn drop(&mut self) {
        *self.visits.under_way.lock() = None;
    }
}
