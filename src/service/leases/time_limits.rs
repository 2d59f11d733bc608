//! Times of leases: how often they are renewed, how long they are valid, and when other processes
//! take the shards over.

use std::time::Duration;

/// Interval between renewals of the leases, at which a process also checks the others.
pub const RENEWAL_INTERVAL: Duration = Duration::from_secs(2);
/// Interval between renewals while the process waits for shards.
pub const RENEWAL_INTERVAL_WAITING: Duration = Duration::from_secs(1);

/// Time for which a process relies on its leases after it has begun to renew them. One that is not
/// connected to the store can do nothing, and checks its leases right after it reconnects.
pub(super) const LEASE_VALID_FOR: Duration = Duration::from_secs(10);

/// Time without a sign of life after which a process may be dead.
pub(super) const DOUBTED_AFTER: Duration = Duration::from_secs(6);
/// Time without a sign of life after which other processes take the shards of a process over.
pub(super) const TAKEN_OVER_AFTER: Duration = Duration::from_secs(15);
/// Time without a sign of life after which they do so if it is not connected to the store.
pub(super) const DISCONNECTED_TAKEN_OVER_AFTER: Duration = Duration::from_secs(3);
/// Maximum part of these times that counts between two checks: if more has passed, this process
/// slept or the store was unavailable, which says nothing about the others.
pub(super) const MAX_COUNTED_PER_CHECK: Duration = Duration::from_secs(4);

/// Time after a takeover when no message that the previous process sent without a nonce is still in
/// flight: such messages time out after ten seconds at most.
pub(super) const MESSAGES_ARRIVED_AFTER: Duration = Duration::from_secs(15);

// A process that misses one renewal loses nothing and raises no doubt.
const _: () = assert!(2 * RENEWAL_INTERVAL.as_millis() < LEASE_VALID_FOR.as_millis());
const _: () = assert!(2 * RENEWAL_INTERVAL.as_millis() < DOUBTED_AFTER.as_millis());
// No two processes act on a shard: the old one has stopped when a new one takes over.
const _: () = assert!(LEASE_VALID_FOR.as_millis() < TAKEN_OVER_AFTER.as_millis());
// A process is in doubt before it is dead.
const _: () = assert!(DOUBTED_AFTER.as_millis() < TAKEN_OVER_AFTER.as_millis());
// A process that reconnects at once has the time to give a sign of life.
const _: () = assert!(RENEWAL_INTERVAL.as_millis() < DISCONNECTED_TAKEN_OVER_AFTER.as_millis());
const _: () = assert!(DISCONNECTED_TAKEN_OVER_AFTER.as_millis() < TAKEN_OVER_AFTER.as_millis());
// All of the time between two regular checks counts, but no single pause of this process makes
// another one look dead, or even in doubt.
const _: () = assert!(RENEWAL_INTERVAL.as_millis() < MAX_COUNTED_PER_CHECK.as_millis());
const _: () = assert!(MAX_COUNTED_PER_CHECK.as_millis() < DOUBTED_AFTER.as_millis());
