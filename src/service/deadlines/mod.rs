//! Everything about time: reminders, time running out, and compensation for outages.

pub mod downtime;
pub mod due;
pub mod outages;
pub mod reminders;
