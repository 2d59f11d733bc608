//! Deadlines: what falls due, and all that moves a deadline of a running clock: reminders,
//! vacations, downtime of the bot, and outages of servers.

pub(crate) mod due;

pub(crate) mod running_clock;

pub mod due_reminders;
mod reminder_moments;

pub(crate) mod downtime;
pub(crate) mod outages;
