//! Times after which data is removed.

use serde::{Deserialize, Serialize};

/// Times after which data is removed, in days; 0 for never.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Retention {
    /// Retention period of tables that were closed before their game began.
    pub closed_tables_days: u32,
    /// Time without moves after which a running game without a clock is called off.
    pub idle_games_days: u32,
    /// Time before that at which its channel is notified.
    pub idle_notice_days: u32,
    /// Retention period for data of servers that the bot has left.
    pub left_servers_days: u32,
    /// Retention period of audit log entries.
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
