//! Leases of shards: which of the processes that share a store acts by itself for which places.
//!
//! Requests of people need no lease, because every commit depends on the state it was made for. A
//! lease decides who connects a shard and who does the unprompted work: deadlines, reminders,
//! computers' turns, boards still to be shown.

pub mod time_limits;

mod fencing;

mod held_leases;

mod queue_pages;

pub mod lease_holder;

mod renewal;

pub mod shard_assignment;

mod sessions;

mod session_starts;

pub(crate) use self::held_leases::HeldLeases;
