//! Result of opening a database.

use std::path::PathBuf;

use crate::store::records::check::Flaw;
use crate::store::sled::SledStore;

/// Opened database, and the repairs made.
#[derive(Debug)]
pub struct Opened {
    /// The database.
    pub store: SledStore,
    /// Damaged values, moved to their own table unless the options leave them where they are.
    pub set_aside: Vec<Flaw>,
    /// Number of last commits lost, as a whole, with the damaged end of the file; the store is as
    /// it was before them.
    pub lost_commits: u64,
    /// Number of commits that only the journal had.
    pub replayed: u64,
    /// Damaged snapshot files that were renamed.
    pub snapshots: Vec<PathBuf>,
    /// Number of values.
    pub values: u64,
    /// Size in bytes of all values and their keys.
    pub bytes: u64,
    /// True if everything was read; false if all files were unchanged since they were sealed.
    pub was_read: bool,
    /// Folder of the damaged database that this one replaces.
    pub aside: Option<PathBuf>,
    /// Space saved by compaction.
    pub compacted: Option<Compacted>,
}

impl Opened {
    /// Returns whether nothing had to be repaired or updated.
    pub(in crate::store::sled) fn is_settled(&self) -> bool {
        let is_whole = self.set_aside.is_empty() && self.lost_commits == 0;
        self.store.is_settled && is_whole && self.snapshots.is_empty()
    }
}

/// Result of a compaction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Compacted {
    /// Size of the file before, in bytes.
    pub before: u64,
    /// Size of the file after, in bytes.
    pub after: u64,
    /// True if traces of erased data were removed with the old file.
    pub had_traces: bool,
}
