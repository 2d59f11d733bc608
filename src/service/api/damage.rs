//! Error for a damaged record.

use std::fmt;

/// Description of why a record cannot have been written by this program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Damage(pub(crate) String);

impl fmt::Display for Damage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for Damage {}
