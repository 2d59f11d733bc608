//! Deadlines: what falls due, turns of computers among it, and all that moves a deadline of a running
//! clock: reminders, vacations, downtime of the bot, and outages of servers.

pub(crate) mod due;

mod computer_turns;

mod changed_settings;
pub mod due_reminders;

mod give_back_downtime;
mod give_back_outages;
