//! Damage of a record.

use std::fmt;

/// A record that cannot be what this program wrote.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Damage(pub(crate) String);

impl fmt::Display for Damage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for Damage {}
