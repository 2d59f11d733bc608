//! Times after which data is removed that nobody needs any more, and games are called off.

use std::time::Duration;

/// Times after which data is removed or games are called off; `None` for never.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct RetentionPeriods {
    /// Time after which a table that was closed before its game began is removed.
    pub closed_tables: Option<Duration>,
    /// Time after which a running game without a clock in which nobody moves is called off.
    pub idle_games: Option<Duration>,
    /// Time between the notice in its channel and the end of the game.
    pub idle_notice: Duration,
    /// Time after which what belongs to a server that the bot has left is removed.
    pub left_servers: Option<Duration>,
    /// Time after which an entry of an audit log is removed.
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
