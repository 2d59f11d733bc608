//! Result of the last check of the bot's presence.

use std::sync::atomic::AtomicBool;

use parking_lot::{Mutex, MutexGuard};
use tokio::sync::Mutex as AsyncMutex;

use crate::discord::runtime::presence::state::Presence;
use crate::service::Timestamp;

/// Result of the last check, for callers that cannot wait for the next one.
#[derive(Debug)]
pub(crate) struct PresenceMonitor {
    seen: Mutex<Presence>,
    /// Time of the last check, held during a check, so that its consequences are recorded before
    /// the next one.
    pub(super) checking: AsyncMutex<Timestamp>,
    /// Time at which the process was last known to run, by the machine's clock.
    pub(super) ran: Mutex<Timestamp>,
    pub(super) has_returned: AtomicBool,
    /// True if a shard may have been away at the last check, while others were not.
    pub(super) has_away: AtomicBool,
}

impl PresenceMonitor {
    /// Creates a monitor before the first check.
    pub(crate) fn new(now: Timestamp, machine: Timestamp) -> Self {
        Self {
            seen: Mutex::new(Presence::new(now, machine)),
            checking: AsyncMutex::new(now),
            ran: Mutex::new(machine),
            has_returned: AtomicBool::new(false),
            has_away: AtomicBool::new(false),
        }
    }

    pub(super) fn seen(&self) -> MutexGuard<'_, Presence> {
        self.seen.lock()
    }
}
