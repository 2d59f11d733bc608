//! Running clocks: what reminders, vacations, downtime of the bot and outages of servers do to them.

pub(crate) mod adaptation;
pub(crate) mod current_outages;
pub(crate) mod owed_time;
pub(crate) mod reminder_moments;
