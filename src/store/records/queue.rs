//! Entries of queues: tables of games with pending work.
//!
//! Each names the server of its game, so that a process finds its own games without reading the
//! others; 0 stands for a private conversation. Entries of older versions lack it.

use serde::{Deserialize, Serialize};

/// Update that has not been shown yet.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct UnannouncedRecord {
    /// True if it needs a new message; otherwise the old one is edited.
    pub post: bool,
    /// Discord id of the server, or 0.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub server: Option<u64>,
}

/// Reminder to be sent; the key holds the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ReminderRecord {
    /// Number of position changes when the reminder fell due.
    pub step: u32,
    /// Number of reminder moments that had passed then.
    #[serde(rename = "number", default)]
    pub moments: u8,
    /// Discord id of the server, or 0.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub server: Option<u64>,
}
