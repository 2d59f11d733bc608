//! Deadlines: what falls due, and all that moves a deadline of a running clock: reminders,
//! vacations, downtime of the bot, and outages of servers.

pub(crate) mod due;

pub(crate) mod running_clock;

mod reminder_moments;
pub mod reminders;

pub(crate) mod downtime;
pub(crate) mod outages;
