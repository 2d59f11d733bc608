//! Deadlines: what falls due, turns of computers among it, and all that moves a deadline of a running
//! clock: reminders, vacations, downtime of the bot, and outages of servers.

pub(crate) mod due;

pub mod computer_turns;

pub(crate) mod changed_settings;
pub mod due_reminders;

pub(crate) mod downtime;
pub(crate) mod outages;
