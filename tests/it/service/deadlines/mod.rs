//! Work that falls due, and what it costs.

pub(super) mod due;
pub(super) mod queues;
mod reminders;
mod shards;
