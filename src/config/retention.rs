//! Times after which data is removed.

use serde::{Deserialize, Serialize};

/// Times after which data is removed, in days; 0 for never.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Retention {
    /// Time after which a table that was closed before its game began is removed.
    pub closed_tables_days: u32,
    /// Time after which a running game without a clock in which nobody moves is called off.
    pub idle_games_days: u32,
    /// Time before that in which its channel knows it.
    pub idle_notice_days: u32,
    /// Time after which what belongs to a server that the bot has left is removed.
    pub left_servers_days: u32,
    /// Time after which an entry of an audit log is removed.
    pub audit_entries_days: u32,
}

impl Default for Retention {
    fn default() -> Self {
        Self {
            closed_tables_days: 30,
            idle_games_days: 60,
            idle_notice_days: 7,
            left_servers_days: 30,
            audit_entries_days: 365,
        }
    }
}
