//! What is known beforehand about a database, and what is to be done with it.

use std::time::Duration;

use crate::store::Kind;
use crate::store::sled::healing::Healing;

/// What is known beforehand about the database to open.
#[derive(Clone, Copy, Debug)]
pub struct Options {
    /// How long reading everything once may take; a damaged file can take for ever.
    pub limit: Duration,
    /// The types of record this program reads.
    pub kinds: &'static [Kind],
    /// What to do if damage has left less than there should be.
    pub missing: Missing,
    /// What to do with damaged records.
    pub damaged: Damaged,
    /// Whether room is given back that it takes for nothing.
    pub compaction: Compaction,
    /// When a damaged database is made anew from a backup and the journal.
    pub healing: Healing,
}

/// What to do with a database that has lost records to damage.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Missing {
    /// Call it damaged: a backup may hold more.
    #[default]
    Refuse,
    /// Take what is left.
    Accept,
}

/// What to do with records that are damaged.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Damaged {
    /// Move them to a table of their own.
    #[default]
    SetAside,
    /// Leave them where they are, for somebody who only looks.
    Leave,
}

/// Whether a database that takes far more room than its values need is written anew.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Compaction {
    /// It stays as it is.
    #[default]
    Never,
    /// It is, if that clearly pays and there is nothing wrong with it; else it stays as it is.
    IfItPays,
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
