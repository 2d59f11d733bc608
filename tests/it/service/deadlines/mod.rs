//! Work that falls due, and what it costs.

mod due;
mod queues;
mod reminders;
