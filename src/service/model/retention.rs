//! Times after which data that nobody needs any more is removed.

use std::time::Duration;

/// Times after which data is removed; `None` for never.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct RetentionPeriods {
    /// Time after which a table that was closed before its game began is removed.
    pub closed_tables: Option<Duration>,
}

impl RetentionPeriods {
    /// Periods with which nothing is removed.
    pub const NEVER: Self = Self {
        closed_tables: None,
    };
}
