//! Work that falls due, and what it costs.

pub(super) mod due;
mod queues;
mod reminders;
