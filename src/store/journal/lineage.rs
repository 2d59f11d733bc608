//! Histories of commits.

use std::fmt;
use std::hash::{BuildHasher, RandomState};
use std::num::ParseIntError;
use std::str::FromStr;

/// Identifier of one history of commits: those of a database, and of databases restored from its
/// backup and its whole journal. A restore from anything less begins a new history.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Lineage(pub u64);

impl Lineage {
    /// Creates an identifier that no other history has.
    pub(crate) fn new() -> Self {
        // Random, because the standard library seeds every map at random.
        Self(RandomState::new().hash_one(std::process::id()).max(1))
    }
}

impl fmt::Display for Lineage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:016x}", self.0)
    }
}

impl FromStr for Lineage {
    type Err = ParseIntError;

    fn from_str(text: &str) -> Result<Self, ParseIntError> {
        u64::from_str_radix(text, 16).map(Self)
    }
}
