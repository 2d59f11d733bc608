//! Everything about time: reminders, time running out, and compensation for outages.

pub mod downtime;
pub mod outages;
pub mod reminders;
pub mod running_clock;
