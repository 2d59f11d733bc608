//! Consistency check of a store against its games, and repair.
//!
//! The actions of every game are applied; index entries and leaderboards are compared with the
//! records they follow from. Nothing is changed before [`repair`].

mod check;
mod games;
mod indices;
mod mentions;
mod ratings;

use std::collections::HashSet;

use self::check::ConsistencyCheck;
pub use self::check::Finding;
pub use self::games::following;
pub use crate::service::repository::games::RawGame;
use crate::store::{Batch, CommitError, Expected, Store, StoreError};

/// Number of findings repaired at once.
const PAGE: usize = 1_000;

/// Checks everything, and returns the inconsistencies; `progress` is called for every value read.
///
/// # Errors
///
/// The store failed.
pub fn audit(store: &dyn Store, progress: &mut dyn FnMut()) -> Result<Vec<Finding>, StoreError> {
    let mut audit = ConsistencyCheck::new(store, progress);
    audit.games()?;
    audit.actions()?;
    audit.indices()?;
    audit.mentions()?;
    audit.ratings()?;
    audit.leaderboards()?;
    Ok(audit.findings)
}

/// Checks everything in a store that others may be changing, and returns what two checks find: an
/// entry that changes between two reads of one check looks inconsistent to that check alone.
///
/// # Errors
///
/// The store failed.
pub fn audit_in_use(
    store: &dyn Store,
    progress: &mut dyn FnMut(),
) -> Result<Vec<Finding>, StoreError> {
    let mut findings = audit(store, progress)?;
    if !findings.is_empty() {
        let again: HashSet<_> = audit(store, progress)?.into_iter().collect();
        findings.retain(|finding| again.contains(finding));
    }
    Ok(findings)
}

/// Repairs what can be repaired; the rest is left as it is.
///
/// # Errors
///
/// The store rejected a change; earlier repairs persist.
pub fn repair(store: &dyn Store, findings: &[Finding]) -> Result<(), CommitError> {
    for findings in findings.chunks(PAGE) {
        let mut batch = Batch::new();
        for finding in findings {
            match finding {
                Finding::Unplayable { .. } | Finding::Headless(_) => {}
                Finding::Missing { table, key, bytes } => {
                    batch.put(*table, key.clone(), bytes.clone(), Expected::Any);
                }
                Finding::Stray { table, key } => {
                    batch.delete(*table, key.clone(), Expected::Any);
                }
            }
        }
        if !batch.is_empty() {
            store.commit(batch)?;
        }
    }
    Ok(())
}
