//! One story of time: when somebody is called, when time runs out, and what the bot gives back.

pub mod downtime;
pub mod due;
pub mod outages;
pub mod reminders;
