//! Leases of shards: which of the processes that share a store acts by itself for which places.
//!
//! Requests of people need no lease, because every commit depends on the state it was made for. A
//! lease decides who connects a shard and who does the unprompted work: deadlines, reminders,
//! computers' turns, boards still to be shown.

mod ownership;

mod held_shards;

mod queue_pages;

pub mod process;

pub mod shard_assignment;

mod sessions;

mod session_starts;

pub(crate) use self::ownership::Ownership;
