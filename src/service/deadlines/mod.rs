//! Deadlines of games: the work that falls due, and everything that moves a deadline.
//!
//! Each is found by its time (`due`, `due_reminders`, `computer_turns`) and moved when somebody's
//! settings change (`changed_settings`), after a downtime of the bot (`give_back_downtime`) and
//! after an outage of a server (`give_back_outages`). The clock of a single game is in
//! `game::state` and `game::running_clock`.

pub(crate) mod due;

mod computer_turns;

mod changed_settings;
pub mod due_reminders;

mod give_back_downtime;
mod give_back_outages;
