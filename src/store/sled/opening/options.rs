//! Options for opening a database.

use std::time::Duration;

use crate::store::RecordType;

/// Options for opening a database.
#[derive(Clone, Copy, Debug)]
pub struct Options {
    /// Time limit for reading everything once; reading a damaged file may never end.
    pub limit: Duration,
    /// Types of record that this program reads.
    pub kinds: &'static [RecordType],
    /// Policy for a database that has lost records to damage.
    pub missing: Missing,
    /// Policy for damaged records.
    pub damaged: Damaged,
    /// Policy for compaction.
    pub compaction: Compaction,
    /// Policy for rebuilding a damaged database from a backup and the journal.
    pub healing: Healing,
}

/// Policy for a database that has lost records to damage.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Missing {
    /// Report it as damaged: a backup may hold more.
    #[default]
    Refuse,
    /// Accept the remaining records.
    Accept,
}

/// Policy for damaged records.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Damaged {
    /// Move them to a separate table.
    #[default]
    SetAside,
    /// Leave them where they are, for inspection only.
    Leave,
}

/// Policy for compaction of a database that takes far more space than its values need.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Compaction {
    /// Leave it as it is.
    #[default]
    Never,
    /// Rewrite it if that clearly saves space and it is undamaged.
    IfItPays,
}

/// Condition for rebuilding a damaged database from a backup and the journal; the damaged one is
/// then set aside. It is never rebuilt unless every acknowledged change can be recovered.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Healing {
    /// Only a person may start it.
    #[default]
    Never,
    /// Only a database that is certainly damaged, and not one that merely takes too long to read.
    IfCertain,
    /// Always.
    Always,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            limit: Duration::from_secs(120),
            kinds: &[],
            missing: Missing::Refuse,
            damaged: Damaged::SetAside,
            compaction: Compaction::Never,
            healing: Healing::Never,
        }
    }
}
