//! Time: clocks, reminders and vacations.

mod clocks;
mod reminders;
