//! Running clocks: reminders, vacations, downtime of the bot, outages of servers, and what happens
//! when the time is over.

pub(crate) mod access;
pub(crate) mod current_outages;
pub(crate) mod follow_settings;
pub(crate) mod owed_time;
pub(crate) mod reminder_moments;
pub(crate) mod short_outages;
pub(crate) mod timeout;
