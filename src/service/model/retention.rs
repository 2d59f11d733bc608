//! Times after which data that nobody needs anymore is removed, and games are called off.

use std::time::Duration;

/// Times after which data is removed or games are called off; `None` for never.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct RetentionPeriods {
    /// Retention period of tables that were closed before their game began.
    pub closed_tables: Option<Duration>,
    /// Time without moves after which a running game without a clock is called off.
    pub idle_games: Option<Duration>,
    /// Time between the notice in its channel and the end of the game.
    pub idle_notice: Duration,
    /// Retention period for data of servers that the bot has left.
    pub left_servers: Option<Duration>,
    /// Retention period of audit log entries.
    pub audit_entries: Option<Duration>,
}

impl RetentionPeriods {
    /// Periods with which nothing is removed.
    pub const NEVER: Self = Self {
        closed_tables: None,
        idle_games: None,
        idle_notice: Duration::ZERO,
        left_servers: None,
        audit_entries: None,
    };
}
