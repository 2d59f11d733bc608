//! Deadlines of games: what falls due, and all that moves a deadline.
//!
//! The story of a clock, from the inside out: `game::state` counts the time of each player from the
//! events of a game; `game::running_clock` adapts what is left to reminders, vacations and outages
//! of that game. Here are the deadlines of all games: each is found by its time (`due`,
//! `due_reminders`, `computer_turns`) and moved when somebody's settings change
//! (`changed_settings`), after a downtime of the bot (`give_back_downtime`) and after an outage of
//! a server (`give_back_outages`).

pub(crate) mod due;

mod computer_turns;

mod changed_settings;
pub mod due_reminders;

mod give_back_downtime;
mod give_back_outages;
